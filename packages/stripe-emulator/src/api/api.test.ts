import { webhooksSettled } from '@heirlight/emulator-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { API_VERSION } from '../eventLog';
import { clientOf, PRICE, startTestStripe, type TestStripe } from '../testStripe';

let local: TestStripe;
let client: Stripe;

beforeAll(async () => {
  local = await startTestStripe();
  client = local.client;
});

afterAll(() => local.close());

const problem = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => {
      throw new Error('The call should have been refused');
    },
    (error) => error,
  );

describe('every request', () => {
  it('needs the secret key', async () => {
    const wrong = await problem(clientOf(local.server, 'sk_test_someone').prices.list());
    expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(wrong.message).toMatch(/^Invalid API Key provided: sk_test_\*+eone$/);
    expect((await fetch(`${local.server.origin}/v1/prices`)).status).toBe(401);
  });

  it('follows the version of the client', async () => {
    const price = await client.prices.retrieve(PRICE);
    expect(API_VERSION).toBe(Stripe.API_VERSION);
    expect(price.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    expect(price.lastResponse.requestId).toMatch(/^req_/);
  });

  it('is refused when its path or a parameter is unknown, missing or of the wrong kind', async () => {
    expect(await problem(client.subscriptions.list())).toMatchObject({ statusCode: 404 });
    expect(await problem(client.products.create({ name: 'A', shippable: true }))).toMatchObject({
      code: 'parameter_unknown',
      param: 'shippable',
      type: 'StripeInvalidRequestError',
    });
    expect(await problem(client.products.create({} as Stripe.ProductCreateParams))).toMatchObject({
      code: 'parameter_missing',
      param: 'name',
    });
    const badQuantity = { price: PRICE, quantity: 'two' as unknown as number };
    expect(await problem(local.createSession({ line_items: [badQuantity] }))).toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'line_items[0][quantity]',
    });
    expect(await problem(client.prices.retrieve('price_none'))).toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
      message: "No such price: 'price_none'",
    });
  });

  it('is carried out once per idempotency key', async () => {
    const options = { idempotencyKey: 'buy-1' };
    const first = await local.client.customers.create({ email: 'a@b.org' }, options);
    const again = await client.customers.create({ email: 'a@b.org' }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    const other = await problem(client.customers.create({ email: 'c@d.org' }, options));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect((await client.customers.create({ email: 'a@b.org' })).id).not.toBe(first.id);
  });

  it('may be repeated with its key after it was refused', async () => {
    const options = { idempotencyKey: 'buy-2' };
    await problem(client.customers.create({ email: 'nobody' }, options));
    await problem(client.customers.create({ email: 'nobody' }, options));
    expect((await client.customers.create({ email: 'now@good.org' }, options)).email).toBe('now@good.org');
  });
});

describe('the catalogue', () => {
  it('is seeded with the three packs and FirstOrder [spec 9.7, 9.8]', async () => {
    const { data } = await client.prices.list({ lookup_keys: ['pack_5', 'pack_25', 'pack_50'], active: true });
    expect(data.map(({ id, unit_amount: amount, currency }) => [id, amount, currency]).sort()).toEqual([
      ['price_local_25', 600, 'usd'],
      ['price_local_5', 200, 'usd'],
      ['price_local_50', 800, 'usd'],
    ]);
    const codes = await client.promotionCodes.list({ code: 'FirstOrder', expand: ['data.promotion.coupon'] });
    expect(codes.data[0]).toMatchObject({
      active: true,
      restrictions: { first_time_transaction: true },
      promotion: { coupon: { percent_off: 25 } },
    });
  });

  it('grows by products, prices, coupons and codes, as a set-up script makes them', async () => {
    const product = await client.products.create({ name: '100 Restores', metadata: { pack: 'pack_100' } });
    const create = { product: product.id, currency: 'usd', unit_amount: 1200, lookup_key: 'pack_100' };
    const price = await client.prices.create(create);
    expect(price.unit_amount_decimal?.toString()).toBe('1200');
    expect(await problem(client.prices.create(create))).toMatchObject({ param: 'lookup_key' });
    const moved = await client.prices.create({ ...create, transfer_lookup_key: true });
    const { data } = await client.prices.list({ lookup_keys: ['pack_100'], expand: ['data.product'] });
    expect(data.map(({ id }) => id)).toEqual([moved.id]);
    expect(data[0]?.product).toMatchObject({ name: '100 Restores' });
    expect((await client.prices.update(price.id, { active: false })).active).toBe(false);
    expect((await client.products.update(product.id, { default_price: moved.id })).default_price).toBe(moved.id);

    const coupon = await client.coupons.create({ id: 'SPRING', percent_off: 10, duration: 'once' });
    const promotion = { type: 'coupon' as const, coupon: coupon.id };
    const code = await client.promotionCodes.create({ promotion, code: 'Spring' });
    expect(await problem(client.promotionCodes.create({ promotion, code: 'SPRING' }))).toMatchObject({ param: 'code' });
    expect((await client.promotionCodes.update(code.id, { active: false })).active).toBe(false);
    expect(await client.coupons.del('SPRING')).toMatchObject({ deleted: true });
  });

  it('is read page by page', async () => {
    for (let index = 0; index < 12; index += 1) await client.customers.create({ email: `page${index}@example.com` });
    const seen: (string | null)[] = [];
    for await (const customer of client.customers.list({ limit: 5 })) seen.push(customer.email);
    expect(seen.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_none, index) => `page${11 - index}@example.com`));
    expect(await problem(client.customers.list({ limit: 500 }))).toMatchObject({ param: 'limit' });
    const page = async (limit: number) => (await client.customers.list({ limit })).has_more;
    const all = seen.length;
    expect([await page(all - 1), await page(all), await page(all + 1)]).toEqual([true, false, false]);
  });

  it('sells no price that was archived', async () => {
    await client.prices.update(PRICE, { active: false });
    expect(await problem(local.createSession())).toMatchObject({ param: 'line_items[0][price]' });
    await client.prices.update(PRICE, { active: true });
  });
});

describe('webhook endpoints', () => {
  it('tell their secret once and get what they asked for', async () => {
    const url = `${local.receiver.server.origin}/extra`;
    const made = await client.webhookEndpoints.create({ url, enabled_events: ['checkout.session.expired'] });
    expect(made.secret).toMatch(/^whsec_/);
    expect((await client.webhookEndpoints.list()).data[0]).not.toHaveProperty('secret');
    const session = await local.createSession();
    await client.checkout.sessions.expire(session.id);
    await local.receiver.until(2);
    const hook = local.receiver.received.find(({ path }) => path === '/extra');
    const signature = String(hook?.headers['stripe-signature']);
    expect(Stripe.webhooks.constructEvent(hook?.body ?? '', signature, made.secret ?? '').type).toBe(
      'checkout.session.expired',
    );
    const changed = await client.webhookEndpoints.update(made.id, { disabled: true });
    expect(changed.status).toBe('disabled');
    await client.checkout.sessions.expire((await local.createSession()).id);
    await local.receiver.until(3);
    await webhooksSettled(local.server);
    expect(local.receiver.received.filter(({ path }) => path === '/extra')).toHaveLength(1);
    expect(await client.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true });
  });
});
