/**
 * `npm run stripe:setup`: creates at Stripe what the product sells, and prints the lines for `functions/.env.PROJECT`.
 * Safe to repeat: it finds what exists by id, lookup key, code or URL. STRIPE_SECRET_KEY names the account. If
 * STRIPE_WEBHOOK_URL is set, that endpoint gets the events the backend handles. CHECKOUT_RECEIPTS, CHECKOUT_TAX,
 * CHECKOUT_TERMS_URL and PROMOTION_FIRST_ORDERS_ONLY are what `functions/.env.PROJECT` is to say: a checkout with them
 * is tried. STRIPE_API_BASE_URL is for an emulator.
 */
import { checkoutSwitches } from '../src/platform/checkoutSwitches';
import { stripeGateway } from '../src/platform/stripeGateway';
import { setUpStripe } from './setUpStripe';
import { stripeClient } from './stripeClient';

const { env } = process;

async function main(): Promise<void> {
  const switches = checkoutSwitches({
    receipts: env.CHECKOUT_RECEIPTS ?? '',
    tax: env.CHECKOUT_TAX ?? '',
    termsUrl: env.CHECKOUT_TERMS_URL ?? '',
  });
  const gateway = stripeGateway({
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    webhookSecret: '',
    baseUrl: env.STRIPE_API_BASE_URL || 'https://api.stripe.com',
  });
  const firstOrdersOnly = env.PROMOTION_FIRST_ORDERS_ONLY === 'true';
  const { made, prices, changed, webhookSecret } = await setUpStripe(stripeClient(env), {
    webhookUrl: env.STRIPE_WEBHOOK_URL,
    checkout: { gateway, switches },
    firstOrdersOnly,
  });
  if (made.length > 0) console.log(`# Made: ${made.join(', ')}`);
  if (changed.length > 0) console.log(`# Changed: ${changed.join(', ')}`);
  if (made.length + changed.length === 0) console.log('# Everything was there already.');
  for (const [name, id] of Object.entries(prices)) console.log(`${name}=${id}`);
  console.log(`CHECKOUT_RECEIPTS=${switches.receipts}`);
  console.log(`CHECKOUT_TAX=${switches.tax}`);
  console.log(`CHECKOUT_TERMS_URL=${switches.termsUrl ?? 'none'}`);
  console.log(`PROMOTION_FIRST_ORDERS_ONLY=${firstOrdersOnly}`);
  if (webhookSecret) console.log(`STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
