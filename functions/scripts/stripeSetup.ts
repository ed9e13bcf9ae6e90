/**
 * `npm run stripe:setup`: creates at Stripe what the product sells, and prints the lines for `functions/.env.PROJECT`.
 * Safe to repeat: it finds what exists by id, lookup key, code or URL. STRIPE_SECRET_KEY names the account. If
 * STRIPE_WEBHOOK_URL is set, that endpoint gets the events the backend handles. STRIPE_API_BASE_URL is for an emulator.
 */
import { setUpStripe } from './setUpStripe';
import { stripeClient } from './stripeClient';

async function main(): Promise<void> {
  const { made, prices, changed, webhookSecret } = await setUpStripe(stripeClient(process.env), {
    webhookUrl: process.env.STRIPE_WEBHOOK_URL,
  });
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
