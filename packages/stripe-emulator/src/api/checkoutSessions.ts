import { expireCheckout } from '../checkout/payment';
import { buildCheckout, buildLineItem, setDiscount } from '../checkout/session';
import { checkSwitches, checkTaxable, isManaged, switchShape } from '../checkout/switches';
import { nowS } from '../ids';
import type { CheckoutRecord, LineItem, Product } from '../objects';
import {
  emailAddress,
  flag,
  integer,
  list,
  map,
  metadata,
  oneOf,
  optional,
  type Parsed,
  positive,
  readParams,
  text,
  webAddress,
} from '../params';
import type { StripeState } from '../state';
import { invalid } from '../stripeError';
import { type ApiCall, createdIn, type Endpoint, fits, paging } from './endpoint';

const MIN_LIFETIME_S = 30 * 60;
const MAX_LIFETIME_S = 24 * 60 * 60;

/** The parameters of a Session in payment mode with a hosted page. Any other is refused by its name. */
const createShape = {
  mode: oneOf(['payment']),
  ui_mode: optional(oneOf(['hosted_page', 'hosted'])),
  line_items: list(map({ price: text, quantity: positive })),
  client_reference_id: optional(text),
  metadata: optional(metadata),
  payment_intent_data: optional(
    map({ metadata: optional(metadata), description: optional(text), receipt_email: optional(emailAddress) }),
  ),
  customer: optional(text),
  customer_email: optional(emailAddress),
  customer_creation: optional(oneOf(['always', 'if_required'])),
  allow_promotion_codes: optional(flag),
  discounts: optional(list(map({ coupon: optional(text), promotion_code: optional(text) }))),
  success_url: webAddress,
  cancel_url: optional(webAddress),
  expires_at: optional(integer),
  locale: optional(text),
  submit_type: optional(oneOf(['auto', 'pay', 'book', 'donate'])),
  payment_method_types: optional(list(oneOf(['card', 'us_bank_account']))),
  ...switchShape,
};
type CreateParams = Parsed<typeof createShape>;

function checkCombinations(given: CreateParams): void {
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', { param: 'customer' });
  }
  if (given.customer !== undefined && given.customer_creation !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_creation.', { param: 'customer' });
  }
  if (given.allow_promotion_codes !== undefined && given.discounts !== undefined) {
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.', {
      param: 'allow_promotion_codes',
    });
  }
  const lifetime = given.expires_at === undefined ? MAX_LIFETIME_S : given.expires_at - nowS();
  if (lifetime < MIN_LIFETIME_S || lifetime > MAX_LIFETIME_S) {
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    });
  }
}

function lineItemsOf(state: StripeState, given: CreateParams): { item: LineItem; product: Product }[] {
  if (given.line_items.length === 0) {
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' });
  }
  return given.line_items.map((item, index) => {
    const param = `line_items[${index}][price]`;
    const price = state.prices.get(item.price, param);
    if (!price.active) {
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, { param });
    }
    const product = state.products.get(price.product, param);
    return { item: buildLineItem({ price, product, quantity: item.quantity }), product };
  });
}

function applyGivenDiscount(
  state: StripeState,
  { checkout, given }: { checkout: CheckoutRecord; given: CreateParams },
) {
  const [discount] = given.discounts ?? [];
  if (!discount) return;
  const code =
    discount.promotion_code === undefined
      ? null
      : state.promotionCodes.get(discount.promotion_code, 'discounts[0][promotion_code]');
  const id = code?.promotion.coupon ?? discount.coupon;
  if (id === undefined) throw invalid('A discount needs a coupon or a promotion_code.', { param: 'discounts[0]' });
  const coupon = state.coupons.get(id, 'discounts[0][coupon]');
  setDiscount(checkout, { coupon, promotionCode: code?.id ?? null });
}

function createSession({ state, params, origin }: ApiCall) {
  const given = readParams(params, createShape);
  checkCombinations(given);
  const customer = given.customer === undefined ? null : state.customers.get(given.customer, 'customer');
  const { settings } = state;
  checkSwitches(given, { settings, hasAddress: customer?.address?.country != null });
  const items = lineItemsOf(state, given);
  checkTaxable(items, given, settings);
  const intentData = given.payment_intent_data;
  const checkout = buildCheckout({
    lineItems: items.map(({ item }) => item),
    switches: given,
    isManaged: isManaged(given, settings),
    clientReferenceId: given.client_reference_id,
    metadata: given.metadata ?? {},
    customer: given.customer,
    customerEmail: given.customer_email,
    customerCreation: given.customer_creation,
    allowPromotionCodes: given.allow_promotion_codes,
    successUrl: given.success_url,
    cancelUrl: given.cancel_url,
    expiresAt: given.expires_at,
    locale: given.locale,
    submitType: given.submit_type,
    methodTypes: given.payment_method_types,
    paymentIntentData: {
      metadata: intentData?.metadata ?? {},
      description: intentData?.description ?? null,
      receipt_email: intentData?.receipt_email ?? null,
    },
    origin,
  });
  applyGivenDiscount(state, { checkout, given });
  return state.checkouts.add(checkout).session;
}

export const checkoutSessionEndpoints: readonly Endpoint[] = [
  { method: 'POST', pattern: '/v1/checkout/sessions', run: createSession },
  {
    method: 'GET',
    pattern: '/v1/checkout/sessions',
    run: ({ state, params, path }) => {
      const filter = readParams(params, {
        ...paging,
        created: createdIn,
        customer: optional(text),
        payment_intent: optional(text),
        status: optional(oneOf(['open', 'complete', 'expired'])),
      });
      const page = state.checkouts.page({
        url: path,
        paging: filter,
        where: ({ session }) =>
          filter.created(session) &&
          fits<string | null>(filter.customer, session.customer) &&
          fits<string | null>(filter.payment_intent, session.payment_intent) &&
          fits<string | null>(filter.status, session.status),
      });
      return { ...page, data: page.data.map(({ session }) => session) };
    },
  },
  {
    method: 'GET',
    pattern: '/v1/checkout/sessions/:id',
    run: ({ state, id, params }) => {
      readParams(params, {});
      return state.checkouts.get(id).session;
    },
  },
  {
    method: 'GET',
    pattern: '/v1/checkout/sessions/:id/line_items',
    run: ({ state, id, params, path }) => {
      const { lineItems } = state.checkouts.get(id);
      readParams(params, paging);
      return { object: 'list', url: path, has_more: false, data: lineItems };
    },
  },
  {
    method: 'POST',
    pattern: '/v1/checkout/sessions/:id/expire',
    run: ({ state, events, id, params }) => {
      readParams(params, {});
      const checkout = state.checkouts.get(id);
      expireCheckout({ state, events }, checkout);
      return checkout.session;
    },
  },
];
