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
  customerId: 'cus_1',
  pack: 'pack_5' as const,
  priceId: 'price_5',
  successUrl: 'https://a/',
  cancelUrl: 'https://a/',
  idempotencyKey: 'k',
};

test('without a secret key no session is created', async () => {
  await expect(gateway({ secretKey: '' }).createSession(order)).rejects.toMatchObject({ code: 'checkout_failed' });
});

interface Asked {
  method: string;
  path: string;
  key: unknown;
}
/** A Stripe that answers what it is told to; and what it was asked. */
async function withStripe(
  answer: (asked: Asked) => { status?: number; body: object },
  run: (stripe: ReturnType<typeof gateway>) => Promise<void>,
): Promise<Asked[]> {
  const seen: Asked[] = [];
  const server = createServer((request, response) => {
    const asked = { method: request.method ?? '', path: request.url ?? '', key: request.headers['idempotency-key'] };
    seen.push(asked);
    request.resume();
    const { status = 200, body } = answer(asked);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    await run(gateway({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return seen;
}
const SESSION = { id: 'cs_1', object: 'checkout.session', url: null };

test('the same order asks with the same key, an order that changed with another', async () => {
  const asked = await withStripe(
    () => ({ body: SESSION }),
    async (stripe) => {
      await stripe.createSession(order);
      await stripe.createSession({ ...order });
      await stripe.createSession({ ...order, customerId: 'cus_2' });
    },
  );
  const keys = asked.map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a customer asked for again is asked for with the same key, with another address by another', async () => {
  const customer = { uid: 'u', email: 'anna@example.com', idempotencyKey: 'customer-u' };
  const asked = await withStripe(
    () => ({ body: { id: 'cus_1', object: 'customer' } }),
    async (stripe) => {
      expect(await stripe.createCustomer(customer)).toBe('cus_1');
      await stripe.createCustomer({ ...customer });
      await stripe.createCustomer({ ...customer, email: null });
    },
  );
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/v1/customers' });
  const keys = asked.map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a customer Stripe does not know is no failure, anything else it does not know is', async () => {
  const missing = (param: string) => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing', param, message: 'No such thing' } },
  });
  await withStripe(
    () => missing('customer'),
    async (stripe) => expect(await stripe.createSession(order)).toBeNull(),
  );
  await withStripe(
    () => missing('line_items[0][price]'),
    (stripe) => expect(stripe.createSession(order)).rejects.toMatchObject({ code: 'checkout_failed' }),
  );
});

const failure = (status: number, error: object) => ({ status, body: { error: { message: 'No', ...error } } });
const MISSING = { type: 'invalid_request_error', code: 'resource_missing', param: 'id' };

test.each([
  { name: 'deleted', answer: { body: { id: 'cus_1', object: 'customer', deleted: true } } },
  { name: 'gone already', answer: failure(404, MISSING) },
])('a customer to be deleted who is $name is done with', async ({ answer }) => {
  const asked = await withStripe(
    () => answer,
    (stripe) => stripe.deleteCustomer('cus_1'),
  );
  expect(asked).toMatchObject([{ method: 'DELETE', path: '/v1/customers/cus_1' }]);
});

test('a customer is not taken to be deleted when Stripe refuses', async () => {
  await withStripe(
    () => failure(401, { type: 'invalid_request_error' }),
    (stripe) => expect(stripe.deleteCustomer('cus_1')).rejects.toThrow('No'),
  );
});

const NOT_OPEN = 'Only Checkout Sessions with a status in ["open"] can be expired.';
const refusal = { status: 400, body: { error: { type: 'invalid_request_error', message: NOT_OPEN } } };
test.each(['complete', 'expired'])('a session that is %s already needs no ending', async (status) => {
  await withStripe(
    ({ method }) => (method === 'POST' ? refusal : { body: { ...SESSION, status } }),
    (stripe) => stripe.expireSession('cs_1'),
  );
});

test.each([
  { name: 'refuses to end one that is open', answer: refusal, message: NOT_OPEN, questions: 2 },
  {
    name: 'does not know one',
    answer: {
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No' } },
    },
    message: 'No',
    questions: 1,
  },
  {
    name: 'takes no requests with this key',
    answer: { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } },
    message: 'Invalid API Key',
    questions: 1,
  },
])('a session is not taken to be over when Stripe $name', async ({ answer, message, questions }) => {
  const asked = await withStripe(
    ({ method }) => (method === 'POST' ? answer : { body: { ...SESSION, status: 'open' } }),
    (stripe) => expect(stripe.expireSession('cs_1')).rejects.toThrow(message),
  );
  expect(asked).toHaveLength(questions);
});
