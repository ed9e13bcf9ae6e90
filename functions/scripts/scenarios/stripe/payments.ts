import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { read } from '../scenario';
import { ask, INVALID, payDirectly, type StripeScenario, unknown } from './tools';

export const directPayment: StripeScenario = {
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

export const paid: StripeScenario = {
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
