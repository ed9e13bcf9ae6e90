import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { useStripeEmulator } from '../../test/support/stripeEmulator';
import type { CheckoutOrder, CheckoutSwitches } from './paymentGateway';
import { stripeGateway } from './stripeGateway';

const SECRET = 'whsec_test';
/** Verifying asks Stripe nothing. */
const gateway = (change: { webhookSecret?: string } = {}) =>
  stripeGateway({ secretKey: 'sk_test_x', webhookSecret: SECRET, baseUrl: 'http://127.0.0.1:9', ...change });

const payload = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1', object: 'checkout.session', payment_intent: 'pi_1' } },
});
const sign = (change: { payload?: string; secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...change });

test('only the ids of a genuine event are read', async () => {
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

const emulator = useStripeEmulator();

async function openedOrder(change: Partial<CheckoutOrder> = {}): Promise<CheckoutOrder> {
  const person = { uid: 'u', email: 'anna@example.com', idempotencyKey: randomUUID() };
  return {
    uid: 'u',
    customerId: await emulator.gateway().createCustomer(person),
    pack: 'pack_25',
    priceId: 'price_25',
    email: person.email,
    switches: { receipts: 'none', tax: 'none', termsUrl: null },
    allowsPromotionCodes: true,
    successUrl: 'https://a.example/',
    cancelUrl: 'https://a.example/',
    idempotencyKey: randomUUID(),
    ...change,
  };
}

test('without a secret key no session is created', async () => {
  const order = await openedOrder();
  await expect(emulator.gateway(' ').createSession(order)).rejects.toMatchObject({ code: 'checkout_failed' });
});

test('an order that changed under the same key is a new one, which Stripe would refuse by that key', async () => {
  const stripe = emulator.gateway();
  const order = await openedOrder();
  const other = await openedOrder();
  const first = await stripe.createSession(order);
  const second = await stripe.createSession({ ...order, customerId: other.customerId });
  expect(second?.sessionId).not.toBe(first?.sessionId);
  expect(await stripe.createSession({ ...order })).toEqual(first);
});

test('a customer asked for under the same key with another address is another one', async () => {
  const stripe = emulator.gateway();
  const person = { uid: 'u', email: 'anna@example.com', idempotencyKey: randomUUID() };
  expect(await stripe.createCustomer({ ...person, email: null })).not.toBe(await stripe.createCustomer(person));
});

test('a price Stripe does not know is a failure, unlike a customer it does not know', async () => {
  const stripe = emulator.gateway();
  const wrong = await openedOrder({ priceId: 'price_unknown' });
  await expect(stripe.createSession(wrong)).rejects.toMatchObject({ code: 'checkout_failed' });
  expect(await stripe.createSession(await openedOrder({ customerId: 'cus_unknown' }))).toBeNull();
});

test('with a wrong key nothing counts as deleted, over or unknown', async () => {
  const order = await openedOrder();
  const { sessionId = '' } = (await emulator.gateway().createSession(order)) ?? {};
  const stripe = emulator.gateway('sk_test_wrong');
  await expect(stripe.deleteCustomer(order.customerId)).rejects.toThrow();
  await expect(stripe.expireSession(sessionId)).rejects.toThrow();
  await expect(stripe.retrieveSession(sessionId)).rejects.toThrow();
  await expect(stripe.createSession(order)).rejects.toMatchObject({ code: 'checkout_failed' });
});

test('a session Stripe does not know is not taken to be over', async () => {
  await expect(emulator.gateway().expireSession('cs_test_unknown')).rejects.toThrow();
});

test('whether a buyer may enter a promotion code is the order’s decision', async () => {
  const fieldsOf = async (allowsPromotionCodes: boolean) => {
    const session = await emulator.gateway().createSession(await openedOrder({ allowsPromotionCodes }));
    return (await fetch(session?.url ?? '')).text();
  };
  expect(await fieldsOf(true)).toMatch(/promotion code/i);
  expect(await fieldsOf(false)).not.toMatch(/promotion code/i);
});

/** What Stripe has of an order's session. */
async function madeWith(change: Partial<CheckoutOrder>) {
  const session = await emulator.gateway().createSession(await openedOrder(change));
  return emulator.client().checkout.sessions.retrieve(session?.sessionId ?? '');
}
const OFF: CheckoutSwitches = { receipts: 'none', tax: 'none', termsUrl: null };

test('with nothing switched on, we sell without tax, receipt or consent, whatever the account prefers', async () => {
  expect(await madeWith({ switches: OFF })).toMatchObject({
    automatic_tax: { enabled: false },
    managed_payments: { enabled: false },
    invoice_creation: null,
    consent_collection: null,
  });
});

test('automatic tax is calculated for the address that the buyer enters', async () => {
  expect(await madeWith({ switches: { ...OFF, tax: 'automatic' } })).toMatchObject({
    automatic_tax: { enabled: true, status: 'requires_location_inputs' },
    managed_payments: { enabled: false },
  });
});

test('with Managed Payments Stripe is the seller', async () => {
  expect(await madeWith({ switches: { ...OFF, tax: 'managed' } })).toMatchObject({
    managed_payments: { enabled: true },
  });
});

test('a receipt goes to the buyer’s address, and an invoice is made on request', async () => {
  const { id } = await madeWith({ switches: { ...OFF, receipts: 'email' }, email: 'anna@example.com' });
  await emulator.act(id, 'pay');
  const intent = (await emulator.gateway().retrieveSession(id))?.paymentIntentId ?? '';
  expect(await emulator.client().paymentIntents.retrieve(intent)).toMatchObject({ receipt_email: 'anna@example.com' });
  expect((await madeWith({ switches: { ...OFF, receipts: 'email' }, email: null })).status).toBe('open');
  expect(await madeWith({ switches: { ...OFF, receipts: 'invoice' } })).toMatchObject({
    invoice_creation: { enabled: true },
  });
});

test('buyers must accept the terms, and read that a used restore cannot be withdrawn from', async () => {
  const session = await madeWith({ switches: { ...OFF, termsUrl: 'https://heirlight.app/terms' } });
  expect(session.consent_collection?.terms_of_service).toBe('required');
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).toContain('I agree to the <a href="https://heirlight.app/terms">Terms of Service</a>');
  expect(page).toContain('my right of withdrawal ends for every restore that I have used');
});
