import { randomUUID } from 'node:crypto';
import { TAX_CODE } from '@heirlight/contract/packs';
import Stripe from 'stripe';
import type { CheckoutOrder, CheckoutSwitches, PaymentGateway } from '../../src/platform/paymentGateway';
import { type Answer, read, type Scenario, type Steps } from './scenario';

/** What scenarios ask Stripe with. */
export interface StripeTools {
  stripe: Stripe;
  gateway: PaymentGateway;
  /** The same service, asked with a key that it does not know. */
  withWrongKey: Stripe;
  /** A price of 600 cents, tax included. */
  priceId: string;
  /** The id of a paid Session of `priceId`'s amount, or null where nobody can pay one. */
  paidSession(): Promise<string | null>;
  /** A URL that takes webhooks, and the first delivery of an event there; null where no delivery can arrive. */
  receiver: {
    url: string;
    delivery(type: string): Promise<{ rawBody: Buffer; signature: string | undefined }>;
  } | null;
}

type WithResponse = { lastResponse: { statusCode: number; headers: Record<string, string> } };

/** The answer to a request of Stripe's own client; an error's body as Stripe sends it. */
async function ask(work: () => Promise<object>): Promise<Answer> {
  try {
    const body = (await work()) as WithResponse;
    const { statusCode, headers } = body.lastResponse;
    return { status: statusCode, body: { ...body, replayed: headers['idempotent-replayed'] } };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { rawType: type, code, param, statusCode = 0 } = error;
    return { status: statusCode, body: { error: { type, code, param } } };
  }
}

const INVALID = 'invalid_request_error';
const OFF: CheckoutSwitches = { receipts: 'none', tax: 'none', termsUrl: null };
const unknown = (type: string) => `${type}_heirlight_none`;

async function newOrder(
  { gateway, priceId }: StripeTools,
  change: Partial<CheckoutOrder> = {},
): Promise<CheckoutOrder> {
  const uid = 'scenario';
  const email = 'scenario@example.com';
  return {
    uid,
    email,
    customerId: await gateway.createCustomer({ uid, email, idempotencyKey: randomUUID() }),
    pack: 'pack_25',
    priceId,
    allowsPromotionCodes: true,
    switches: OFF,
    successUrl: 'https://example.com/?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://example.com/',
    idempotencyKey: randomUUID(),
    ...change,
  };
}

/** Opens a Session as the product does. */
async function opened(steps: Steps, tools: StripeTools, change: Partial<CheckoutOrder> = {}): Promise<string> {
  const order = await newOrder(tools, change);
  const made: { sessionId: string } = await steps.expect(
    'our gateway opens a checkout',
    { status: 'ok', body: { sessionId: /^cs_test_/, url: /^https?:\/\// } },
    () => read(() => tools.gateway.createSession(order)),
  );
  return made.sessionId;
}

/** Parameters of a Session that is asked for directly, with one thing that is wrong. */
const wrongSession = ({ priceId }: StripeTools, change: object): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [{ price: priceId, quantity: 1 }],
  success_url: 'https://example.com/',
  managed_payments: { enabled: false },
  ...change,
});

/** A paid payment without a Session. */
const payDirectly = (stripe: Stripe, method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount: 600,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });

type StripeScenario = Scenario<StripeTools>;

const customers: StripeScenario = {
  name: 'a customer, from its creation to its deletion',
  async run(steps, { stripe, gateway }) {
    const key = randomUUID();
    const create = () =>
      read(() => gateway.createCustomer({ uid: 'ada', email: 'ada@example.com', idempotencyKey: key }));
    const id: string = await steps.expect('create', { status: 'ok', body: /^cus_/ }, create);
    await steps.expect('create again with its key', { status: 'ok', body: id }, create);
    await steps.expect(
      'retrieve',
      {
        status: 200,
        body: { id, object: 'customer', email: 'ada@example.com', metadata: { uid: 'ada' }, livemode: false },
      },
      () => ask(() => stripe.customers.retrieve(id)),
    );
    await steps.expect('delete', { status: 200, body: { id, object: 'customer', deleted: true } }, () =>
      ask(() => stripe.customers.del(id)),
    );
    await steps.expect('retrieve it deleted', { status: 200, body: { id, deleted: true } }, () =>
      ask(() => stripe.customers.retrieve(id)),
    );
    await steps.expect(
      'delete it again',
      { status: 404, body: { error: { type: INVALID, code: 'resource_missing' } } },
      () => ask(() => stripe.customers.del(id)),
    );
    await steps.expect('our gateway deletes it again', { status: 'ok' }, () => read(() => gateway.deleteCustomer(id)));
  },
};

const checkout: StripeScenario = {
  name: 'a checkout with nothing switched on',
  async run(steps, tools) {
    const sessionId = await opened(steps, tools);
    await steps.expect(
      'retrieve',
      {
        status: 200,
        body: {
          id: sessionId,
          object: 'checkout.session',
          mode: 'payment',
          status: 'open',
          payment_status: 'unpaid',
          amount_total: 600,
          currency: 'usd',
          customer: /^cus_/,
          client_reference_id: 'scenario',
          metadata: { uid: 'scenario', pack: 'pack_25' },
          payment_intent: null,
          allow_promotion_codes: true,
          automatic_tax: { enabled: false },
          managed_payments: { enabled: false },
          consent_collection: null,
          total_details: { amount_discount: 0, amount_tax: 0 },
          url: /^https?:\/\//,
          livemode: false,
        },
      },
      () => ask(() => tools.stripe.checkout.sessions.retrieve(sessionId)),
    );
    await steps.expect(
      'our gateway reads it',
      {
        status: 'ok',
        body: { sessionId, uid: 'scenario', pack: 'pack_25', state: 'open', amountTotal: 600, charge: null },
      },
      () => read(() => tools.gateway.retrieveSession(sessionId)),
    );
  },
};

const invoice: StripeScenario = {
  name: 'a checkout with an invoice, and one with a receipt',
  async run(steps, tools) {
    const sessionId = await opened(steps, tools, { switches: { ...OFF, receipts: 'invoice' } });
    await steps.expect('retrieve', { status: 200, body: { invoice: null, invoice_creation: { enabled: true } } }, () =>
      ask(() => tools.stripe.checkout.sessions.retrieve(sessionId)),
    );
    await opened(steps, tools, { switches: { ...OFF, receipts: 'email' } });
  },
};

const automaticTax: StripeScenario = {
  name: 'a checkout with automatic tax',
  async run(steps, tools) {
    const settings: Stripe.Tax.Settings = await steps.expect(
      'the tax settings',
      { status: 200, body: { object: 'tax.settings', status: String } },
      () => ask(() => tools.stripe.tax.settings.retrieve()),
    );
    if (settings.status !== 'active') steps.skip('enter an address at https://dashboard.stripe.com/test/settings/tax');
    const sessionId = await opened(steps, tools, { switches: { ...OFF, tax: 'automatic' } });
    await steps.expect(
      'retrieve',
      {
        status: 200,
        body: {
          automatic_tax: { enabled: true, status: 'requires_location_inputs' },
          managed_payments: { enabled: false },
          amount_total: 600,
          total_details: { amount_tax: 0 },
        },
      },
      () => ask(() => tools.stripe.checkout.sessions.retrieve(sessionId)),
    );
    const { customerId: customer } = await newOrder(tools);
    await steps.expect(
      'for a customer whose address nobody may note',
      { status: 400, body: { error: { type: INVALID, code: 'customer_tax_location_invalid' } } },
      () =>
        ask(() =>
          tools.stripe.checkout.sessions.create(wrongSession(tools, { customer, automatic_tax: { enabled: true } })),
        ),
    );
  },
};

const managedPayments: StripeScenario = {
  name: 'a checkout with Managed Payments',
  async run(steps, tools) {
    const sessionId = await opened(steps, tools, { switches: { ...OFF, tax: 'managed' } });
    await steps.expect('retrieve', { status: 200, body: { managed_payments: { enabled: true } } }, () =>
      ask(() => tools.stripe.checkout.sessions.retrieve(sessionId)),
    );
    for (const [name, change] of Object.entries({
      'with automatic tax': { automatic_tax: { enabled: true } },
      'with an invoice of ours': { invoice_creation: { enabled: true } },
      'with words of ours': { custom_text: { submit: { message: 'Thank you' } } },
    })) {
      await steps.expect(name, { status: 400, body: { error: { type: INVALID } } }, () =>
        ask(() =>
          tools.stripe.checkout.sessions.create(
            wrongSession(tools, { managed_payments: { enabled: true }, ...change }),
          ),
        ),
      );
    }
  },
};

const NO_TERMS = /unless a URL is set/;

const terms: StripeScenario = {
  name: 'a checkout that asks for consent to the terms',
  async run(steps, tools) {
    const order = await newOrder(tools, { switches: { ...OFF, termsUrl: 'https://example.com/terms' } });
    const first = await read(() => tools.gateway.createSession(order));
    const { message = '' } = (first.body ?? {}) as { message?: string };
    if (NO_TERMS.test(message)) steps.skip('enter a terms URL at https://dashboard.stripe.com/settings/public');
    const made: { sessionId: string } = await steps.expect(
      'our gateway opens a checkout',
      { status: 'ok', body: { sessionId: /^cs_test_/ } },
      async () => first,
    );
    await steps.expect(
      'retrieve',
      {
        status: 200,
        body: {
          consent: null,
          consent_collection: { terms_of_service: 'required' },
          custom_text: { terms_of_service_acceptance: { message: /^I agree to the \[Terms of Service\]/ } },
        },
      },
      () => ask(() => tools.stripe.checkout.sessions.retrieve(made.sessionId)),
    );
  },
};

const refusedCheckouts: StripeScenario = {
  name: 'checkouts that are refused',
  async run(steps, tools) {
    const { stripe, gateway } = tools;
    const create = (change: object) => () => ask(() => stripe.checkout.sessions.create(wrongSession(tools, change)));
    const refused = (error: object) => ({ status: 400, body: { error: { type: INVALID, ...error } } }) as const;
    await steps.expect(
      'an unknown parameter',
      refused({ code: 'parameter_unknown', param: 'heirlight' }),
      create({ heirlight: 'yes' }),
    );
    await steps.expect(
      'a parameter in a parameter that is unknown',
      refused({ code: 'parameter_unknown' }),
      create({
        invoice_creation: { enabled: true, heirlight: 'yes' },
      }),
    );
    await steps.expect(
      'an unknown price',
      refused({ code: 'resource_missing', param: 'line_items[0][price]' }),
      create({ line_items: [{ price: unknown('price'), quantity: 1 }] }),
    );
    await steps.expect(
      'an unknown customer',
      refused({ code: 'resource_missing', param: 'customer' }),
      create({ customer: unknown('cus') }),
    );
    const order = await newOrder(tools, { customerId: unknown('cus') });
    await steps.expect('our gateway says null for it', { status: 'ok', body: null }, () =>
      read(() => gateway.createSession(order)),
    );
    await steps.expect('no success URL', refused({}), create({ success_url: undefined }));
    await steps.expect(
      'a discount and a field for codes',
      refused({}),
      create({ allow_promotion_codes: true, discounts: [{ coupon: 'x' }] }),
    );
  },
};

const expiring: StripeScenario = {
  name: 'a checkout that is ended',
  async run(steps, tools) {
    const { stripe, gateway } = tools;
    const sessionId = await opened(steps, tools);
    await steps.expect('expire', { status: 200, body: { id: sessionId, status: 'expired', url: null } }, () =>
      ask(() => stripe.checkout.sessions.expire(sessionId)),
    );
    await steps.expect('expire again', { status: 400, body: { error: { type: INVALID } } }, () =>
      ask(() => stripe.checkout.sessions.expire(sessionId)),
    );
    await steps.expect('our gateway ends it again', { status: 'ok' }, () =>
      read(() => gateway.expireSession(sessionId)),
    );
    await steps.expect('our gateway reads it', { status: 'ok', body: { state: 'expired', charge: null } }, () =>
      read(() => gateway.retrieveSession(sessionId)),
    );
  },
};

const lists: StripeScenario = {
  name: 'the pages of a list',
  async run(steps, tools) {
    const { stripe, gateway } = tools;
    const order = await newOrder(tools);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const made = await gateway.createSession({ ...order, idempotencyKey: randomUUID() });
      ids.unshift(made?.sessionId ?? '');
    }
    const { customerId: customer } = order;
    const row = (id: string | undefined) => ({ id, object: 'checkout.session' });
    await steps.expect(
      'the first page, newest first',
      { status: 200, body: { object: 'list', has_more: true, data: [row(ids[0]), row(ids[1])] } },
      () => ask(() => stripe.checkout.sessions.list({ customer, limit: 2 })),
    );
    await steps.expect(
      'the page after it',
      { status: 200, body: { object: 'list', has_more: false, data: [row(ids[2])] } },
      () => ask(() => stripe.checkout.sessions.list({ customer, limit: 2, starting_after: ids[1] ?? '' })),
    );
    await steps.expect(
      'a page that is too long',
      { status: 400, body: { error: { type: INVALID, param: 'limit' } } },
      () => ask(() => stripe.checkout.sessions.list({ limit: 101 })),
    );
    await steps.expect(
      'after an unknown one',
      { status: 400, body: { error: { code: 'resource_missing', param: 'starting_after' } } },
      () => ask(() => stripe.checkout.sessions.list({ starting_after: unknown('cs_test') })),
    );
  },
};

const directPayment: StripeScenario = {
  name: 'a payment without a checkout, refunded in part and in whole',
  async run(steps, { stripe, gateway }) {
    const charge = {
      ...{ object: 'charge', amount: 600, amount_refunded: 0, refunded: false, disputed: false, paid: true },
      receipt_url: /^https?:\/\//,
    };
    const intent: Stripe.PaymentIntent = await steps.expect(
      'pay',
      { status: 200, body: { id: /^pi_/, object: 'payment_intent', status: 'succeeded', latest_charge: /^(ch|py)_/ } },
      () => ask(() => payDirectly(stripe)),
    );
    const paymentIntentId = intent.id;
    await steps.expect('retrieve its charge', { status: 200, body: { latest_charge: charge } }, () =>
      ask(() => stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] })),
    );
    await steps.expect('our gateway finds no checkout for it', { status: 'ok', body: null }, () =>
      read(() => gateway.findSession(paymentIntentId)),
    );
    const key = randomUUID();
    const part = () => read(() => gateway.refund({ paymentIntentId, amountCents: 100, idempotencyKey: key }));
    const expected = { state: 'given', amount: 100, request: key };
    const made: { id: string } = await steps.expect(
      'our gateway refunds a part',
      { status: 'ok', body: expected },
      part,
    );
    await steps.expect('and not again with the key', { status: 'ok', body: { ...expected, id: made.id } }, part);
    await steps.expect('more than is left', { status: 400, body: { error: { type: INVALID } } }, () =>
      ask(() => stripe.refunds.create({ payment_intent: paymentIntentId, amount: 600 })),
    );
    await steps.expect('our gateway refunds the rest', { status: 'ok', body: { state: 'given', amount: 500 } }, () =>
      read(() => gateway.refund({ paymentIntentId, idempotencyKey: randomUUID() })),
    );
    await steps.expect(
      'what is refunded already',
      { status: 400, body: { error: { type: INVALID, code: 'charge_already_refunded' } } },
      () => ask(() => stripe.refunds.create({ payment_intent: paymentIntentId })),
    );
    await steps.expect('our gateway says null for it', { status: 'ok', body: null }, () =>
      read(() => gateway.refund({ paymentIntentId, idempotencyKey: randomUUID() })),
    );
    await steps.expect(
      'the refunds, newest first',
      {
        status: 200,
        body: {
          object: 'list',
          has_more: false,
          data: [
            { object: 'refund', amount: 500, status: 'succeeded', charge: /^(ch|py)_/ },
            { id: made.id, object: 'refund', amount: 100, status: 'succeeded', metadata: { request: key } },
          ],
        },
      },
      () => ask(() => stripe.refunds.list({ payment_intent: paymentIntentId })),
    );
    await steps.expect(
      'a card that is declined',
      { status: 402, body: { error: { type: 'card_error', code: 'card_declined' } } },
      () => ask(() => payDirectly(stripe, 'pm_card_chargeDeclined')),
    );
    await steps.expect(
      'a refund of an unknown payment',
      { status: 400, body: { error: { code: 'resource_missing' } } },
      () => ask(() => stripe.refunds.create({ payment_intent: unknown('pi') })),
    );
    await steps.expect(
      'the refunds of an unknown charge',
      { status: 400, body: { error: { type: INVALID, code: 'resource_missing', param: 'charge' } } },
      () => ask(() => stripe.refunds.list({ charge: unknown('ch') })),
    );
  },
};

const paid: StripeScenario = {
  name: 'a checkout that was paid',
  async run(steps, tools) {
    const sessionId = await tools.paidSession();
    if (sessionId === null)
      return steps.skip('set STRIPE_PAID_SESSION to a paid test Session (cs_test_…) of this account');
    const { stripe, gateway } = tools;
    const session: { payment_intent: { id: string } } = await steps.expect(
      'retrieve',
      {
        status: 200,
        body: {
          id: sessionId,
          status: 'complete',
          payment_status: 'paid',
          url: null,
          amount_total: Number,
          payment_intent: {
            id: /^pi_/,
            status: 'succeeded',
            latest_charge: { id: /^(ch|py)_/, amount: Number, amount_refunded: Number, disputed: Boolean, paid: true },
          },
        },
      },
      () => ask(() => stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] })),
    );
    const { id } = session.payment_intent;
    await steps.expect('our gateway finds it by its payment', { status: 'ok', body: sessionId }, () =>
      read(() => gateway.findSession(id)),
    );
    await steps.expect('our gateway reads it', { status: 'ok', body: { state: 'paid', paymentIntentId: id } }, () =>
      read(() => gateway.retrieveSession(sessionId)),
    );
    await steps.expect('it cannot be ended', { status: 400, body: { error: { type: INVALID } } }, () =>
      ask(() => stripe.checkout.sessions.expire(sessionId)),
    );
    await steps.expect('our gateway leaves it as it is', { status: 'ok' }, () =>
      read(() => gateway.expireSession(sessionId)),
    );
  },
};

const idempotency: StripeScenario = {
  name: 'a request repeated with its key',
  async run(steps, { stripe }) {
    const options = { idempotencyKey: randomUUID() };
    const create = (email: string) => () => ask(() => stripe.customers.create({ email }, options));
    const { id }: { id: string } = await steps.expect(
      'first',
      { status: 200, body: { id: /^cus_/, replayed: undefined } },
      create('first@example.com'),
    );
    await steps.expect('again', { status: 200, body: { id, replayed: 'true' } }, create('first@example.com'));
    await steps.expect(
      'with other parameters',
      { status: 400, body: { error: { type: 'idempotency_error' } } },
      create('other@example.com'),
    );
    await stripe.customers.del(id);
  },
};

const unknownThings: StripeScenario = {
  name: 'a wrong key and unknown ids',
  async run(steps, { stripe, withWrongKey, gateway }) {
    await steps.expect('a wrong key', { status: 401, body: { error: { type: INVALID } } }, () =>
      ask(() => withWrongKey.customers.list({ limit: 1 })),
    );
    const missing = { status: 404, body: { error: { type: INVALID, code: 'resource_missing' } } } as const;
    await steps.expect('an unknown checkout', missing, () =>
      ask(() => stripe.checkout.sessions.retrieve(unknown('cs_test'))),
    );
    await steps.expect('our gateway says null for it', { status: 'ok', body: null }, () =>
      read(() => gateway.retrieveSession(unknown('cs_test'))),
    );
    await steps.expect('an unknown price', missing, () => ask(() => stripe.prices.retrieve(unknown('price'))));
    await steps.expect('an unknown product', missing, () => ask(() => stripe.products.retrieve(unknown('prod'))));
    await steps.expect('an unknown coupon', missing, () => ask(() => stripe.coupons.retrieve(unknown('coupon'))));
  },
};

const promotion: StripeScenario = {
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

const prices: StripeScenario = {
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

const webhooks: StripeScenario = {
  name: 'a webhook endpoint, its secret and a signature',
  async run(steps, tools) {
    const { stripe, receiver } = tools;
    const url = receiver?.url ?? 'https://example.com/heirlight-scenario';
    const events = ['checkout.session.expired', 'charge.refunded'] as const;
    const endpoint: Stripe.WebhookEndpoint = await steps.expect(
      'create',
      { status: 200, body: { id: /^we_/, url, secret: /^whsec_/, status: 'enabled', enabled_events: [...events] } },
      () => ask(() => stripe.webhookEndpoints.create({ url, enabled_events: [...events] })),
    );
    const { id } = endpoint;
    await steps.expect('its secret is told once', { status: 200, body: { id, secret: undefined } }, () =>
      ask(() => stripe.webhookEndpoints.retrieve(id)),
    );
    try {
      if (receiver) {
        const sessionId = await opened(steps, tools);
        await tools.gateway.expireSession(sessionId);
        const delivery = await receiver.delivery('checkout.session.expired');
        const verified = (secret: string) => async () => {
          const event = stripe.webhooks.constructEvent(delivery.rawBody, delivery.signature ?? '', secret);
          return { type: event.type, version: event.api_version, about: (event.data.object as { id: string }).id };
        };
        await steps.expect(
          'a delivery is signed with it',
          { status: 'ok', body: { type: 'checkout.session.expired', version: Stripe.API_VERSION, about: sessionId } },
          () => read(verified(endpoint.secret ?? '')),
        );
        await steps.expect('and not with another', { status: 'error' }, () => read(verified('whsec_other')));
      }
      await steps.expect('disable', { status: 200, body: { id, status: 'disabled' } }, () =>
        ask(() => stripe.webhookEndpoints.update(id, { disabled: true })),
      );
    } finally {
      await steps.expect('delete', { status: 200, body: { id, deleted: true } }, () =>
        ask(() => stripe.webhookEndpoints.del(id)),
      );
    }
  },
};

export const STRIPE_SCENARIOS: readonly StripeScenario[] = [
  customers,
  prices,
  checkout,
  invoice,
  automaticTax,
  managedPayments,
  terms,
  refusedCheckouts,
  expiring,
  lists,
  directPayment,
  paid,
  promotion,
  idempotency,
  unknownThings,
  webhooks,
];

/** Makes what the scenarios sell. `remove` archives it: Stripe deletes no price. */
export async function sell(stripe: Stripe): Promise<{ priceId: string; remove(): Promise<void> }> {
  const product = await stripe.products.create({ name: 'Heirlight scenario', tax_code: TAX_CODE });
  const params = { product: product.id, currency: 'usd', unit_amount: 600, tax_behavior: 'inclusive' } as const;
  const { id: priceId } = await stripe.prices.create(params);
  return {
    priceId,
    async remove() {
      await stripe.prices.update(priceId, { active: false });
      await stripe.products.update(product.id, { active: false });
    },
  };
}
