import { afterEach, expect, test } from '@jest/globals';
import { startStripe } from './index';
import { clientOf, KEY, startTestStripe, type TestStripe, WEBHOOK_SECRET } from './testStripe';

let first: TestStripe;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startFirst(): Promise<TestStripe> {
  first = await startTestStripe();
  closing.push(first.close);
  return first;
}

/** The emulator stopped and started again with its data, on another port. */
async function restarted() {
  const data: unknown = await (await fetch(`${first.server.origin}/_control/data`)).json();
  await first.server.close();
  const again = await startStripe({
    secretKey: KEY,
    data,
    webhook: { url: `${first.receiver.server.origin}/again`, secret: WEBHOOK_SECRET },
  });
  closing.push(again.close);
  return { server: again, client: clientOf(again) };
}

test('purchases, refunds, customers and prices are there again, in the same order', async () => {
  const { client, createSession, act } = await startFirst();
  const paid = await createSession();
  await act(paid, 'pay', { code: 'FirstOrder' });
  await act(paid, 'refund', { amount: 100 });
  const open = await createSession({ customer_email: 'other@example.com' });
  await client.tax.settings.update({ head_office: { address: { country: 'DE' } } });
  const gone = await client.customers.create({ email: 'gone@example.com' });
  await client.customers.del(gone.id);
  const everything = async (stripe: typeof client) => ({
    sessions: (await stripe.checkout.sessions.list()).data,
    charges: (await stripe.charges.list()).data,
    prices: (await stripe.prices.list()).data,
    codes: (await stripe.promotionCodes.list()).data,
    events: (await stripe.events.list()).data,
    gone: await stripe.customers.retrieve(gone.id),
    tax: await stripe.tax.settings.retrieve(),
  });
  const before = await everything(client);
  expect(before.sessions.map(({ id }) => id)).toEqual([open.id, paid.id]);
  expect(before.charges[0]).toMatchObject({ amount_refunded: 100 });
  expect(before.gone).toMatchObject({ deleted: true });
  const { client: later } = await restarted();
  expect(await everything(later)).toEqual(before);
});

test('a request repeated with its Idempotency-Key makes no second session', async () => {
  const { client } = await startFirst();
  const params = {
    mode: 'payment' as const,
    line_items: [{ price: 'price_local_25', quantity: 1 }],
    success_url: 'http://127.0.0.1:5000/',
  };
  const made = await client.checkout.sessions.create(params, { idempotencyKey: 'once' });
  const { client: later } = await restarted();
  expect((await later.checkout.sessions.create(params, { idempotencyKey: 'once' })).id).toBe(made.id);
  expect((await later.checkout.sessions.list()).data).toHaveLength(1);
});

test('an event that was not accepted yet is delivered after the restart, an accepted one is not', async () => {
  const { createSession, act, receiver, faults } = await startFirst();
  const session = await createSession();
  await act(session, 'expire');
  await receiver.until(1);
  await faults({ webhooks: [{ kind: 'delay', delayMs: 60_000, type: 'checkout.session.completed' }] });
  await act(await createSession(), 'pay');
  await receiver.until(3);
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
    'checkout.session.expired',
    expect.stringMatching(/succeeded$/),
    expect.stringMatching(/succeeded$/),
  ]);
  await restarted();
  await receiver.until(4);
  expect(JSON.parse(receiver.received[3]?.body ?? '').type).toBe('checkout.session.completed');
  expect(receiver.received.filter(({ path }) => path === '/again')).toHaveLength(1);
});

test('data of something else is refused', async () => {
  await expect(startStripe({ secretKey: KEY, data: { version: 9 } })).rejects.toThrow('no data of the local Stripe');
});
