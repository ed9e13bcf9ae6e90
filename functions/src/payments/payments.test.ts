import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { bookSum, linesOf, untilCrash, type World } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import type { CheckoutTruth } from '../platform/paymentGateway';
import { failPhoto } from '../restore/submit';
import { stripeWebhook } from './stripeWebhook';

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});

test('a paid session is credited once, for any number and order of reports', async () => {
  const sessionId = await shop.checkout('price_25');
  world.payments.pay(sessionId, 600);
  await Promise.all(Array.from({ length: 6 }, () => shop.completed(sessionId)));
  await shop.event('checkout.session.async_payment_succeeded', { sessionId });
  expect(await bookSum(world, caller.uid)).toBe(25);
  expect(await shop.payment(sessionId)).toMatchObject({
    status: 'paid',
    amount_total: 600,
    charge_id: `ch_${sessionId}`,
  });
});

test('a bad signature changes nothing', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  const rawBody = Buffer.from(JSON.stringify({ id: 'e', type: 'checkout.session.completed', sessionId }));
  expect((await stripeWebhook({ rawBody, signature: 'forged' }, world)).status).toBe(400);
  expect((await stripeWebhook({ rawBody, signature: undefined }, world)).status).toBe(400);
  expect(await world.ledger(caller.uid)).toEqual([]);
});

test('completed but unpaid credits nothing; paying later does', async () => {
  const sessionId = await shop.checkout();
  world.payments.change(sessionId, { state: 'pending' });
  await shop.completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  world.payments.pay(sessionId);
  await shop.event('checkout.session.async_payment_succeeded', { sessionId });
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test.each(['failed', 'expired'] as const)('a session that %s credits nothing', async (state) => {
  const sessionId = await shop.checkout();
  world.payments.change(sessionId, { state });
  await shop.event(`checkout.session.${state === 'failed' ? 'async_payment_failed' : state}`, { sessionId });
  expect(await shop.payment(sessionId)).toMatchObject({ status: state });
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('a session that is unknown or not ours returns 200 and changes nothing', async () => {
  expect((await shop.completed('cs_forged')).status).toBe(200);
  world.payments.sessions.set('cs_x', { ...world.payments.pay(await shop.checkout()), sessionId: 'cs_x', uid: null });
  expect((await shop.completed('cs_x')).status).toBe(200);
  expect(await shop.payment('cs_x')).toBeUndefined();
});

test('after a crash before the commit, and while Stripe is out of reach, the queue tries again', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  world.crashAt = 'payment.beforeCommit';
  expect(await untilCrash(world, (deps) => shop.completed(sessionId, deps))).toBe(true);
  expect(await bookSum(world, caller.uid)).toBe(0);
  world.payments.isDown = true;
  expect(await world.tasks.run()).toHaveLength(1);
  world.payments.isDown = false;
  expect(await world.tasks.run()).toEqual([]);
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('a report that no queue takes is asked for again', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  world.tasks.trouble = 'refuse';
  expect((await shop.completed(sessionId)).status).toBe(500);
  expect((await shop.completed(sessionId)).status).toBe(200);
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('a refund reported before its purchase leaves 0 restores', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  await shop.completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  expect((await world.ledger(caller.uid)).map((entry) => entry.delta).sort()).toEqual([-5, 5]);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', restores_owed: 0 });
});

test('partial refunds take restores in proportion, rounded down, and add up', async () => {
  const sessionId = await shop.checkout('price_25');
  world.payments.pay(sessionId, 600);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 100 });
  await shop.refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(21);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'partially_reversed', restores_reversed: 4 });
  shop.charge(sessionId, { amountRefunded: 300 });
  await Promise.all([shop.refunded(sessionId), shop.refunded(sessionId)]);
  expect(await bookSum(world, caller.uid)).toBe(13);
  shop.charge(sessionId, { amountRefunded: 600 });
  await shop.refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('a stale response of Stripe does not undo a refund', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  shop.charge(sessionId, { amountRefunded: 0 });
  await shop.completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('a failed refund gives the restores back, and a stale response does not take them again', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  shop.charge(sessionId, { lastRefund: 'failed' });
  await shop.event('refund.failed', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(5);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', restores_reversed: 0 });
  shop.charge(sessionId, { amountRefunded: 0 });
  shop.charge(sessionId, { amountRefunded: 200 });
  await shop.refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(5);
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
  expect(await bookSum(world, caller.uid)).toBe(0);
  const reversal = (await world.ledger(caller.uid)).find((entry) => entry.reason === 'reversal');
  expect(reversal).toMatchObject({ id: `reversal_ch_${sessionId}`, delta: -2, owed: 3, balance_after: 0 });
  expect((await world.db.collection('users').doc(caller.uid).get()).data()).toMatchObject({ restores_owed: 3 });

  const second = await shop.checkout();
  world.payments.pay(second);
  await shop.completed(second);
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('a dispute takes the restores while it runs; winning it gives them back', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  await world.start({ uid: caller.uid, path: (await world.upload(caller)).path });
  shop.charge(sessionId, { disputes: ['holds'] });
  await shop.event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(0);
  shop.charge(sessionId, { disputes: ['won'] });
  await shop.event('charge.dispute.closed', { paymentIntentId: `pi_${sessionId}` });
  await shop.event('charge.dispute.closed', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(4);
  expect((await world.db.collection('users').doc(caller.uid).get()).data()).toMatchObject({ restores_owed: 0 });
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', restores_reversed: 0, restores_owed: 0 });
  // A late repeat that still saw the dispute open changes nothing any more.
  shop.charge(sessionId, { disputes: ['holds'] });
  await shop.event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(4);
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
  expect(await bookSum(world, caller.uid)).toBe(0);

  const second = await shop.checkout();
  world.payments.pay(second);
  await shop.completed(second);
  world.payments.change(sessionId, refunded ?? {});
  await shop.refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(5);
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
  expect(await bookSum(world, caller.uid)).toBe(3);
  dispute(200);
  await shop.completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
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
    expect(await bookSum(world, caller.uid)).toBe(sum);
    expect(await shop.payment(sessionId)).toMatchObject({ status });
  },
);

test('a payment known only from its event gets its first report’s date', async () => {
  const sessionId = await shop.checkout();
  await world.db.collection('payments').doc(sessionId).delete();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  expect(await shop.payment(sessionId)).toMatchObject({
    status: 'paid',
    user_id: caller.uid,
    created_at: expect.anything(),
  });
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('a second click leads to a session that is still pending, not to a paid one', async () => {
  const sessionId = await shop.checkout();
  world.payments.change(sessionId, { state: 'pending' });
  await shop.completed(sessionId);
  expect(await shop.checkout()).toBe(sessionId);
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  expect(await shop.checkout()).not.toBe(sessionId);
});

test('what a dispute takes on top of a refund is never more than the pack', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  shop.charge(sessionId, { amountRefunded: 100, disputes: ['holds'] });
  await shop.refunded(sessionId);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'reversed', restores_reversed: 5, restores_owed: 0 });
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('an event the backend does not act on asks Stripe nothing', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  expect(await shop.event('payment_intent.succeeded', { sessionId })).toEqual({ status: 200, body: 'ignored' });
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('an event about a payment of which there is no session is accepted', async () => {
  expect((await shop.event('charge.refunded', { paymentIntentId: 'pi_unknown' })).status).toBe(200);
  // There is nothing to ask Stripe for.
  world.payments.findSession = () => Promise.reject(new Error('You passed an empty string'));
  expect((await shop.event('charge.refunded', {})).status).toBe(200);
});

test('a signature that could not be checked is no forgery: the error is thrown, so that Stripe delivers again', async () => {
  world.payments.verifyEvent = () => Promise.reject(new Error('Out of memory'));
  await expect(shop.completed('cs_1')).rejects.toThrow('Out of memory');
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

test('failed photos give no restores back for which the money was returned', async () => {
  const sessionId = await buy();
  const failed = await spend(5, { isFailed: true });
  await refund(sessionId);
  expect(await shop.account()).toMatchObject({ restores_available: 0, restores_owed: 5 });
  expect(await deleteAll(failed)).toEqual([false, false, false, false, false]);
  expect(await bookSum(world, caller.uid)).toBe(0);
  expect(await shop.account()).toMatchObject({ restores_owed: 0 });
  const [entry] = (await world.ledger(caller.uid)).filter(({ reason }) => reason === 'refund');
  expect(entry).toMatchObject({ delta: 0, owed: -1 });

  // The bank sent the refund back: the photos have failed and the money is ours, so the restores are the customer's.
  shop.charge(sessionId, { lastRefund: 'failed' });
  await shop.event('refund.failed', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(5);
  expect(await shop.account()).toMatchObject({ restores_owed: 0 });
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', restores_owed: 0 });
});

test('failed photos pay what a partial refund left owed, and give the rest back', async () => {
  const sessionId = await buy();
  const failed = await spend(5, { isFailed: true });
  await refund(sessionId, 80);
  expect(await deleteAll(failed)).toEqual([false, false, true, true, true]);
  expect(await bookSum(world, caller.uid)).toBe(3);
});

test('a photo paid with a later purchase gives its restore back, whatever is owed', async () => {
  const sessionId = await buy();
  await spend(5, { isFailed: false });
  world.pass(1);
  await refund(sessionId);
  world.pass(1);
  await buy('price_25');
  expect(await deleteAll(await spend(2, { isFailed: true }))).toEqual([true, true]);
  expect(await bookSum(world, caller.uid)).toBe(25);
  expect(await shop.account()).toMatchObject({ restores_owed: 5 });
});

test('a payment for a pack that was retired or changed since is credited, and reversed, as it was sold', async () => {
  const sessionId = await shop.checkout();
  await world.db.doc(`payments/${sessionId}`).update({ pack: 'pack_of_yesterday', photos: 7 });
  world.payments.change(sessionId, { pack: 'pack_of_yesterday' });
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(7);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', pack: 'pack_of_yesterday', photos: 7 });
  await refund(sessionId, 100);
  expect(await bookSum(world, caller.uid)).toBe(4);
});

test('a paid session with an unknown pack and no record is an alarm, and credits nothing', async () => {
  const sessionId = await shop.checkout();
  await world.db.doc(`payments/${sessionId}`).delete();
  world.payments.change(sessionId, { pack: 'pack_of_yesterday' });
  world.payments.pay(sessionId);
  const lines = await linesOf(world, (deps) => shop.completed(sessionId, deps));
  expect(lines).toEqual(['error A payment is for a pack nobody knows: see what was bought']);
  expect(await world.ledger(caller.uid)).toEqual([]);
});
