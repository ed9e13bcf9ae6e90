import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { stripeGateway } from './stripeGateway';

const SECRET = 'whsec_test';
const gateway = (change: { webhookSecret?: string; secretKey?: string; baseUrl?: string } = {}) =>
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

test('without a secret key no session is created', async () => {
  await expect(gateway({ secretKey: '' }).createSession(order)).rejects.toMatchObject({ code: 'checkout_failed' });
});

test('the same order asks with the same key, an order that changed with another', async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'cs_1', object: 'checkout.session', url: null }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const stripe = gateway({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  await stripe.createSession(order);
  await stripe.createSession({ ...order });
  await stripe.createSession({ ...order, customerId: 'cus_1' });
  server.closeAllConnections();
  server.close();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
