/**
 * `npm run stripe:setup`: creates at Stripe what the product sells, and prints the lines for `functions/.env.local`.
 * Safe to repeat: it finds what exists by id, lookup key, code or URL. STRIPE_SECRET_KEY names the account. If
 * STRIPE_WEBHOOK_URL is set, that endpoint gets the events the backend handles. STRIPE_API_BASE_URL is for an emulator.
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
