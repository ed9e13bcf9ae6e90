/**
 * `npm run stripe:setup`: makes at Stripe what the product sells, and prints the lines for `functions/.env.local`. Safe to
 * repeat: what is there is found again by its id, lookup key or code. STRIPE_SECRET_KEY says which account;
 * STRIPE_WEBHOOK_URL, when given, gets the events the backend handles; STRIPE_API_BASE_URL points at a stand-in.
 */
import Stripe from 'stripe';
import { setUpStripe } from '../src/platform/stripeSetup';

async function main(): Promise<void> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_URL: webhookUrl, STRIPE_API_BASE_URL: baseUrl } = process.env;
  if (!key) throw new Error('Set STRIPE_SECRET_KEY=sk_test_… (https://dashboard.stripe.com/test/apikeys)');
  const { hostname, port, protocol } = new URL(baseUrl ?? 'https://api.stripe.com');
  const local = baseUrl
    ? { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
    : {};
  const { prices, made, webhookSecret } = await setUpStripe(new Stripe(key, local), { webhookUrl });
  console.log(made.length === 0 ? '# Everything was there already.' : `# Made: ${made.join(', ')}`);
  for (const [name, id] of Object.entries(prices)) console.log(`${name}=${id}`);
  if (webhookSecret) console.log(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
