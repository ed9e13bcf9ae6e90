import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startStripe } from '@heirlight/stripe-emulator';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import type { PaymentGateway } from '../src/platform/paymentGateway';
import { stripeGateway } from '../src/platform/stripeGateway';
import { priceProblems } from './checkPrices';
import { setUpStripe } from './setUpStripe';
import { stripeClient } from './stripeClient';

const KEY = 'sk_test_prices';
let emulator: RunningServer;
let stripe: Stripe;
let prices: Record<string, string>;
let gateway: PaymentGateway;

beforeEach(async () => {
  emulator = await startStripe({ secretKey: KEY });
  stripe = stripeClient({ STRIPE_SECRET_KEY: KEY, STRIPE_API_BASE_URL: emulator.origin });
  gateway = stripeGateway({ secretKey: KEY, webhookSecret: '', baseUrl: emulator.origin });
  ({ prices } = await setUpStripe(stripe));
});
afterEach(() => emulator.close());

const newPrice = async (change: Partial<Stripe.PriceCreateParams>) => {
  const { product } = await stripe.prices.retrieve(prices.PRICE_5!);
  return (await stripe.prices.create({ product: String(product), currency: 'usd', unit_amount: 200, ...change })).id;
};

test('what stripe:setup made passes', async () => {
  expect(await priceProblems(prices, stripe)).toEqual([]);
});

test('a missing, a blank and an unknown price are named', async () => {
  const { PRICE_5, ...others } = prices;
  expect(PRICE_5).toMatch(/^price_/);
  expect(await priceProblems({ ...others, PRICE_25: ' ', PRICE_50: 'price_of_another_account' }, stripe)).toEqual([
    'PRICE_5 is missing',
    'PRICE_25 is missing',
    expect.stringMatching(/^PRICE_50: .*price_of_another_account/),
  ]);
});

test('another amount, another currency and an archived price are named', async () => {
  const archived = await newPrice({});
  await stripe.prices.update(archived, { active: false });
  const amount = await newPrice({ unit_amount: 201 });
  const currency = await newPrice({ currency: 'eur', unit_amount: 800 });
  expect(await priceProblems({ PRICE_5: archived, PRICE_25: amount, PRICE_50: currency }, stripe)).toEqual([
    `PRICE_5: ${archived} is archived at Stripe`,
    `PRICE_25: ${amount} is 201 usd at Stripe, the pack of 25 is 600 usd`,
    `PRICE_50: ${currency} is 800 eur at Stripe, the pack of 50 is 800 usd`,
  ]);
});

test('a promotion code that is missing, or for other orders than the page promises, is named', async () => {
  expect(await priceProblems({ ...prices, PROMOTION_FIRST_ORDERS_ONLY: 'true' }, stripe)).toEqual([
    expect.stringMatching(/^FirstOrder is for every order at Stripe.*PROMOTION_FIRST_ORDERS_ONLY=true$/),
  ]);
  const [code] = (await stripe.promotionCodes.list({ code: 'FirstOrder', active: true })).data;
  await stripe.promotionCodes.update(String(code?.id), { active: false });
  expect(await priceProblems(prices, stripe)).toEqual([expect.stringContaining('no promotion code FirstOrder')]);
});

test('switches that exclude each other, and prices that cannot be taxed yet, are named', async () => {
  expect(await priceProblems({ ...prices, CHECKOUT_TAX: 'managed', CHECKOUT_RECEIPTS: 'invoice' }, stripe)).toEqual([
    expect.stringContaining('CHECKOUT_RECEIPTS=invoice does not go with CHECKOUT_TAX=managed'),
  ]);
  expect(await priceProblems({ ...prices, CHECKOUT_TAX: 'managed' }, stripe)).toEqual(
    [5, 25, 50].map((photos) =>
      expect.stringMatching(`^PRICE_${photos}: .* run npm run stripe:setup with CHECKOUT_TAX=managed$`),
    ),
  );
  await stripe.tax.settings.update({ head_office: { address: { country: 'DE' } } });
  await setUpStripe(stripe, {
    checkout: { gateway, switches: { receipts: 'none', tax: 'automatic', termsUrl: null } },
  });
  expect(await priceProblems({ ...prices, CHECKOUT_TAX: 'automatic' }, stripe)).toEqual([]);
});
