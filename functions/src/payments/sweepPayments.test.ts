import {
  PAYMENT_CHECK_AFTER_MS,
  PAYMENT_CHECK_MAX_PAUSE_MS,
  PAYMENT_GIVE_UP_AFTER_MS,
  PAYMENT_REVIEW_UNTIL_MS,
} from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, type World } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import type { CheckoutTruth } from '../platform/paymentGateway';
import { createCheckoutSession } from './createCheckoutSession';
import { reconcilePayment } from './reconcilePayment';
import { PAYMENTS_PER_RUN, sweepPayments } from './sweepPayments';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
/** The schedule of the sweeper. */
const SWEEP_EVERY_MS = 5 * 60_000;

let world: World;
/** Session ids in the order Stripe was asked about them. */
let asked: string[];
let logged: Record<'error' | 'warn', string[]>;
eachInNewWorld((made) => {
  world = made;
  world.config.welcomeRestores = 0;
  asked = [];
  const retrieve = world.payments.retrieveSession;
  world.payments.retrieveSession = (sessionId) => {
    asked.push(sessionId);
    return retrieve(sessionId);
  };
  logged = { error: [], warn: [] };
  world.log.error = (message) => void logged.error.push(message);
  world.log.warn = (message) => void logged.warn.push(message);
});

async function checkout(caller: Caller = world.caller()): Promise<string> {
  const body = { priceId: 'price_5', userId: caller.uid, email: '' };
  return (await createCheckoutSession(body, caller, world)).sessionId ?? '';
}
const paymentDocument = (sessionId: string) => world.db.collection('payments').doc(sessionId);
const payment = async (sessionId: string) => (await paymentDocument(sessionId).get()).data();

/** As many open checkouts as one run of the sweep takes: one is real, the others are copies of it. */
async function fullRunOfCheckouts(): Promise<void> {
  const record = (await payment(await checkout())) ?? {};
  const order = world.payments.orders.at(-1)!;
  const batch = world.db.batch();
  for (let made = 1; made < PAYMENTS_PER_RUN; made++) {
    const copy = await world.payments.createSession({ ...order, idempotencyKey: world.newId() });
    batch.create(paymentDocument(copy?.sessionId ?? ''), record);
  }
  await batch.commit();
}
const CREDITED = 'The sweep credited a payment nobody reported: see whether webhooks of Stripe arrive';
const REVERSED = 'The sweep found a refund or dispute nobody reported: see whether webhooks of Stripe arrive';

/** A run of the schedule, and its tasks until none is left. Returns the number of payments that it found. */
async function sweep(): Promise<number> {
  const found = await sweepPayments(world);
  do await world.tasks.run();
  while (world.tasks.waiting().length > 0);
  return found;
}

/** Sweeps again and again, for as long as given. */
async function sweepFor(ms: number, everyMs = HOUR_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    world.pass(everyMs);
    await sweep();
  }
}

test('the sweep credits a payment that no webhook reported, once, and logs an error', async () => {
  const caller = world.caller();
  const sessionId = await checkout(caller);
  world.payments.pay(sessionId);
  world.pass(PAYMENT_CHECK_AFTER_MS - 1);
  expect(await sweep()).toBe(0);
  world.pass(1);
  expect(await sweep()).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(await payment(sessionId)).toMatchObject({ status: 'paid' });
  expect(logged.error).toEqual([CREDITED]);

  await sweepFor(DAY_MS - HOUR_MS);
  expect(asked).toEqual([sessionId]);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(logged.error).toEqual([CREDITED]);
});

test('a paid session behind a full run of abandoned ones is credited by the next run', async () => {
  await fullRunOfCheckouts();
  world.pass(1);
  const caller = world.caller();
  world.payments.pay(await checkout(caller));
  world.pass(PAYMENT_CHECK_AFTER_MS);
  expect(await sweep()).toBe(PAYMENTS_PER_RUN);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  world.pass(SWEEP_EVERY_MS);
  expect(await sweep()).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('the sweep asks about an abandoned checkout less and less often, until it is over', async () => {
  const sessionId = await checkout();
  await sweepFor(DAY_MS, 3 * SWEEP_EVERY_MS);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThanOrEqual(12);
  expect(await payment(sessionId)).toMatchObject({ status: 'open' });
  world.payments.change(sessionId, { state: 'expired' });
  await sweepFor(PAYMENT_CHECK_MAX_PAUSE_MS);
  expect(await payment(sessionId)).toMatchObject({ status: 'expired', next_check_at: null });
  expect(logged).toEqual({ error: [], warn: [] });
});

test.each<[string, Partial<NonNullable<CheckoutTruth['charge']>>]>([
  ['a refund', { refunds: [{ id: 're_1', state: 'given', amount: 200 }] }],
  ['a dispute', { disputes: [{ id: 'dp_1', state: 'holds', amount: 200 }] }],
])('%s that no webhook reported is found in twice its payment’s age [spec 10.13]', async (_name, change) => {
  const caller = world.caller();
  const sessionId = await checkout(caller);
  const { charge } = world.payments.pay(sessionId);
  await reconcilePayment(sessionId, world);
  await sweepFor(10 * DAY_MS, 6 * HOUR_MS);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  if (charge) world.payments.change(sessionId, { charge: { ...charge, refunds: [], disputes: [], ...change } });
  await sweepFor(10 * DAY_MS, 6 * HOUR_MS);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect(await payment(sessionId)).toMatchObject({ status: 'reversed' });
  expect(logged.error).toEqual([REVERSED]);
});

test('a refund that failed without a report gives the restores back', async () => {
  const caller = world.caller();
  const sessionId = await checkout(caller);
  const { charge } = world.payments.pay(sessionId);
  const refunded = (state: 'given' | 'failed') =>
    charge && { charge: { ...charge, refunds: [{ id: 're_1', state, amount: 200 }] } };
  world.payments.change(sessionId, refunded('given') ?? {});
  await reconcilePayment(sessionId, world);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  world.payments.change(sessionId, refunded('failed') ?? {});
  await sweepFor(DAY_MS);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(logged.error).toEqual([REVERSED]);
});

test('a paid payment costs nine looks in its life', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  await reconcilePayment(sessionId, world);
  asked = [];
  for (let looks = 0; looks < 9; looks++) {
    const due = (await payment(sessionId))?.next_check_at.toDate();
    world.pass(due.getTime() - world.now().getTime() - 1);
    expect(await sweep()).toBe(0);
    world.pass(1);
    expect(await sweep()).toBe(1);
  }
  expect(asked).toHaveLength(9);
  expect(await payment(sessionId)).toMatchObject({ next_check_at: null });
  expect(logged).toEqual({ error: [], warn: [] });
});

test('paid payments wait while a run is full of open ones', async () => {
  const paid = await checkout();
  world.payments.pay(paid);
  await reconcilePayment(paid, world);
  world.pass(DAY_MS);
  await fullRunOfCheckouts();
  world.pass(PAYMENT_CHECK_AFTER_MS);
  asked = [];
  expect(await sweep()).toBe(PAYMENTS_PER_RUN);
  expect(asked).not.toContain(paid);
  expect(await sweep()).toBe(1);
  expect(asked).toContain(paid);
});

test('while Stripe is out of reach a paid payment goes to the back, and is looked at later', async () => {
  const caller = world.caller();
  const sessionId = await checkout(caller);
  const { charge } = world.payments.pay(sessionId);
  await reconcilePayment(sessionId, world);
  if (charge)
    world.payments.change(sessionId, { charge: { ...charge, refunds: [{ id: 're', state: 'given', amount: 200 }] } });
  world.pass(PAYMENT_REVIEW_UNTIL_MS);
  world.payments.isDown = true;
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  world.payments.isDown = false;
  await sweepFor(PAYMENT_CHECK_MAX_PAUSE_MS);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a bank debit that takes days is credited within hours of its arrival', async () => {
  const caller = world.caller();
  const sessionId = await checkout(caller);
  world.payments.change(sessionId, { state: 'pending' });
  await sweepFor(4 * DAY_MS, 6 * HOUR_MS);
  world.payments.pay(sessionId);
  await sweepFor(PAYMENT_CHECK_MAX_PAUSE_MS);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('a session that Stripe does not respond for delays no other and is given up in the end', async () => {
  const lost = await checkout();
  world.pass(1);
  const caller = world.caller();
  const paid = await checkout(caller);
  world.payments.pay(paid);
  world.payments.sessions.delete(lost);
  const retrieve = world.payments.retrieveSession;
  world.payments.retrieveSession = async (sessionId) => {
    const truth = await retrieve(sessionId);
    if (!truth) throw new Error(`No such checkout.session: '${sessionId}'`);
    return truth;
  };
  world.pass(PAYMENT_CHECK_AFTER_MS);
  expect(await sweep()).toBe(2);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(logged.warn).toEqual(['A payment stays for a later run']);
  // At once again, it is not its turn.
  expect(await sweep()).toBe(0);

  world.pass(PAYMENT_GIVE_UP_AFTER_MS);
  await sweep();
  expect(await payment(lost)).toMatchObject({ status: 'open', next_check_at: null });
  expect(logged.error).toEqual([CREDITED, 'An open payment is given up: look at it at Stripe']);
});

test('the sweep does not ask about a foreign session in every run', async () => {
  const sessionId = await checkout();
  world.payments.change(sessionId, { uid: null });
  world.pass(PAYMENT_CHECK_AFTER_MS);
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
});

test('a payment waits in the queue once while Stripe is out of reach, and the sweep goes on with the others', async () => {
  const sessionId = await checkout();
  world.pass(PAYMENT_CHECK_AFTER_MS);
  world.payments.isDown = true;
  expect(await sweepPayments(world)).toBe(1);
  await world.tasks.run();
  expect(await sweepPayments(world)).toBe(0);
  expect(world.tasks.waiting()).toEqual([expect.stringContaining(`reconcile-payment/${sessionId}-`)]);
});

test('a payment that no queue takes is found by the next run', async () => {
  const caller = world.caller();
  world.payments.pay(await checkout(caller));
  world.pass(PAYMENT_CHECK_AFTER_MS);
  world.tasks.trouble = 'refuse';
  expect(await sweepPayments(world)).toBe(1);
  expect(world.tasks.waiting()).toEqual([]);
  expect(await sweep()).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('a payment that cannot be read is logged, put back and stops no other', async () => {
  const broken = await checkout();
  world.pass(1);
  const caller = world.caller();
  world.payments.pay(await checkout(caller));
  await world.db.doc(`payments/${broken}`).update({ created_at: 'yesterday' });
  world.pass(PAYMENT_CHECK_AFTER_MS);
  expect(await sweep()).toBe(2);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(logged.error).toEqual(['A document cannot be read', CREDITED]);
  expect(await sweep()).toBe(0);
});
