import { beforeEach, expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, untilCrash, type World } from '../../test/support/world';
import { requestWithdrawal } from '../payments/requestWithdrawal';
import type { Caller } from '../platform/caller';

let world: World;
let caller: Caller;
let shop: Shop;
let owner: Owner;
let session: string;
/** Cents for five restores. */
const PRICE = 203;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
  owner = ownerOf(world);
});
beforeEach(async () => {
  session = await shop.checkout();
  world.payments.pay(session, PRICE);
  await shop.completed(session);
});

const request = (more: object = {}) => ({ action: 'refund', uid: caller.uid, payment: session, reason: 'x', ...more });
const refunded = () => (world.payments.sessions.get(session)?.charge?.refunds ?? []).map(({ amount }) => amount);

test('a refund goes to Stripe, and the ledger takes the restores back', async () => {
  const answer = await owner.ask(request());
  expect(answer).toMatchObject({
    state: 'SUCCESS',
    account: caller.uid,
    balance_after: 0,
    result: { payment: session, refund: 're_ch_cs_1_0', amount_cents: PRICE, restores_reversed: 5, restores_owed: 0 },
  });
  expect(refunded()).toEqual([PRICE]);
  expect(await shop.payment(session)).toMatchObject({ status: 'reversed' });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a part is named in restores, by the payment intent as well, and the cents are enough for each', async () => {
  const part = { payment: `pi_${session}`, restores: 2 };
  expect(await owner.ask(request(part))).toMatchObject({
    balance_after: 3,
    result: { amount_cents: 82, restores_reversed: 2 },
  });
  expect(await owner.ask(request({ restores: 1 }), 'r2')).toMatchObject({ balance_after: 2 });
  expect(await owner.ask(request({ restores: 3 }), 'r3')).toMatchObject({
    state: 'ERROR',
    error: `2 restores of the payment ${session} are left to refund.`,
  });
  expect(await owner.ask(request({ restores: 2 }), 'r4')).toMatchObject({ balance_after: 0 });
  expect(refunded().reduce((sum, amount) => sum + amount)).toBe(PRICE);
  expect(await owner.ask(request(), 'r5')).toMatchObject({
    state: 'ERROR',
    error: `Nothing of the payment ${session} is left to refund.`,
  });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('what was spent is owed', async () => {
  await world.setBalance(caller.uid, 1);
  expect(await owner.ask(request())).toMatchObject({
    balance_after: 0,
    result: { restores_reversed: 5, restores_owed: 4 },
  });
});

test('delivered twice at once, or again after Stripe was asked, it refunds once', async () => {
  const deliver = await owner.write(request({ restores: 2 }));
  await world.during(
    'payments.refund',
    () => deliver(),
    () => deliver(),
  );
  expect(refunded()).toEqual([82]);
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', balance_after: 3 });
  expect(await ledgerSum(world, caller.uid)).toBe(3);
});

test('delivered again when Stripe has forgotten the key, it refunds once', async () => {
  const deliver = await owner.write(request({ restores: 2 }));
  world.crashAt = 'admin.afterRefund';
  expect(await untilCrash(world, deliver)).toBe(true);
  world.payments.forgetKeys();
  await deliver();
  expect(refunded()).toEqual([82]);
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', balance_after: 3 });
});

test('while the buyer withdraws from the payment, nothing else is refunded', async () => {
  world.config.withdrawalDays = 14;
  world.crashAt = 'withdrawal.afterMark';
  expect(await untilCrash(world, (deps) => requestWithdrawal({ sessionId: session }, caller, deps))).toBe(true);
  expect(await owner.ask(request({ restores: 1 }))).toMatchObject({
    state: 'ERROR',
    error: `The buyer withdraws from the payment ${session} just now: wait.`,
  });
  expect(refunded()).toEqual([]);
});

test('a purchase that no webhook reported is credited first, and so taken back', async () => {
  const other = await shop.checkout('price_25');
  world.payments.pay(other, 900);
  expect(await owner.ask(request({ payment: other }))).toMatchObject({ state: 'SUCCESS', balance_after: 5 });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('while Stripe is down the request waits', async () => {
  const deliver = await owner.write(request());
  world.payments.isDown = true;
  await expect(deliver()).rejects.toThrow('Stripe is down');
  expect(await owner.answer()).toMatchObject({ state: 'PROCESSING' });
  world.payments.isDown = false;
  await deliver();
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', attempts: 2 });
});

test('the money of a deleted account can go back', async () => {
  await world.db.collection('users').doc(caller.uid).update({ deleted_at: world.now() });
  world.removedUsers.push(caller.uid);
  expect(await owner.ask(request())).toMatchObject({ state: 'SUCCESS', balance_after: 0 });
});

test.each<[what: string, wrong: () => object, error: (session: string) => string]>([
  ['somebody else’s payment', () => ({ uid: 'eve' }), (id) => `The payment ${id} is not of the account eve.`],
  ['an unknown payment', () => ({ payment: 'cs_9' }), () => 'Stripe knows no payment cs_9 of this shop.'],
  ['an unknown intent', () => ({ payment: 'pi_9' }), () => 'Stripe knows no payment pi_9 of this shop.'],
])('%s is refused, and nothing moves', async (_what, wrong, error) => {
  expect(await owner.ask(request(wrong()))).toMatchObject({ state: 'ERROR', error: error(session) });
  expect(refunded()).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('an unpaid or disputed payment is refused', async () => {
  const open = await shop.checkout('price_25');
  expect(await owner.ask(request({ payment: open }))).toMatchObject({
    error: `Nothing was charged for the payment ${open}.`,
  });
  shop.charge(session, { disputes: ['holds'] });
  const rejection = { state: 'ERROR', error: 'Stripe refuses: The charge has been charged back' };
  expect(await owner.ask(request(), 'r2')).toMatchObject(rejection);
  expect(await owner.ask(request({ restores: 1 }), 'r3')).toMatchObject({
    error: `0 restores of the payment ${session} are left to refund.`,
  });
});
