import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckoutOrder, PaymentGateway } from '../../src/platform/paymentGateway';
import { fakePayments } from '../support/fakePayments';
import { useStripeEmulator } from '../support/stripeEmulator';

/** A PaymentGateway, and what buyers and banks do behind it. */
interface Shop {
  gateway: PaymentGateway;
  pay(sessionId: string): Promise<void>;
  payLate(sessionId: string): Promise<void>;
  settle(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  refund(sessionId: string, amount: number): Promise<void>;
  failRefund(sessionId: string): Promise<void>;
  dispute(sessionId: string): Promise<void>;
  winDispute(sessionId: string): Promise<void>;
}

const AMOUNT = 600;

function fakeShop(): Shop {
  const gateway = fakePayments();
  const charge = (sessionId: string) => {
    const found = gateway.sessions.get(sessionId)?.charge;
    if (!found) throw new Error('No charge');
    return found;
  };
  return {
    gateway,
    pay: async (sessionId) => void gateway.pay(sessionId, AMOUNT),
    payLate: async (sessionId) => gateway.change(sessionId, { state: 'pending', paymentIntentId: `pi_${sessionId}` }),
    settle: async (sessionId, outcome) =>
      outcome === 'succeeded' ? void gateway.pay(sessionId, AMOUNT) : gateway.change(sessionId, { state: 'failed' }),
    async refund(sessionId, amount) {
      const known = charge(sessionId);
      const refunds = [...known.refunds, { id: `re_${known.refunds.length}`, state: 'given' as const, amount }];
      gateway.change(sessionId, { charge: { ...known, refunds } });
    },
    async failRefund(sessionId) {
      const known = charge(sessionId);
      const refunds = known.refunds.map((refund) => ({ ...refund, state: 'failed' as const }));
      gateway.change(sessionId, { charge: { ...known, refunds } });
    },
    async dispute(sessionId) {
      const disputes = [{ id: 'dp_1', state: 'holds' as const, amount: AMOUNT }];
      gateway.change(sessionId, { charge: { ...charge(sessionId), disputes } });
    },
    async winDispute(sessionId) {
      const disputes = [{ id: 'dp_1', state: 'won' as const, amount: AMOUNT }];
      gateway.change(sessionId, { charge: { ...charge(sessionId), disputes } });
    },
  };
}

const emulator = useStripeEmulator();
const emulatedShop = (): Shop => ({
  gateway: emulator.gateway(),
  pay: (sessionId) => emulator.act(sessionId, 'pay'),
  payLate: (sessionId) => emulator.act(sessionId, 'pay', { late: true }),
  settle: (sessionId, outcome) => emulator.act(sessionId, 'settle', { outcome }),
  refund: (sessionId, amount) => emulator.act(sessionId, 'refund', { amount }),
  failRefund: (sessionId) => emulator.act(sessionId, 'fail-refund'),
  dispute: (sessionId) => emulator.act(sessionId, 'dispute'),
  winDispute: (sessionId) => emulator.act(sessionId, 'close-dispute', { status: 'won' }),
});

/** The fake of the use-case tests must say what our gateway says in front of the Stripe emulator. */
describe.each([
  ['the fake', fakeShop],
  ['the gateway in front of the emulator', emulatedShop],
])('%s', (_name, open) => {
  let shop: Shop;
  let gateway: PaymentGateway;
  let order: CheckoutOrder;
  beforeEach(async () => {
    shop = open();
    gateway = shop.gateway;
    const customerId = await gateway.createCustomer({ uid: 'ada', email: 'a@b.example', idempotencyKey: randomUUID() });
    order = {
      uid: 'ada',
      customerId,
      pack: 'pack_25',
      priceId: 'price_25',
      email: null,
      switches: { receipts: 'none', tax: 'none', termsUrl: null },
      allowsPromotionCodes: true,
      successUrl: 'https://heirlight.app/?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://heirlight.app/',
      idempotencyKey: randomUUID(),
    };
  });
  const opened = async (change: Partial<CheckoutOrder> = {}) =>
    (await gateway.createSession({ ...order, ...change }))?.sessionId ?? '';

  test('the same key makes one customer and one session, another key another', async () => {
    const customer = { uid: 'ada', email: null, idempotencyKey: randomUUID() };
    const id = await gateway.createCustomer(customer);
    expect(await gateway.createCustomer({ ...customer })).toBe(id);
    expect(await gateway.createCustomer({ ...customer, idempotencyKey: randomUUID() })).not.toBe(id);
    const sessionId = await opened();
    expect(sessionId).not.toBe('');
    expect(await opened()).toBe(sessionId);
    expect(await opened({ idempotencyKey: randomUUID() })).not.toBe(sessionId);
  });

  test('a new session is open, with what was ordered', async () => {
    const sessionId = await opened();
    expect(await gateway.retrieveSession(sessionId)).toEqual({
      sessionId,
      uid: 'ada',
      pack: 'pack_25',
      state: 'open',
      amountTotal: AMOUNT,
      currency: 'usd',
      paymentIntentId: null,
      charge: null,
    });
  });

  test('a paid session has a charge of its amount and is found by its payment', async () => {
    const sessionId = await opened();
    await shop.pay(sessionId);
    const truth = await gateway.retrieveSession(sessionId);
    expect(truth).toMatchObject({ state: 'paid', charge: { amount: AMOUNT, refunds: [], disputes: [] } });
    expect(await gateway.findSession(truth?.paymentIntentId ?? '')).toBe(sessionId);
  });

  test('each charge of a customer has a receipt, and nobody else sees it', async () => {
    const sessionId = await opened();
    await opened({ idempotencyKey: randomUUID() });
    await shop.pay(sessionId);
    const charge = (await gateway.retrieveSession(sessionId))?.charge?.id ?? '';
    const receipts = await gateway.receiptUrls(order.customerId);
    expect([...receipts]).toEqual([[charge, expect.stringMatching(/^https?:.*\/receipts\//)]]);
    const other = await gateway.createCustomer({ uid: 'eve', email: null, idempotencyKey: randomUUID() });
    expect([...(await gateway.receiptUrls(other))]).toEqual([]);
  });

  test.each([
    ['succeeded', 'paid'],
    ['failed', 'failed'],
  ] as const)('a bank debit is pending until it %s', async (outcome, state) => {
    const sessionId = await opened();
    await shop.payLate(sessionId);
    expect(await gateway.retrieveSession(sessionId)).toMatchObject({ state: 'pending' });
    await shop.settle(sessionId, outcome);
    expect(await gateway.retrieveSession(sessionId)).toMatchObject({ state });
  });

  test('only an open session can be ended; one that is over stays as it is', async () => {
    const [open, paid] = [await opened(), await opened({ idempotencyKey: randomUUID() })];
    await shop.pay(paid);
    for (const sessionId of [open, open, paid]) await gateway.expireSession(sessionId);
    expect(await gateway.retrieveSession(open)).toMatchObject({ state: 'expired' });
    expect(await gateway.retrieveSession(paid)).toMatchObject({ state: 'paid' });
  });

  test('refunds and disputes are told with their states', async () => {
    const sessionId = await opened();
    await shop.pay(sessionId);
    await shop.refund(sessionId, 100);
    const charge = async () => (await gateway.retrieveSession(sessionId))?.charge;
    expect((await charge())?.refunds).toMatchObject([{ state: 'given', amount: 100 }]);
    await shop.failRefund(sessionId);
    expect((await charge())?.refunds).toMatchObject([{ state: 'failed', amount: 100 }]);
    await shop.dispute(sessionId);
    expect((await charge())?.disputes).toMatchObject([{ state: 'holds', amount: AMOUNT }]);
    await shop.winDispute(sessionId);
    expect((await charge())?.disputes).toMatchObject([{ state: 'won', amount: AMOUNT }]);
  });

  test('a refund gives back a part or what is left, once per key, and tells by which key', async () => {
    const sessionId = await opened();
    await shop.pay(sessionId);
    const truth = async () => gateway.retrieveSession(sessionId);
    const paymentIntentId = (await truth())?.paymentIntentId ?? '';
    const [part, rest] = [randomUUID(), randomUUID()];
    const first = { paymentIntentId, amountCents: 100, idempotencyKey: part };
    const made = await gateway.refund(first);
    expect(made).toMatchObject({ state: 'given', amount: 100, request: part });
    expect(await gateway.refund({ ...first })).toEqual(made);
    expect((await truth())?.charge?.refunds).toEqual([made]);
    const tooMuch = { paymentIntentId, amountCents: AMOUNT, idempotencyKey: randomUUID() };
    await expect(gateway.refund(tooMuch)).rejects.toThrow(/greater than unrefunded/);
    expect(await gateway.refund({ paymentIntentId, idempotencyKey: rest })).toMatchObject({ amount: AMOUNT - 100 });
    expect(await gateway.refund({ paymentIntentId, idempotencyKey: randomUUID() })).toBeNull();
    expect((await truth())?.charge?.refunds.map(({ request }) => request).sort()).toEqual([part, rest].sort());
  });

  test('a disputed or unknown payment is not refunded', async () => {
    const sessionId = await opened();
    await shop.pay(sessionId);
    const { paymentIntentId } = (await gateway.retrieveSession(sessionId)) ?? {};
    await shop.dispute(sessionId);
    for (const id of [paymentIntentId ?? '', 'pi_unknown']) {
      await expect(gateway.refund({ paymentIntentId: id, idempotencyKey: randomUUID() })).rejects.toMatchObject({
        name: 'PaymentRefused',
        message: expect.stringMatching(/charged back|No such payment_intent/),
      });
    }
  });

  test('a deleted customer is gone, may be deleted again, and gets no session', async () => {
    await gateway.deleteCustomer(order.customerId);
    await gateway.deleteCustomer(order.customerId);
    expect(await gateway.createSession(order)).toBeNull();
  });

  test('what Stripe does not know is null', async () => {
    expect(await gateway.retrieveSession('cs_test_unknown')).toBeNull();
    expect(await gateway.findSession('pi_unknown')).toBeNull();
  });

  test('an event without a valid signature is refused', async () => {
    for (const signature of [undefined, 'forged']) {
      const delivery = { rawBody: Buffer.from('{}'), signature };
      await expect(gateway.verifyEvent(delivery)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });
});
