import { randomUUID } from 'node:crypto';
import { TAX_CODE } from '@heirlight/contract/packs';
import type Stripe from 'stripe';
import { ask, INVALID, type StripeScenario } from './tools';

export const prices: StripeScenario = {
  name: 'a price, its lookup key and its tax',
  async run(steps, { stripe, priceId }) {
    const lookup = `heirlight_${randomUUID()}`;
    const price: Stripe.Price = await steps.expect(
      'retrieve with its product',
      {
        status: 200,
        body: {
          id: priceId,
          active: true,
          type: 'one_time',
          unit_amount: 600,
          currency: 'usd',
          tax_behavior: 'inclusive',
          product: { object: 'product', tax_code: TAX_CODE },
        },
      },
      () => ask(() => stripe.prices.retrieve(priceId, { expand: ['product'] })),
    );
    const product = (price.product as Stripe.Product).id;
    const params = { product, currency: 'usd', unit_amount: 700, lookup_key: lookup };
    const { id: first }: { id: string } = await steps.expect(
      'another price',
      { status: 200, body: { id: /^price_/, lookup_key: lookup, tax_behavior: 'unspecified' } },
      () => ask(() => stripe.prices.create(params)),
    );
    await steps.expect('its key is taken', { status: 400, body: { error: { type: INVALID } } }, () =>
      ask(() => stripe.prices.create(params)),
    );
    const { id: second }: { id: string } = await steps.expect(
      'its key is handed over',
      { status: 200, body: { lookup_key: lookup } },
      () => ask(() => stripe.prices.create({ ...params, transfer_lookup_key: true })),
    );
    await steps.expect('found by the key', { status: 200, body: { data: [{ id: second }] } }, () =>
      ask(() => stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 })),
    );
    await steps.expect('it includes tax now', { status: 200, body: { tax_behavior: 'inclusive' } }, () =>
      ask(() => stripe.prices.update(second, { tax_behavior: 'inclusive' })),
    );
    await steps.expect('which cannot be changed', { status: 400, body: { error: { type: INVALID } } }, () =>
      ask(() => stripe.prices.update(second, { tax_behavior: 'exclusive' })),
    );
    for (const id of [first, second]) {
      await steps.expect('archived', { status: 200, body: { id, active: false } }, () =>
        ask(() => stripe.prices.update(id, { active: false })),
      );
    }
  },
};

export const promotion: StripeScenario = {
  name: 'a promotion code for first orders',
  async run(steps, { stripe }) {
    const code = `HEIRLIGHT${randomUUID().slice(0, 8).toUpperCase()}`;
    const { id: coupon }: { id: string } = await steps.expect(
      'the coupon',
      { status: 200, body: { object: 'coupon', percent_off: 25, duration: 'once', valid: true } },
      () => ask(() => stripe.coupons.create({ percent_off: 25, duration: 'once' })),
    );
    const params = {
      promotion: { type: 'coupon', coupon },
      code,
      restrictions: { first_time_transaction: true },
    } as const;
    const { id }: { id: string } = await steps.expect(
      'the code',
      {
        status: 200,
        body: {
          object: 'promotion_code',
          code,
          active: true,
          promotion: { type: 'coupon', coupon },
          restrictions: { first_time_transaction: true },
        },
      },
      () => ask(() => stripe.promotionCodes.create(params)),
    );
    await steps.expect('the code again', { status: 400, body: { error: { type: INVALID } } }, () =>
      ask(() => stripe.promotionCodes.create(params)),
    );
    await steps.expect('found by its text', { status: 200, body: { data: [{ id }] } }, () =>
      ask(() => stripe.promotionCodes.list({ code, active: true, limit: 1 })),
    );
    await steps.expect('the coupon deleted', { status: 200, body: { id: coupon, deleted: true } }, () =>
      ask(() => stripe.coupons.del(coupon)),
    );
  },
};
