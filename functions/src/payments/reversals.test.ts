import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, type World } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import type { CheckoutTruth } from '../platform/paymentGateway';
import { failPhoto } from '../restore/failPhoto';

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});

/** Spends `count` restores on photos. Returns them; all of their jobs have failed when `isFailed`. */
async function spend(count: number, { isFailed }: { isFailed: boolean }): Promise<string[]> {
  const photoIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const { path, photoId } = await world.upload(caller);
    await world.start({ uid: caller.uid, path });
    if (isFailed) await failPhoto({ photoId, code: 'provider_failed' }, world);
    photoIds.push(photoId);
  }
  return photoIds;
}

async function buy(priceId = 'price_5'): Promise<string> {
  const sessionId = await shop.checkout(priceId);
  world.payments.pay(sessionId, priceId === 'price_5' ? 200 : 600);
  await shop.completed(sessionId);
  return sessionId;
}

async function refund(sessionId: string, amountRefunded = 200): Promise<void> {
  shop.charge(sessionId, { amountRefunded });
  await shop.refunded(sessionId);
}

async function deleteAll(photoIds: string[]): Promise<Array<boolean | undefined>> {
  const refunds: Array<boolean | undefined> = [];
  for (const photoId of photoIds) refunds.push((await deletePhoto({ photoId }, caller, world)).creditRefunded);
  return refunds;
}

test('a refund reported before its purchase leaves 0 restores', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  await shop.completed(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect((await world.ledger(caller.uid)).map((entry) => entry.delta).sort()).toEqual([-5, 5]);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', restores_owed: 0 });
});

test('partial refunds take restores in proportion, rounded down, and add up', async () => {
  const sessionId = await shop.checkout('price_25');
  world.payments.pay(sessionId, 600);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 100 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(21);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'partially_reversed', restores_reversed: 4 });
  shop.charge(sessionId, { amountRefunded: 300 });
  await Promise.all([shop.refunded(sessionId), shop.refunded(sessionId)]);
  expect(await ledgerSum(world, caller.uid)).toBe(13);
  shop.charge(sessionId, { amountRefunded: 600 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a stale response of Stripe does not undo a refund', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  shop.charge(sessionId, { amountRefunded: 0 });
  await shop.completed(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a failed refund gives the restores back, and a stale response does not take them again', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  shop.charge(sessionId, { lastRefund: 'failed' });
  await shop.event('refund.failed', { paymentIntentId: `pi_${sessionId}` });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', restores_reversed: 0 });
  shop.charge(sessionId, { amountRefunded: 0 });
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('a dispute takes the restores while it runs; winning it gives them back', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  await world.start({ uid: caller.uid, path: (await world.upload(caller)).path });
  shop.charge(sessionId, { disputes: ['holds'] });
  await shop.event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  shop.charge(sessionId, { disputes: ['won'] });
  await shop.event('charge.dispute.closed', { paymentIntentId: `pi_${sessionId}` });
  await shop.event('charge.dispute.closed', { paymentIntentId: `pi_${sessionId}` });
  expect(await ledgerSum(world, caller.uid)).toBe(4);
  expect((await world.db.collection('users').doc(caller.uid).get()).data()).toMatchObject({ restores_owed: 0 });
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', restores_reversed: 0, restores_owed: 0 });
  // A late repeat that still saw the dispute open changes nothing any more.
  shop.charge(sessionId, { disputes: ['holds'] });
  await shop.event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await ledgerSum(world, caller.uid)).toBe(4);
});

test.each([
  ['open', {}],
  ['pending', { state: 'pending', charge: { id: 'ch_cs_1', amount: 200, refunds: [], disputes: [] } }],
] as const)('a refunded payment stays reversed when a late look still sees its session %s', async (_state, late) => {
  const sessionId = await shop.checkout();
  const whileOpen = world.payments.sessions.get(sessionId);
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  const refunded = world.payments.sessions.get(sessionId);
  const before = await shop.payment(sessionId);

  world.payments.change(sessionId, { ...whileOpen, ...(late as Partial<CheckoutTruth>) });
  await shop.completed(sessionId);
  expect(await shop.payment(sessionId)).toMatchObject({ ...before, updated_at: expect.anything() });
  expect(await ledgerSum(world, caller.uid)).toBe(0);

  const second = await shop.checkout();
  world.payments.pay(second);
  await shop.completed(second);
  world.payments.change(sessionId, refunded ?? {});
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', restores_reversed: 5, reversal_steps: 1 });
});

test('a dispute over more money than before takes more restores', async () => {
  const sessionId = await shop.checkout();
  const { charge } = world.payments.pay(sessionId);
  if (!charge) throw new Error('No charge');
  const dispute = (amount: number) =>
    world.payments.change(sessionId, { charge: { ...charge, disputes: [{ id: 'dp_1', state: 'holds', amount }] } });
  dispute(80);
  await shop.completed(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(3);
  dispute(200);
  await shop.completed(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test.each([
  ['a refund', () => shop.charge('cs_1', { amountRefunded: 200 }), 0, 'reversed'],
  ['the payment itself', () => {}, 5, 'paid'],
] as const)(
  'a look at Stripe that took longer than the report of %s undoes nothing of it',
  async (_name, change, sum, status) => {
    const sessionId = await shop.checkout();
    if (sum === 0) world.payments.pay(sessionId);
    await world.during(
      'payments.retrieveSession',
      () => shop.completed(sessionId),
      async () => {
        if (sum > 0) world.payments.pay(sessionId);
        change();
        await shop.completed(sessionId);
      },
    );
    expect(await ledgerSum(world, caller.uid)).toBe(sum);
    expect(await shop.payment(sessionId)).toMatchObject({ status });
  },
);

test('what a dispute takes on top of a refund is never more than the pack', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 100, disputes: ['holds'] });
  await shop.refunded(sessionId);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', restores_reversed: 5, restores_owed: 0 });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a refund after spending stops at 0 and notes the rest as owed, not deducted later', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  for (let count = 0; count < 3; count++) {
    await world.start({ uid: caller.uid, path: (await world.upload(caller)).path });
  }
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  const reversal = (await world.ledger(caller.uid)).find((entry) => entry.reason === 'reversal');
  expect(reversal).toMatchObject({ id: `reversal_ch_${sessionId}`, delta: -2, owed: 3, balance_after: 0 });
  expect((await world.db.collection('users').doc(caller.uid).get()).data()).toMatchObject({ restores_owed: 3 });

  const second = await shop.checkout();
  world.payments.pay(second);
  await shop.completed(second);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('failed photos give no restores back for which the money was returned [spec 10.1]', async () => {
  const sessionId = await buy();
  const failed = await spend(5, { isFailed: true });
  await refund(sessionId);
  expect(await shop.account()).toMatchObject({ restores_available: 0, restores_owed: 5 });
  expect(await deleteAll(failed)).toEqual([false, false, false, false, false]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect(await shop.account()).toMatchObject({ restores_owed: 0 });
  const [entry] = (await world.ledger(caller.uid)).filter(({ reason }) => reason === 'refund');
  expect(entry).toMatchObject({ delta: 0, owed: -1 });

  // The bank sent the refund back: the photos have failed and the money is ours, so the restores are the customer's.
  shop.charge(sessionId, { lastRefund: 'failed' });
  await shop.event('refund.failed', { paymentIntentId: `pi_${sessionId}` });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
  expect(await shop.account()).toMatchObject({ restores_owed: 0 });
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', restores_owed: 0 });
});

test('failed photos pay what a partial refund left owed, and give the rest back [spec 10.1]', async () => {
  const sessionId = await buy();
  const failed = await spend(5, { isFailed: true });
  await refund(sessionId, 80);
  expect(await deleteAll(failed)).toEqual([false, false, true, true, true]);
  expect(await ledgerSum(world, caller.uid)).toBe(3);
});

test('a photo paid with a later purchase gives its restore back, whatever is owed', async () => {
  const sessionId = await buy();
  await spend(5, { isFailed: false });
  world.pass(1);
  await refund(sessionId);
  world.pass(1);
  await buy('price_25');
  expect(await deleteAll(await spend(2, { isFailed: true }))).toEqual([true, true]);
  expect(await ledgerSum(world, caller.uid)).toBe(25);
  expect(await shop.account()).toMatchObject({ restores_owed: 5 });
});
