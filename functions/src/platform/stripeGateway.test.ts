import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { stripeGateway } from './stripeGateway';

const SECRET = 'whsec_test';
const gateway = (change: { webhookSecret?: string; secretKey?: string } = {}) =>
  stripeGateway({ secretKey: 'sk_test_x', webhookSecret: SECRET, baseUrl: 'http://127.0.0.1:9', ...change });

const payload = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1', object: 'checkout.session', payment_intent: 'pi_1' } },
});
const sign = (change: { payload?: string; secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...change });

test('a genuine event is read for its ids only', async () => {
  const event = await gateway().verifyEvent({ rawBody: Buffer.from(payload), signature: sign() });
  expect(event).toEqual({
    id: 'evt_1',
    type: 'checkout.session.completed',
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
  });
});

test('events about charges and disputes name their payment', async () => {
  const body = payload.replace('checkout.session"', 'dispute"').replace('"cs_1"', '"dp_1"');
  const event = await gateway().verifyEvent({ rawBody: Buffer.from(body), signature: sign({ payload: body }) });
  expect(event).toMatchObject({ sessionId: null, paymentIntentId: 'pi_1' });
});

const nowS = () => Math.floor(Date.now() / 1000);
test.each([
  { name: 'no signature', signature: () => undefined },
  { name: 'a signature with another secret', signature: () => sign({ secret: 'whsec_other' }) },
  { name: 'a stale signature', signature: () => sign({ timestamp: nowS() - 301 }) },
  { name: 'a signature of another body', signature: () => sign({ payload: `${payload} ` }) },
  {
    name: 'a body parsed and written again',
    signature: () => sign(),
    body: JSON.stringify(JSON.parse(payload), null, 2),
  },
  { name: 'a blank webhook secret', signature: () => sign({ secret: ' ' }), change: { webhookSecret: ' ' } },
])('$name is refused', async ({ signature, body = payload, change }) => {
  const delivery = { rawBody: Buffer.from(body), signature: signature() };
  await expect(gateway(change).verifyEvent(delivery)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('without a secret key no session is created', async () => {
  const order = {
    uid: 'u',
    email: null,
    customerId: null,
    pack: 'pack_5' as const,
    priceId: 'price_5',
    successUrl: 'https://a/',
    cancelUrl: 'https://a/',
    idempotencyKey: 'k',
  };
  await expect(gateway({ secretKey: '' }).createSession(order)).rejects.toMatchObject({ code: 'checkout_failed' });
});
