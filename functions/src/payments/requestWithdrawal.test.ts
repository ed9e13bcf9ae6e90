import { ledgerEntryId } from '@heirlight/contract/account';
import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, linesOf, untilCrash, type World } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import { type EntryDraft, postEntries } from '../ledger/ledger';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { transact } from '../platform/transact';
import { failPhoto } from '../restore/failPhoto';
import { startRestore } from '../restore/startRestore';
import { requestWithdrawal } from './requestWithdrawal';
import { sweepPayments } from './sweepPayments';

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});

async function buy(priceId = 'price_25'): Promise<string> {
  const sessionId = await shop.checkout(priceId);
  world.payments.pay(sessionId, priceId === 'price_5' ? 200 : 600);
  await shop.completed(sessionId);
  return sessionId;
}

/** What restores take, without the photos. */
async function spend(count: number): Promise<void> {
  const { db } = world;
  const entries = Array.from({ length: count }, (): EntryDraft => {
    const photoId = world.newId();
    return { id: ledgerEntryId.restore(photoId), reason: 'restore', ref: photoId, delta: -1 };
  });
  await transact(db, (transaction) => postEntries(transaction, { db, uid: caller.uid, entries, now: world.now() }));
}

const ask = (deps: World = world) => requestWithdrawal({}, caller, deps);
const withdraw = (sessionId: string, deps: World = world) => requestWithdrawal({ sessionId }, caller, deps);
const refundsOf = (sessionId: string) => world.payments.sessions.get(sessionId)?.charge?.refunds ?? [];

test('an unused pack is offered, and given back whole: restores first, then the money', async () => {
  const sessionId = await buy();
  const { offers, withdrawn } = await ask();
  expect(withdrawn).toBeNull();
  expect(offers).toEqual([
    {
      sessionId,
      photos: 25,
      unused: 25,
      amountCents: 600,
      currency: 'usd',
      boughtAt: world.now().toISOString(),
      until: new Date(world.now().getTime() + 14 * DAY_MS).toISOString(),
    },
  ]);
  expect(await withdraw(sessionId)).toEqual({
    offers: [],
    withdrawn: { restores: 25, amountCents: 600, currency: 'usd', isRefunded: true },
  });
  expect(refundsOf(sessionId)).toMatchObject([{ state: 'given', amount: 600 }]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', restores_reversed: 25, restores_owed: 0 });
  expect(await world.ledger(caller.uid)).toHaveLength(2);
});

test('what was used is kept: the rest is refunded in proportion, and free restores are spent first', async () => {
  world.config.welcomeRestores = 1;
  const sessionId = await buy();
  await spend(4);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 22, amountCents: 528 } });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'partially_reversed', restores_reversed: 22 });
});

test('of two packs the older one is spent first', async () => {
  const older = await buy('price_5');
  world.pass(DAY_MS);
  const newer = await buy();
  await spend(3);
  expect((await ask()).offers).toMatchObject([
    { sessionId: newer, unused: 25, amountCents: 600 },
    { sessionId: older, unused: 2, amountCents: 80 },
  ]);
  await withdraw(newer);
  expect((await ask()).offers).toMatchObject([{ sessionId: older, unused: 2 }]);
  await withdraw(older);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('asked for twice, one after the other or at once, it is refunded once', async () => {
  const sessionId = await buy();
  const answers = await Promise.all([withdraw(sessionId), withdraw(sessionId), withdraw(sessionId)]);
  answers.push(await withdraw(sessionId));
  for (const { withdrawn } of answers) expect(withdrawn).toMatchObject({ restores: 25, amountCents: 600 });
  expect(refundsOf(sessionId)).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a restore that came back later can be given back by another request', async () => {
  const sessionId = await buy('price_5');
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 4, amountCents: 160 } });
  await failPhoto({ photoId, code: 'provider_failed' }, world);
  await deletePhoto({ photoId }, caller, world);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 1, amountCents: 40 } });
  expect(refundsOf(sessionId).map(({ amount }) => amount)).toEqual([160, 40]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test.each([
  ['after the last day', async () => world.pass(14 * DAY_MS)],
  ['while the switch is off', async () => Object.assign(world.config, { withdrawalDays: 0 })],
  ['when all is used', async () => void (await spend(5))],
  ['of an account that is deleted', async () => void (await deleteAccount({ confirm: 'DELETE' }, caller, world))],
  ['of a disputed payment', async () => void shop.charge('cs_1', { disputes: ['holds'] })],
])('nothing is offered or given back %s', async (_name, change: () => Promise<unknown>) => {
  const sessionId = await buy('price_5');
  await change();
  await shop.event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await ask()).toEqual({ offers: [], withdrawn: null });
  expect(await withdraw(sessionId)).toEqual({ offers: [], withdrawn: null });
  expect(refundsOf(sessionId)).toEqual([]);
});

test('the days count from the payment, and the last moment counts', async () => {
  const sessionId = await shop.checkout('price_5');
  world.pass(DAY_MS);
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  world.pass(14 * DAY_MS - 1);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 5 } });
});

test('somebody else’s payment, an unpaid one and an unknown one look alike, and Stripe is not asked', async () => {
  const theirs = await buy('price_5');
  const stranger = world.caller();
  const open = await shop.checkout('price_5');
  world.payments.retrieveSession = () => Promise.reject(new Error('Stripe was asked'));
  expect(await requestWithdrawal({ sessionId: theirs }, stranger, world)).toEqual({ offers: [], withdrawn: null });
  expect(await withdraw('cs_unknown')).toMatchObject({ withdrawn: null });
  await expect(withdraw(open)).rejects.toThrow('Stripe was asked');
});

test('requests are limited, asking what is possible is not', async () => {
  await world.use('withdrawalPerUser', caller.uid, 20);
  await expect(withdraw('cs_1')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await ask()).toEqual({ offers: [], withdrawn: null });
});

test('what is given back cannot be spent while Stripe is asked', async () => {
  const sessionId = await buy('price_5');
  const { path } = await world.upload(caller);
  await world.during(
    'payments.refund',
    () => withdraw(sessionId),
    async () => {
      await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toMatchObject({ code: 'no_restores_left' });
    },
  );
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a report of Stripe that comes before the refund gives nothing back to spend', async () => {
  const sessionId = await buy('price_5');
  await world.during(
    'payments.refund',
    () => withdraw(sessionId),
    async () => void (await shop.completed(sessionId)),
  );
  expect(await world.ledger(caller.uid)).toHaveLength(2);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

/** A run of the schedule, and its tasks until none waits. */
async function sweepWith(deps: World): Promise<void> {
  await sweepPayments(deps);
  while (world.tasks.waiting().length > 0) await world.tasks.run(deps);
}

test('when Stripe is out of reach, the sweeper refunds later; until then the buyer is told that it follows', async () => {
  const sessionId = await buy('price_5');
  const { refund } = world.payments;
  world.payments.refund = () => Promise.reject(new Error('Stripe is down'));
  const lines = await linesOf(world, async (deps) => {
    expect(await withdraw(sessionId, deps)).toMatchObject({ withdrawn: { restores: 5, isRefunded: false } });
  });
  expect(lines).toContain('error A withdrawal waits for its refund');
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 5, isRefunded: false } });
  world.pass(TEN_MINUTES_MS);
  expect(await linesOf(world, sweepWith)).toContain('error A withdrawal waits for its refund');
  world.payments.refund = refund;
  world.pass(TEN_MINUTES_MS * 2);
  await world.sweep(sweepPayments);
  expect(refundsOf(sessionId)).toMatchObject([{ amount: 200 }]);
  expect(await shop.payment(sessionId)).toMatchObject({ withdrawal: { is_open: false } });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test.each(['withdrawal.afterMark', 'withdrawal.afterRefund'] as const)(
  'killed at %s, it ends with one refund, even when Stripe has forgotten the key',
  async (point) => {
    const sessionId = await buy('price_5');
    await spend(3);
    world.crashAt = point;
    expect(await untilCrash(world, (deps) => withdraw(sessionId, deps))).toBe(true);
    world.pass(2 * DAY_MS);
    world.payments.forgetKeys();
    await world.sweep(sweepPayments);
    expect(refundsOf(sessionId)).toMatchObject([{ amount: 80 }]);
    expect(await ledgerSum(world, caller.uid)).toBe(0);
    world.pass(DAY_MS);
    await world.sweep(sweepPayments);
    expect(refundsOf(sessionId)).toHaveLength(1);
  },
);

test('a refund that the bank returns gives the restores back, and they can be withdrawn again', async () => {
  const sessionId = await buy('price_5');
  await withdraw(sessionId);
  shop.charge(sessionId, { amountRefunded: 200, lastRefund: 'failed' });
  await shop.event('refund.failed', { paymentIntentId: `pi_${sessionId}` });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 5, isRefunded: true } });
  expect(refundsOf(sessionId).map(({ state }) => state)).toEqual(['failed', 'given']);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('what the owner refunded meanwhile is not refunded again', async () => {
  const sessionId = await buy('price_5');
  const { refund } = world.payments;
  world.payments.refund = (order) => {
    shop.charge(sessionId, { amountRefunded: 200 });
    return refund(order);
  };
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { isRefunded: true } });
  expect(refundsOf(sessionId)).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('when the owner refunded a part meanwhile, only the rest is refunded, and the ledger follows', async () => {
  const sessionId = await buy('price_5');
  world.crashAt = 'withdrawal.afterMark';
  await untilCrash(world, (deps) => withdraw(sessionId, deps));
  shop.charge(sessionId, { amountRefunded: 100 });
  world.pass(TEN_MINUTES_MS);
  await world.sweep(sweepPayments);
  expect(refundsOf(sessionId).map(({ amount }) => amount)).toEqual([100, 100]);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', withdrawal: { is_open: false } });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a restore that comes back while a refund waits is left to another request', async () => {
  const { db } = world;
  const sessionId = await buy('price_5');
  await spend(1);
  world.crashAt = 'withdrawal.afterMark';
  await untilCrash(world, (deps) => withdraw(sessionId, deps));
  const id = ledgerEntryId.refund('photo');
  const entries: EntryDraft[] = [{ id, reason: 'refund', ref: 'photo', delta: 1 }];
  await transact(db, (transaction) => postEntries(transaction, { db, uid: caller.uid, entries, now: world.now() }));
  expect((await ask()).offers).toEqual([]);
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 4, amountCents: 160, isRefunded: true } });
  expect(await withdraw(sessionId)).toMatchObject({ withdrawn: { restores: 1, amountCents: 40 } });
  expect(refundsOf(sessionId).map(({ amount }) => amount)).toEqual([160, 40]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});
