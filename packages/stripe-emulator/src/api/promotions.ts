import { buildCoupon, buildPromotionCode } from '../catalogue';
import { decimal, flag, map, metadata, oneOf, optional, positive, readParams, text } from '../params';
import { invalid } from '../stripeError';
import { type ApiCall, active, createdIn, type Endpoint, fits, paging } from './endpoint';

function createCoupon({ state, params }: ApiCall) {
  const given = readParams(params, {
    id: optional(text),
    name: optional(text),
    percent_off: optional(decimal),
    amount_off: optional(positive),
    currency: optional(text),
    duration: optional(oneOf(['once'])),
    max_redemptions: optional(positive),
    redeem_by: optional(positive),
    metadata: optional(metadata),
  });
  if ((given.percent_off === undefined) === (given.amount_off === undefined)) {
    throw invalid('You must pass either percent_off or amount_off when creating a coupon.', { param: 'percent_off' });
  }
  if (given.percent_off !== undefined && (given.percent_off <= 0 || given.percent_off > 100)) {
    throw invalid('Invalid percent_off: must be greater than 0 and at most 100.', { param: 'percent_off' });
  }
  if (given.amount_off !== undefined && given.currency === undefined) {
    throw invalid('You must pass currency when passing amount_off', { code: 'parameter_missing', param: 'currency' });
  }
  if (given.id !== undefined && state.coupons.find(given.id)) {
    throw invalid('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  return state.coupons.add(
    buildCoupon({
      id: given.id,
      name: given.name,
      percentOff: given.percent_off,
      amountOff: given.amount_off,
      currency: given.currency,
      maxRedemptions: given.max_redemptions,
      redeemBy: given.redeem_by,
      metadata: given.metadata,
    }),
  );
}

function createPromotionCode({ state, params }: ApiCall) {
  const given = readParams(params, {
    promotion: map({ type: oneOf(['coupon']), coupon: text }),
    code: optional(text),
    active,
    customer: optional(text),
    expires_at: optional(positive),
    max_redemptions: optional(positive),
    metadata: optional(metadata),
    restrictions: optional(
      map({
        first_time_transaction: optional(flag),
        minimum_amount: optional(positive),
        minimum_amount_currency: optional(text),
      }),
    ),
  });
  const coupon = state.coupons.get(given.promotion.coupon, 'promotion[coupon]');
  if (given.customer !== undefined) state.customers.get(given.customer, 'customer');
  const code = given.code?.toLowerCase();
  if (
    code !== undefined &&
    state.promotionCodes.all.some((known) => known.active && known.code.toLowerCase() === code)
  ) {
    throw invalid('An active promotion code with `code` already exists.', { param: 'code' });
  }
  return state.promotionCodes.add(
    buildPromotionCode({
      coupon: coupon.id,
      code: given.code,
      active: given.active,
      customer: given.customer,
      expiresAt: given.expires_at,
      maxRedemptions: given.max_redemptions,
      firstTimeTransaction: given.restrictions?.first_time_transaction,
      minimumAmount: given.restrictions?.minimum_amount,
      minimumAmountCurrency: given.restrictions?.minimum_amount_currency,
      metadata: given.metadata,
    }),
  );
}

export const promotionEndpoints: readonly Endpoint[] = [
  { method: 'POST', pattern: '/v1/coupons', run: createCoupon },
  {
    method: 'GET',
    pattern: '/v1/coupons',
    run: ({ state, params, path }) => {
      const filter = readParams(params, { ...paging, created: createdIn });
      return state.coupons.page({ url: path, paging: filter, where: filter.created });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/coupons/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.coupons.get(id);
    },
  },
  {
    method: 'DELETE',
    pattern: '/v1/coupons/:id',
    run: ({ state, id }) => {
      state.coupons.get(id);
      state.coupons.delete(id);
      return { id, object: 'coupon', deleted: true };
    },
  },
  { method: 'POST', pattern: '/v1/promotion_codes', run: createPromotionCode },
  {
    method: 'GET',
    pattern: '/v1/promotion_codes',
    run: ({ state, params, path }) => {
      const filter = readParams(params, {
        ...paging,
        active,
        code: optional(text),
        coupon: optional(text),
        created: createdIn,
        customer: optional(text),
      });
      return state.promotionCodes.page({
        url: path,
        paging: filter,
        where: (known) =>
          fits(filter.active, known.active) &&
          fits(filter.code?.toLowerCase(), known.code.toLowerCase()) &&
          fits(filter.coupon, known.promotion.coupon) &&
          fits(filter.customer, known.customer) &&
          filter.created(known),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/v1/promotion_codes/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.promotionCodes.get(id);
    },
  },
  {
    method: 'POST',
    pattern: '/v1/promotion_codes/:id',
    run: ({ state, id, params }) => {
      const known = state.promotionCodes.get(id);
      const change = readParams(params, { active, metadata: optional(metadata) });
      known.active = change.active ?? known.active;
      known.metadata = { ...known.metadata, ...change.metadata };
      return known;
    },
  },
];
