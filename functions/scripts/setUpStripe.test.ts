import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startStripe } from '@heirlight/stripe-emulator';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { type CheckoutSwitches, HANDLED_EVENTS } from '../src/platform/paymentGateway';
import { stripeGateway } from '../src/platform/stripeGateway';
import { setUpStripe } from './setUpStripe';

const WEBHOOK = 'https://us-central1-heirlight.cloudfunctions.net/stripe-webhook';
const KEY = 'sk_test_setup';
let emulator: RunningServer;
let stripe: Stripe;

// A new Stripe account sells nothing.
beforeEach(async () => {
  emulator = await startStripe({ secretKey: KEY });
  stripe = new Stripe(KEY, { host: '127.0.0.1', port: emulator.port, protocol: 'http' });
});
afterEach(() => emulator.close());

const everything = async () => ({
  products: (await stripe.products.list({ limit: 100 })).data.map(({ id }) => id).sort(),
  prices: (await stripe.prices.list({ limit: 100 })).data.map(({ id }) => id).sort(),
  coupons: (await stripe.coupons.list({ limit: 100 })).data.map(({ id }) => id),
  codes: (await stripe.promotionCodes.list({ limit: 100, active: true })).data.map(({ code }) => code),
  webhooks: (await stripe.webhookEndpoints.list({ limit: 100 })).data.map(({ url }) => url),
});
const setUp = () => setUpStripe(stripe, { webhookUrl: WEBHOOK });

test('running it twice makes everything once [spec 9.8]', async () => {
  const first = await setUp();
  expect(first.made.map((text) => text.replace(/price_\w+/, 'price_…'))).toEqual([
    'product heirlight_pack_5',
    'price price_…',
    'product heirlight_pack_25',
    'price price_…',
    'product heirlight_pack_50',
    'price price_…',
    'coupon FirstOrder',
    'promotion code FirstOrder',
    `webhook endpoint ${WEBHOOK}`,
  ]);
  expect(first.changed).toEqual([]);
  expect(first.webhookSecret).toMatch(/^whsec_/);
  const after = await everything();

  expect(await setUp()).toEqual({ prices: first.prices, made: [], changed: [], webhookSecret: null });
  expect(await everything()).toEqual(after);
  expect(after).toMatchObject({ coupons: ['FirstOrder'], codes: ['FirstOrder'], webhooks: [WEBHOOK] });
  const amounts = await Promise.all(
    Object.entries(first.prices).map(async ([name, id]) => [name, (await stripe.prices.retrieve(id)).unit_amount]),
  );
  expect(Object.fromEntries(amounts)).toEqual({ PRICE_5: 200, PRICE_25: 600, PRICE_50: 800 });
});

test('the coupon takes 25 % off once; its code is for every order, or for first ones if the owner says so [spec 9.7]', async () => {
  await setUp();
  expect(await stripe.coupons.retrieve('FirstOrder')).toMatchObject({
    percent_off: 25,
    duration: 'once',
    valid: true,
  });
  const codes = async () => (await stripe.promotionCodes.list({ code: 'FirstOrder', active: true })).data;
  const code = (firstOnly: boolean) => ({
    promotion: { type: 'coupon', coupon: 'FirstOrder' },
    restrictions: { first_time_transaction: firstOnly },
  });
  expect(await codes()).toMatchObject([code(false)]);
  const restrict = () => setUpStripe(stripe, { firstOrdersOnly: true });
  expect((await restrict()).changed).toEqual(['promotion code FirstOrder, for first orders now']);
  expect(await codes()).toMatchObject([code(true)]);
  expect((await restrict()).changed).toEqual([]);
  expect((await setUp()).changed).toEqual(['promotion code FirstOrder, for every order now']);
  expect(await codes()).toMatchObject([code(false)]);
});

test('a pack whose amount changed gets a new price with its lookup key; the others keep theirs', async () => {
  const first = await setUp();
  // What another amount in the contract would find: the price made for the amount before.
  const { product } = await stripe.prices.retrieve(first.prices.PRICE_25!);
  const outdated = await stripe.prices.create({
    product: String(product),
    currency: 'usd',
    unit_amount: 500,
    lookup_key: 'pack_25',
    transfer_lookup_key: true,
  });

  const second = await setUp();
  const { PRICE_25: changed, ...others } = second.prices;
  expect(second.made).toEqual([`price ${changed}`]);
  expect(first.prices).toMatchObject(others);
  expect(await stripe.prices.retrieve(changed!)).toMatchObject({ unit_amount: 600, lookup_key: 'pack_25', product });
  expect((await stripe.prices.retrieve(outdated.id)).lookup_key).toBeNull();
  expect(await setUp()).toMatchObject({ prices: second.prices, made: [] });
});

test('an endpoint made for other events gets today’s events and keeps its secret', async () => {
  await setUp();
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  expect(endpoint?.enabled_events).toEqual([...HANDLED_EVENTS]);
  await stripe.webhookEndpoints.update(endpoint!.id, {
    enabled_events: ['charge.refunded', 'checkout.session.completed'],
  });

  expect(await setUp()).toMatchObject({
    made: [],
    changed: [`events of webhook endpoint ${WEBHOOK}`],
    webhookSecret: null,
  });
  expect((await stripe.webhookEndpoints.list()).data).toEqual([{ ...endpoint, enabled_events: [...HANDLED_EVENTS] }]);

  // Stripe may list them in an order of its own.
  await stripe.webhookEndpoints.update(endpoint!.id, { enabled_events: [...HANDLED_EVENTS].reverse() });
  expect(await setUp()).toMatchObject({ made: [], changed: [] });
});

test('a disabled endpoint is enabled again, and the result says so', async () => {
  await setUp();
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint!.id, { disabled: true });

  expect(await setUp()).toMatchObject({
    made: [],
    changed: [`webhook endpoint ${WEBHOOK}, which was disabled`],
    webhookSecret: null,
  });
  expect((await stripe.webhookEndpoints.list()).data).toEqual([endpoint]);

  await stripe.webhookEndpoints.update(endpoint!.id, { disabled: true, enabled_events: ['charge.refunded'] });
  expect(await setUp()).toMatchObject({
    changed: [`events of webhook endpoint ${WEBHOOK}`, `webhook endpoint ${WEBHOOK}, which was disabled`],
  });
  expect((await stripe.webhookEndpoints.list()).data).toEqual([endpoint]);
});

describe('the switches of the checkout', () => {
  const setUpWith = (change: Partial<CheckoutSwitches>) =>
    setUpStripe(stripe, {
      checkout: {
        gateway: stripeGateway({ secretKey: KEY, webhookSecret: '', baseUrl: emulator.origin }),
        switches: { receipts: 'none', tax: 'none', termsUrl: null, ...change },
      },
    });
  const sessions = async () => (await stripe.checkout.sessions.list()).data.map(({ status }) => status);

  test('a checkout with them is tried and ended, and leaves no customer', async () => {
    await setUpWith({ receipts: 'invoice' });
    expect(await sessions()).toEqual(['expired']);
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  test('what the account cannot do yet is said before any buyer sees it', async () => {
    await expect(setUpWith({ tax: 'automatic' })).rejects.toThrow(
      'CHECKOUT_TAX=automatic: Stripe Tax lacks head_office',
    );
    await expect(setUpWith({ termsUrl: 'https://heirlight.app/terms' })).rejects.toThrow('unless a URL is set');
    expect((await stripe.customers.list()).data).toEqual([]);
  });

  test.each(['automatic', 'managed'] as const)('for %s tax the packs say what they are, once', async (tax) => {
    await stripe.tax.settings.update({ head_office: { address: { country: 'DE' } } });
    const { prices, changed } = await setUpWith({ tax });
    expect(changed.map((text) => text.replace(/price_\w+/, 'price_…'))).toEqual(
      [5, 25, 50].flatMap((photos) => [
        `tax code of product heirlight_pack_${photos}`,
        'price price_…, which includes tax now',
      ]),
    );
    expect(await stripe.prices.retrieve(prices.PRICE_5!)).toMatchObject({ tax_behavior: 'inclusive' });
    expect(await setUpWith({ tax })).toMatchObject({ made: [], changed: [] });
  });
});
