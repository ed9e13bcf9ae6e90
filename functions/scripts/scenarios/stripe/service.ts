import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { read } from '../scenario';
import { ask, INVALID, opened, type StripeScenario, unknown } from './tools';

export const customers: StripeScenario = {
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

export const idempotency: StripeScenario = {
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

export const unknownThings: StripeScenario = {
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

export const webhooks: StripeScenario = {
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
