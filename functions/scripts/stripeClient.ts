import Stripe from 'stripe';

/**
 * Stripe for a script: STRIPE_SECRET_KEY names the account, STRIPE_API_BASE_URL an emulator.
 *
 * @throws if there is no key
 */
export function stripeClient({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE_URL: baseUrl }: NodeJS.ProcessEnv): Stripe {
  if (!key) throw new Error('Set STRIPE_SECRET_KEY=sk_… (https://dashboard.stripe.com/apikeys)');
  if (!baseUrl) return new Stripe(key);
  const { hostname, port, protocol } = new URL(baseUrl);
  return new Stripe(key, { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' });
}
