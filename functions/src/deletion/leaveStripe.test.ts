import { CHECKOUT_LIFETIME_MS } from '@heirlight/contract/limits';
import { type CreditPack, packById } from '@heirlight/contract/packs';
import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, linesOf, type World } from '../../test/support/world';
import { createCheckoutSession } from '../payments/createCheckoutSession';
import { openPayment, paymentRef } from '../payments/paymentRecord';
import type { Caller } from '../platform/caller';
import { deleteAccount } from './deleteAccount';
import { sweepDeletions } from './sweepDeletions';

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});

test('deleting an account ends its open checkouts; a late payment is logged for a refund', async () => {
  const [open, onItsWay] = [await shop.checkout(), await shop.checkout('price_25')];
  world.payments.change(onItsWay, { state: 'pending' });
  const errors: unknown[] = [];
  world.log.error = (message, data) => void errors.push({ message, ...data });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(world.payments.sessions.get(open)?.state).toBe('expired');
  world.payments.pay(onItsWay);
  await shop.completed(onItsWay);
  await shop.completed(onItsWay);
  expect(errors).toEqual([
    { message: 'A purchase came in for a deleted account: refund it', sessionId: onItsWay, uid: caller.uid },
  ]);
  expect(await ledgerSum(world, caller.uid)).toBe(25);
});

test('an account deleted while its checkout opens gets none, and the session ends at Stripe', async () => {
  const { createSession } = world.payments;
  world.payments.createSession = async (order) => {
    const session = await createSession(order);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return session;
  };
  await expect(shop.checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect([...world.payments.sessions.values()]).toMatchObject([{ state: 'expired' }]);
  expect(await shop.payment('cs_1')).toBeUndefined();
});

test('an account deleted between two clicks gets nothing from the second', async () => {
  const first = await shop.checkout();
  const { createSession } = world.payments;
  world.payments.createSession = async (order) => {
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return createSession(order);
  };
  await expect(shop.checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect(world.payments.sessions.get(first)?.state).toBe('expired');
});

test('while Stripe is down a deletion removes all else; the checkout ends when it is back', async () => {
  const sessionId = await shop.checkout();
  const { path } = await world.upload(caller);
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(world.removedUsers).toEqual([caller.uid]);
  expect(world.files.paths()).not.toContain(path);
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(world.payments.sessions.get(sessionId)?.state).toBe('open');

  world.payments.isDown = false;
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(world.payments.sessions.get(sessionId)?.state).toBe('expired');
  await shop.event('checkout.session.expired', { sessionId });
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('deleting an account without purchases deletes its Stripe customer', async () => {
  const sessionId = await shop.checkout();
  await shop.event('checkout.session.expired', { sessionId: shop.lapse(sessionId) });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(shop.customers()).toEqual([]);
  expect(await shop.account()).not.toHaveProperty('stripe_customer_id');
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('the customer is deleted once Stripe says that the ended checkout was not paid', async () => {
  const sessionId = await shop.checkout();
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(shop.customers()).toEqual(['cus_1']);
  await shop.event('checkout.session.expired', { sessionId });
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(shop.customers()).toEqual([]);
  expect(await shop.account()).not.toHaveProperty('stripe_customer_id');
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test.each([0, 100, 200])(
  'a customer with a purchase stays at Stripe for its invoice, with %d of 200 cents refunded',
  async (amount) => {
    const sessionId = await shop.checkout();
    world.payments.pay(sessionId);
    await shop.completed(sessionId);
    shop.charge(sessionId, { amountRefunded: amount });
    await shop.refunded(sessionId);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    expect(shop.customers()).toEqual(['cus_1']);
    expect(await shop.account()).not.toHaveProperty('stripe_customer_id');
    expect(await world.sweep(sweepDeletions)).toBe(0);
  },
);

test.each([
  { end: 'paid', left: ['cus_1'] },
  { end: 'failed', left: [] },
] as const)('a bank debit on its way that ends $end decides about the customer', async ({ end, left }) => {
  const sessionId = await shop.checkout();
  world.payments.change(sessionId, { state: 'pending' });
  await shop.completed(sessionId);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  world.pass(2 * CHECKOUT_LIFETIME_MS);
  await world.sweep(sweepDeletions);
  expect(await shop.account()).toMatchObject({ stripe_customer_id: 'cus_1' });
  expect(shop.customers()).toEqual(['cus_1']);
  if (end === 'paid') world.payments.pay(sessionId);
  else world.payments.change(sessionId, { state: 'failed' });
  await shop.completed(sessionId);
  await world.sweep(sweepDeletions);
  expect(shop.customers()).toEqual(left);
  expect(await shop.account()).not.toHaveProperty('stripe_customer_id');
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('a payment that the sweeper gave up does not keep the customer', async () => {
  const sessionId = await shop.checkout();
  await paymentRef(world.db, sessionId).update({ next_check_at: null });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(shop.customers()).toEqual([]);
});

test('the customer id is kept until Stripe confirms the deletion', async () => {
  await shop.event('checkout.session.expired', { sessionId: shop.lapse(await shop.checkout()) });
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  await world.sweep(sweepDeletions);
  expect(await shop.account()).toMatchObject({ stripe_customer_id: 'cus_1', deletion_pending: false });

  world.payments.isDown = false;
  const { deleteCustomer } = world.payments;
  world.payments.deleteCustomer = async (customerId) => {
    await deleteCustomer(customerId);
    throw new Error('The answer is lost');
  };
  await world.sweep(sweepDeletions);
  expect(await shop.account()).toMatchObject({ stripe_customer_id: 'cus_1' });
  world.payments.deleteCustomer = deleteCustomer;
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(await shop.account()).not.toHaveProperty('stripe_customer_id');
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('checkouts that have expired by themselves do not keep a deletion pending', async () => {
  // Who bought has no customer to be deleted: only the open checkout is waited for.
  const bought = await shop.checkout('price_25');
  world.payments.pay(bought);
  await shop.completed(bought);
  await shop.checkout();
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  world.pass(CHECKOUT_LIFETIME_MS + 60 * 60_000);
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('open checkouts beyond the limit of one run are ended by the next runs', async () => {
  const pack = packById('pack_5') as CreditPack;
  const order = { uid: caller.uid, customerId: 'cus_x', pack: pack.id, priceId: 'price_5' };
  world.payments.customers.set('cus_x', { uid: caller.uid, email: null });
  for (let count = 0; count < 60; count++) {
    const session = {
      ...order,
      successUrl: '',
      cancelUrl: '',
      allowsPromotionCodes: true,
      email: null,
      switches: { receipts: 'none', tax: 'none', termsUrl: null } as const,
      idempotencyKey: world.newId(),
    };
    const { sessionId } = (await world.payments.createSession(session)) ?? { sessionId: '' };
    await paymentRef(world.db, sessionId).set(openPayment({ uid: caller.uid, pack }, world.now()));
  }
  const left = () => [...world.payments.sessions.values()].filter(({ state }) => state === 'open').length;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(left()).toBe(10);
  for (const { sessionId, state } of world.payments.sessions.values()) {
    if (state === 'expired') await shop.event('checkout.session.expired', { sessionId });
  }
  await world.sweep(sweepDeletions);
  expect(left()).toBe(0);
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('a checkout paid just before the deletion keeps its customer, though its report comes after', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  await shop.completed(sessionId);
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(shop.customers()).toEqual(['cus_1']);
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('deleting one account ends no checkout and forgets no customer of another', async () => {
  const other = world.caller();
  const body = { priceId: 'price_25', userId: other.uid, email: '' };
  const { sessionId = '' } = await createCheckoutSession(body, other, world);
  await shop.event('checkout.session.expired', { sessionId: shop.lapse(await shop.checkout()) });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(world.payments.sessions.get(sessionId)?.state).toBe('open');
  expect(shop.customers()).toEqual(['cus_1']);
});

test('what another account bought keeps no customer of a deleted one', async () => {
  const other = world.caller();
  const body = { priceId: 'price_25', userId: other.uid, email: '' };
  const { sessionId = '' } = await createCheckoutSession(body, other, world);
  world.payments.pay(sessionId);
  await shop.completed(sessionId);
  await shop.event('checkout.session.expired', { sessionId: shop.lapse(await shop.checkout()) });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(shop.customers()).toEqual(['cus_1']);
});

test('a second request for deletion keeps the date and the marks of the first', async () => {
  await shop.event('checkout.session.expired', { sessionId: shop.lapse(await shop.checkout()) });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  const first = await shop.account();
  world.pass(60_000);
  expect(await deleteAccount({ confirm: 'DELETE' }, caller, world)).toEqual({ deletedPhotos: 0 });
  expect(await shop.account()).toEqual(first);
});

test('a restore refunded or bought while an account is being deleted leaves it marked as deleted', async () => {
  const sessionId = await shop.checkout();
  world.payments.pay(sessionId);
  await world.during(
    'users.remove',
    () => deleteAccount({ confirm: 'DELETE' }, caller, world),
    () => shop.completed(sessionId),
  );
  expect(await shop.account()).toMatchObject({ deleted_at: expect.anything(), restores_available: 5 });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('a payment that cannot be read is logged and keeps the customer, but no checkout open and no deletion', async () => {
  const [broken, open] = [await shop.checkout(), await shop.checkout('price_25')];
  await world.db.doc(`payments/${broken}`).update({ created_at: 'yesterday' });
  const lines = await linesOf(world, (deps) => deleteAccount({ confirm: 'DELETE' }, caller, deps));
  expect(lines).toContain('error A document cannot be read');
  expect([broken, open].map((sessionId) => world.payments.sessions.get(sessionId)?.state)).toEqual([
    'expired',
    'expired',
  ]);
  expect(shop.customers()).toEqual(['cus_1']);
  expect(await world.sweep(sweepDeletions)).toBe(0);
});
