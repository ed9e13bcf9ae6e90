import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { read } from '../scenario';
import { ask, INVALID, newOrder, OFF, opened, type StripeScenario, unknown, wrongSession } from './tools';

export const checkout: StripeScenario = {
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

export const invoice: StripeScenario = {
  name: 'a checkout with an invoice, and one with a receipt',
  async run(steps, tools) {
    const sessionId = await opened(steps, tools, { switches: { ...OFF, receipts: 'invoice' } });
    await steps.expect('retrieve', { status: 200, body: { invoice: null, invoice_creation: { enabled: true } } }, () =>
      ask(() => tools.stripe.checkout.sessions.retrieve(sessionId)),
    );
    await opened(steps, tools, { switches: { ...OFF, receipts: 'email' } });
  },
};

export const automaticTax: StripeScenario = {
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

export const managedPayments: StripeScenario = {
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

export const terms: StripeScenario = {
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

export const refusedCheckouts: StripeScenario = {
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

export const expiring: StripeScenario = {
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

export const lists: StripeScenario = {
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
