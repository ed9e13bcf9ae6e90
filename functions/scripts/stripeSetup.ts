/**
 * `npm run stripe:setup`: makes at Stripe what the product sells, and prints the lines for `functions/.env.local`. Safe to
 * repeat: what is there is found again by its id, lookup key, code or address. STRIPE_SECRET_KEY says which account;
 * STRIPE_WEBHOOK_URL, when given, gets the events the backend handles, also after these have changed; STRIPE_API_BASE_URL
 * points at a stand-in.
 */
import Stripe from 'stripe';
import { setUpStripe } from './setUpStripe';

async function main(): Promise<void> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_URL: webhookUrl, STRIPE_API_BASE_URL: baseUrl } = process.env;
  if (!key) throw new Error('Set STRIPE_SECRET_KEY=sk_test_… (https://dashboard.stripe.com/test/apikeys)');
  const { hostname, port, protocol } = new URL(baseUrl ?? 'https://api.stripe.com');
  const local = baseUrl
    ? { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
    : {};
  const { prices, made, changed, webhookSecret } = await setUpStripe(new Stripe(key, local), { webhookUrl });
  if (made.length > 0) console.log(`# Made: ${made.join(', ')}`);
  if (changed.length > 0) console.log(`# Changed: ${changed.join(', ')}`);
  if (made.length + changed.length === 0) console.log('# Everything was there already.');
  for (const [name, id] of Object.entries(prices)) console.log(`${name}=${id}`);
  if (webhookSecret) console.log(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
