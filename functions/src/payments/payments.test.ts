import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, linesOf, untilCrash, type World } from '../../test/support/world';
import type { Caller } from '../platform/caller';
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
  expect(await ledgerSum(world, caller.uid)).toBe(25);
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
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  world.payments.pay(sessionId);
  await shop.event('checkout.session.async_payment_succeeded', { sessionId });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test.each(['failed', 'expired'] as const)('a session that %s credits nothing', async (state) => {
  const sessionId = await shop.checkout();
  world.payments.change(sessionId, { state });
  await shop.event(`checkout.session.${state === 'failed' ? 'async_payment_failed' : state}`, { sessionId });
  expect(await shop.payment(sessionId)).toMatchObject({ status: state });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
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
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  world.payments.isDown = true;
  expect(await world.tasks.run()).toHaveLength(1);
  world.payments.isDown = false;
  expect(await world.tasks.run()).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('a report that no queue takes is asked for again', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  world.tasks.trouble = 'refuse';
  expect((await shop.completed(sessionId)).status).toBe(500);
  expect((await shop.completed(sessionId)).status).toBe(200);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

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
  expect(await ledgerSum(world, caller.uid)).toBe(5);
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

test('an event the backend does not act on asks Stripe nothing', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  expect(await shop.event('payment_intent.succeeded', { sessionId })).toEqual({ status: 200, body: 'ignored' });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
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

test('a payment for a pack that was retired or changed since is credited, and reversed, as it was sold', async () => {
  const sessionId = await shop.checkout();
  await world.db.doc(`payments/${sessionId}`).update({ pack: 'pack_of_yesterday', photos: 7 });
  world.payments.change(sessionId, { pack: 'pack_of_yesterday' });
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(7);
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', pack: 'pack_of_yesterday', photos: 7 });
  shop.charge(sessionId, { amountRefunded: 100 });
  await shop.refunded(sessionId);
  expect(await ledgerSum(world, caller.uid)).toBe(4);
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
