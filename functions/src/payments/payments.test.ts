import { CHECKOUT_LIFETIME_MS, CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { type CreditPack, packById } from '@heirlight/contract/packs';
import { expect, test } from '@jest/globals';
import { bookSum, eachInNewWorld, untilCrash, type World } from '../../test/support/world';
import { deleteAccount } from '../account/deleteAccount';
import { sweepDeletions } from '../account/sweepDeletions';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { startRestore } from '../restore/startRestore';
import { createCheckoutSession } from './createCheckoutSession';
import { openPayment, paymentRef } from './paymentRecord';
import { stripeWebhook } from './stripeWebhook';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  world.config.welcomeRestores = 0;
  caller = world.caller();
});

async function checkout(priceId = 'price_5'): Promise<string> {
  const body = { priceId, userId: caller.uid, email: 'somebody@else.example' };
  return (await createCheckoutSession(body, caller, world)).sessionId ?? '';
}

function event(type: string, ids: { sessionId?: string; paymentIntentId?: string }, deps: World = world) {
  const body = { id: 'evt', type, sessionId: ids.sessionId ?? null, paymentIntentId: ids.paymentIntentId ?? null };
  return stripeWebhook({ rawBody: Buffer.from(JSON.stringify(body)), signature: 'valid' }, deps);
}
const completed = (sessionId: string, deps?: World) => event('checkout.session.completed', { sessionId }, deps);
const refunded = (sessionId: string) => event('charge.refunded', { paymentIntentId: `pi_${sessionId}` });
const account = async () => (await world.db.collection('users').doc(caller.uid).get()).data();
const payment = async (sessionId: string) => (await world.db.collection('payments').doc(sessionId).get()).data();

/** Ends a session at Stripe, as time does. */
function lapse(sessionId: string): string {
  world.payments.change(sessionId, { state: 'expired' });
  return sessionId;
}

interface ChargeChange {
  /** Cents refunded so far: what is more than before is a further refund, 0 is an answer from before all. */
  amountRefunded?: number;
  /** What became of the last refund. */
  lastRefund?: 'failed';
  disputes?: Array<'holds' | 'won'>;
}

function charge(sessionId: string, change: ChargeChange): void {
  const current = world.payments.sessions.get(sessionId)?.charge;
  if (!current) throw new Error('No charge');
  const disputes = (change.disputes ?? []).map((state, index) => ({
    id: `dp_${index}`,
    state,
    amount: current.amount,
  }));
  const refunds = change.amountRefunded === 0 ? [] : [...current.refunds];
  const more = (change.amountRefunded ?? 0) - refunds.reduce((sum, refund) => sum + refund.amount, 0);
  if (more > 0) refunds.push({ id: `re_${refunds.length}`, state: 'given', amount: more });
  const last = refunds.at(-1);
  if (change.lastRefund && last) refunds[refunds.length - 1] = { ...last, state: change.lastRefund };
  world.payments.change(sessionId, { charge: { ...current, refunds, disputes } });
}

test('buyer, customer address and metadata come from the token; the body is not believed [spec 3.21]', async () => {
  const sessionId = await checkout();
  expect(world.payments.orders).toEqual([
    expect.objectContaining({
      uid: caller.uid,
      customerId: 'cus_1',
      pack: 'pack_5',
      successUrl: 'https://heirlight.app/?session_id={CHECKOUT_SESSION_ID}',
    }),
  ]);
  expect([...world.payments.customers]).toEqual([['cus_1', { uid: caller.uid, email: caller.email }]]);
  expect(await payment(sessionId)).toMatchObject({ user_id: caller.uid, pack: 'pack_5', photos: 5, status: 'open' });
  const body = { priceId: 'price_5', userId: 'somebody-else', email: '' };
  await expect(createCheckoutSession(body, caller, world)).rejects.toMatchObject({ code: 'wrong_user' });
});

test.each(['price_unknown', 'pack_50', 'null'])('the price %s is refused', async (priceId) => {
  await expect(checkout(priceId)).rejects.toMatchObject({ code: 'unknown_price' });
});

test('clicks on Buy shortly after each other lead to one session, later ones to another', async () => {
  const first = await Promise.all([checkout(), checkout(), checkout()]);
  expect(new Set(first).size).toBe(1);
  world.pass(CHECKOUT_REUSE_MS);
  expect(await checkout()).not.toBe(first[0]);
});

test('buying the same pack again right after paying is a new purchase', async () => {
  const first = await checkout();
  world.payments.pay(first);
  await completed(first);
  const second = await checkout();
  expect(second).not.toBe(first);
  expect(world.payments.orders.at(-1)).toMatchObject({ customerId: 'cus_1' });
});

test('two checkouts opened before the first payment, and both paid, are of one customer', async () => {
  const sessions = await Promise.all([checkout(), checkout('price_25'), checkout()]);
  expect(new Set(sessions).size).toBe(2);
  for (const sessionId of new Set(sessions)) {
    world.payments.pay(sessionId);
    await completed(sessionId);
  }
  await checkout('price_25');
  expect(new Set(world.payments.orders.map(({ customerId }) => customerId))).toEqual(new Set(['cus_1']));
  expect([...world.payments.customers.keys()]).toEqual(['cus_1']);
  expect(await account()).toMatchObject({ stripe_customer_id: 'cus_1' });
});

/** Lets the next two clicks make a customer each, as in two minutes or two places; both exist before either is noted. */
function makeTwoCustomers(): void {
  const { createCustomer } = world.payments;
  let meet: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  world.payments.createCustomer = async (customer) => {
    const made = await createCustomer({ ...customer, idempotencyKey: world.newId() });
    if (world.payments.customers.size === 2) meet();
    await both;
    return made;
  };
}

test('two customers made at the same time: both checkouts are of the one noted on the account, the other goes', async () => {
  makeTwoCustomers();
  await Promise.all([checkout(), checkout('price_25')]);
  const { stripe_customer_id: noted } = (await account()) ?? {};
  expect(world.payments.orders.map(({ customerId }) => customerId)).toEqual([noted, noted]);
  expect([...world.payments.customers.keys()]).toEqual([noted]);
});

test('a second customer who cannot be deleted keeps nobody from buying', async () => {
  makeTwoCustomers();
  world.payments.deleteCustomer = () => Promise.reject(new Error('Stripe is down'));
  expect((await Promise.all([checkout(), checkout('price_25')])).sort()).toEqual(['cs_1', 'cs_2']);
});

test('a failure that Stripe remembers by its key keeps nobody from buying a minute later', async () => {
  const { createCustomer } = world.payments;
  const failed = new Set<string>();
  world.payments.createCustomer = async (customer) => {
    if (failed.size === 0) failed.add(customer.idempotencyKey);
    if (failed.has(customer.idempotencyKey)) throw new AppError('checkout_failed', 'Stripe: 500');
    return createCustomer(customer);
  };
  expect(await checkout()).toBe('');
  expect(await checkout()).toBe('');
  world.pass(CHECKOUT_REUSE_MS);
  expect(await checkout()).toBe('cs_1');
});

test('a customer who was deleted at Stripe is made anew, once', async () => {
  await checkout();
  world.payments.customers.delete('cus_1');
  const again = await Promise.all([checkout('price_25'), checkout('price_25')]);
  expect(new Set(again).size).toBe(1);
  expect([...world.payments.customers.keys()]).toEqual(['cus_2']);
  expect(await account()).toMatchObject({ stripe_customer_id: 'cus_2' });
});

test('an account deleted while its customer is being made keeps none, and buys nothing', async () => {
  const { createCustomer } = world.payments;
  world.payments.createCustomer = async (person) => {
    const customerId = await createCustomer(person);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return customerId;
  };
  await expect(checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect(await account()).not.toHaveProperty('stripe_customer_id');
  expect(world.payments.orders).toEqual([]);
  expect([...world.payments.customers]).toEqual([]);
});

test('a click that comes too late leaves the customer it shares with a purchase to the invoices', async () => {
  const { createCustomer } = world.payments;
  world.payments.createCustomer = async (person) => {
    const shared = await createCustomer(person);
    world.payments.createCustomer = createCustomer;
    const sessionId = await checkout('price_25');
    world.payments.pay(sessionId);
    await completed(sessionId);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return shared;
  };
  await expect(checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect([...world.payments.customers.keys()]).toEqual(['cus_1']);
});

test('a click that comes too late leaves the customer it shares with a payment on its way to the deletion', async () => {
  const { createCustomer } = world.payments;
  world.payments.createCustomer = async (person) => {
    const shared = await createCustomer(person);
    world.payments.createCustomer = createCustomer;
    world.payments.change(await checkout('price_25'), { state: 'pending' });
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return shared;
  };
  await expect(checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect([...world.payments.customers.keys()]).toEqual(['cus_1']);
  expect(await account()).toMatchObject({ stripe_customer_id: 'cus_1' });
});

test('Stripe refusing gives the sentence the client knows [spec 8.13]', async () => {
  world.payments.isDown = true;
  const body = { priceId: 'price_5', userId: caller.uid, email: '' };
  expect(await createCheckoutSession(body, caller, world)).toEqual({
    error: { message: 'Failed to create checkout session' },
  });
});

test('a paid session credits once, however often and in whatever order it is reported', async () => {
  const sessionId = await checkout('price_25');
  world.payments.pay(sessionId, 600);
  await Promise.all(Array.from({ length: 6 }, () => completed(sessionId)));
  await event('checkout.session.async_payment_succeeded', { sessionId });
  expect(await bookSum(world, caller.uid)).toBe(25);
  expect(await payment(sessionId)).toMatchObject({ status: 'paid', amount_total: 600, charge_id: `ch_${sessionId}` });
});

test('a bad signature changes nothing', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  const rawBody = Buffer.from(JSON.stringify({ id: 'e', type: 'checkout.session.completed', sessionId }));
  expect((await stripeWebhook({ rawBody, signature: 'forged' }, world)).status).toBe(400);
  expect((await stripeWebhook({ rawBody, signature: undefined }, world)).status).toBe(400);
  expect(await world.ledger(caller.uid)).toEqual([]);
});

test('a deleted account can no longer be paid for; what was on its way already is told, to be refunded', async () => {
  const [open, onItsWay] = [await checkout(), await checkout('price_25')];
  world.payments.change(onItsWay, { state: 'pending' });
  const errors: unknown[] = [];
  world.log.error = (message, data) => void errors.push({ message, ...data });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(world.payments.sessions.get(open)?.state).toBe('expired');
  world.payments.pay(onItsWay);
  await completed(onItsWay);
  await completed(onItsWay);
  expect(errors).toEqual([
    { message: 'A purchase came in for a deleted account: refund it', sessionId: onItsWay, uid: caller.uid },
  ]);
  expect(await bookSum(world, caller.uid)).toBe(25);
});

test('an account deleted while its checkout is being opened gets none, and the session is ended at Stripe', async () => {
  const { createSession } = world.payments;
  world.payments.createSession = async (order) => {
    const session = await createSession(order);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return session;
  };
  await expect(checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect([...world.payments.sessions.values()]).toMatchObject([{ state: 'expired' }]);
  expect(await payment('cs_1')).toBeUndefined();
});

test('an account deleted between two clicks gets nothing from the second', async () => {
  const first = await checkout();
  const { createSession } = world.payments;
  world.payments.createSession = async (order) => {
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return createSession(order);
  };
  await expect(checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect(world.payments.sessions.get(first)?.state).toBe('expired');
});

test('Stripe out of reach during a deletion: all else goes at once, the checkout when it is back', async () => {
  const sessionId = await checkout();
  const { path } = await world.upload(caller);
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(world.removedUsers).toEqual([caller.uid]);
  expect(world.files.paths()).not.toContain(path);
  expect(await sweepDeletions(world)).toBe(1);
  expect(world.payments.sessions.get(sessionId)?.state).toBe('open');

  world.payments.isDown = false;
  expect(await sweepDeletions(world)).toBe(1);
  expect(world.payments.sessions.get(sessionId)?.state).toBe('expired');
  await event('checkout.session.expired', { sessionId });
  expect(await sweepDeletions(world)).toBe(1);
  expect(await sweepDeletions(world)).toBe(0);
});

const customers = () => [...world.payments.customers.keys()];

test('whoever never bought is forgotten at Stripe with the account', async () => {
  const sessionId = await checkout();
  await event('checkout.session.expired', { sessionId: lapse(sessionId) });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(customers()).toEqual([]);
  expect(await account()).not.toHaveProperty('stripe_customer_id');
  expect(await sweepDeletions(world)).toBe(0);
});

test('a customer is forgotten once it is known that the checkout ended by the deletion was not paid', async () => {
  const sessionId = await checkout();
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(await sweepDeletions(world)).toBe(1);
  expect(customers()).toEqual(['cus_1']);
  await event('checkout.session.expired', { sessionId });
  expect(await sweepDeletions(world)).toBe(1);
  expect(customers()).toEqual([]);
  expect(await account()).not.toHaveProperty('stripe_customer_id');
  expect(await sweepDeletions(world)).toBe(0);
});

test.each([0, 100, 200])(
  'whoever bought, with %d of 200 cents refunded, stays at Stripe with the invoice',
  async (amount) => {
    const sessionId = await checkout();
    world.payments.pay(sessionId);
    await completed(sessionId);
    charge(sessionId, { amountRefunded: amount });
    await refunded(sessionId);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    expect(customers()).toEqual(['cus_1']);
    expect(await account()).not.toHaveProperty('stripe_customer_id');
    expect(await sweepDeletions(world)).toBe(0);
  },
);

test.each([
  { end: 'paid', left: ['cus_1'] },
  { end: 'failed', left: [] },
] as const)('a bank debit on its way that ends $end decides about the customer', async ({ end, left }) => {
  const sessionId = await checkout();
  world.payments.change(sessionId, { state: 'pending' });
  await completed(sessionId);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  world.pass(2 * CHECKOUT_LIFETIME_MS);
  await sweepDeletions(world);
  expect(await account()).toMatchObject({ stripe_customer_id: 'cus_1' });
  expect(customers()).toEqual(['cus_1']);
  if (end === 'paid') world.payments.pay(sessionId);
  else world.payments.change(sessionId, { state: 'failed' });
  await completed(sessionId);
  await sweepDeletions(world);
  expect(customers()).toEqual(left);
  expect(await account()).not.toHaveProperty('stripe_customer_id');
  expect(await sweepDeletions(world)).toBe(0);
});

test('a payment that was given up keeps no customer', async () => {
  const sessionId = await checkout();
  await paymentRef(world.db, sessionId).update({ next_check_at: null });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(customers()).toEqual([]);
});

test('the id of a customer is kept until Stripe has deleted it, whether Stripe or the answer was lost', async () => {
  await event('checkout.session.expired', { sessionId: lapse(await checkout()) });
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  await sweepDeletions(world);
  expect(await account()).toMatchObject({ stripe_customer_id: 'cus_1', deletion_pending: false });

  world.payments.isDown = false;
  const { deleteCustomer } = world.payments;
  world.payments.deleteCustomer = async (customerId) => {
    await deleteCustomer(customerId);
    throw new Error('The answer is lost');
  };
  await sweepDeletions(world);
  expect(await account()).toMatchObject({ stripe_customer_id: 'cus_1' });
  world.payments.deleteCustomer = deleteCustomer;
  expect(await sweepDeletions(world)).toBe(1);
  expect(await account()).not.toHaveProperty('stripe_customer_id');
  expect(await sweepDeletions(world)).toBe(0);
});

test('a deletion is not kept pending by checkouts that are over by themselves', async () => {
  // Who bought has no customer to be deleted: only the open checkout is waited for.
  const bought = await checkout('price_25');
  world.payments.pay(bought);
  await completed(bought);
  await checkout();
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  world.pass(CHECKOUT_LIFETIME_MS + 60 * 60_000);
  expect(await sweepDeletions(world)).toBe(1);
  expect(await sweepDeletions(world)).toBe(0);
});

test('more open checkouts than one run ends are all ended by the runs after it', async () => {
  const pack = packById('pack_5') as CreditPack;
  const order = { uid: caller.uid, customerId: 'cus_x', pack: pack.id, priceId: 'price_5' };
  world.payments.customers.set('cus_x', { uid: caller.uid, email: null });
  for (let count = 0; count < 60; count++) {
    const session = { ...order, successUrl: '', cancelUrl: '', idempotencyKey: world.newId() };
    const { sessionId } = (await world.payments.createSession(session)) ?? { sessionId: '' };
    await paymentRef(world.db, sessionId).set(openPayment({ uid: caller.uid, pack }, world.now()));
  }
  const left = () => [...world.payments.sessions.values()].filter(({ state }) => state === 'open').length;
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(left()).toBe(10);
  for (const { sessionId, state } of world.payments.sessions.values()) {
    if (state === 'expired') await event('checkout.session.expired', { sessionId });
  }
  await sweepDeletions(world);
  expect(left()).toBe(0);
  expect(await sweepDeletions(world)).toBe(0);
});

test('a checkout paid just before the deletion keeps its customer, though its report comes after', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  await completed(sessionId);
  expect(await sweepDeletions(world)).toBe(1);
  expect(customers()).toEqual(['cus_1']);
  expect(await sweepDeletions(world)).toBe(0);
});

test('completed but unpaid credits nothing; paying later does', async () => {
  const sessionId = await checkout();
  world.payments.change(sessionId, { state: 'pending' });
  await completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  world.payments.pay(sessionId);
  await event('checkout.session.async_payment_succeeded', { sessionId });
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test.each(['failed', 'expired'] as const)('a session that %s credits nothing', async (state) => {
  const sessionId = await checkout();
  world.payments.change(sessionId, { state });
  await event(`checkout.session.${state === 'failed' ? 'async_payment_failed' : state}`, { sessionId });
  expect(await payment(sessionId)).toMatchObject({ status: state });
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('a session nobody here made, or one that does not exist, is answered 200 and left alone', async () => {
  expect((await completed('cs_forged')).status).toBe(200);
  world.payments.sessions.set('cs_x', { ...world.payments.pay(await checkout()), sessionId: 'cs_x', uid: null });
  expect((await completed('cs_x')).status).toBe(200);
  expect(await payment('cs_x')).toBeUndefined();
});

test('a crash before the commit is answered by nothing, and the next delivery credits', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  world.crashAt = 'payment.beforeCommit';
  expect(await untilCrash(world, (deps) => completed(sessionId, deps))).toBe(true);
  expect(await bookSum(world, caller.uid)).toBe(0);
  world.payments.isDown = true;
  expect((await completed(sessionId)).status).toBe(500);
  world.payments.isDown = false;
  expect((await completed(sessionId)).status).toBe(200);
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('refunded before the purchase was reported: net zero, whichever report comes first', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  charge(sessionId, { amountRefunded: 200 });
  await refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  await completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  expect((await world.ledger(caller.uid)).map((entry) => entry.delta).sort()).toEqual([-5, 5]);
  expect(await payment(sessionId)).toMatchObject({ status: 'reversed', restores_owed: 0 });
});

test('partial refunds take their share, rounded down, and add up', async () => {
  const sessionId = await checkout('price_25');
  world.payments.pay(sessionId, 600);
  await completed(sessionId);
  charge(sessionId, { amountRefunded: 100 });
  await refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(21);
  expect(await payment(sessionId)).toMatchObject({ status: 'partially_reversed', restores_reversed: 4 });
  charge(sessionId, { amountRefunded: 300 });
  await Promise.all([refunded(sessionId), refunded(sessionId)]);
  expect(await bookSum(world, caller.uid)).toBe(13);
  charge(sessionId, { amountRefunded: 600 });
  await refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('an old answer of the API takes no refund back', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  charge(sessionId, { amountRefunded: 200 });
  await refunded(sessionId);
  charge(sessionId, { amountRefunded: 0 });
  await completed(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('a refund the bank sends back gives the restores back, and an answer from before it takes them no more', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  await completed(sessionId);
  charge(sessionId, { amountRefunded: 200 });
  await refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  charge(sessionId, { lastRefund: 'failed' });
  await event('refund.failed', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(5);
  expect(await payment(sessionId)).toMatchObject({ status: 'paid', restores_reversed: 0 });
  charge(sessionId, { amountRefunded: 0 });
  charge(sessionId, { amountRefunded: 200 });
  await refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('a refund after spending stops at 0, notes the rest as owed, and leaves later purchases whole', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  await completed(sessionId);
  for (let count = 0; count < 3; count++) {
    await startRestore({ uid: caller.uid, path: (await world.upload(caller)).path }, world);
  }
  charge(sessionId, { amountRefunded: 200 });
  await refunded(sessionId);
  expect(await bookSum(world, caller.uid)).toBe(0);
  const reversal = (await world.ledger(caller.uid)).find((entry) => entry.reason === 'reversal');
  expect(reversal).toMatchObject({ id: `reversal_ch_${sessionId}`, delta: -2, owed: 3, balance_after: 0 });
  expect((await world.db.collection('users').doc(caller.uid).get()).data()).toMatchObject({ restores_owed: 3 });

  const second = await checkout();
  world.payments.pay(second);
  await completed(second);
  expect(await bookSum(world, caller.uid)).toBe(5);
});

test('a dispute takes the restores while it runs; winning it gives back what was taken', async () => {
  const sessionId = await checkout();
  world.payments.pay(sessionId);
  await completed(sessionId);
  await startRestore({ uid: caller.uid, path: (await world.upload(caller)).path }, world);
  charge(sessionId, { disputes: ['holds'] });
  await event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(0);
  charge(sessionId, { disputes: ['won'] });
  await event('charge.dispute.closed', { paymentIntentId: `pi_${sessionId}` });
  await event('charge.dispute.closed', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(4);
  expect((await world.db.collection('users').doc(caller.uid).get()).data()).toMatchObject({ restores_owed: 0 });
  // A late repeat that still saw the dispute open changes nothing any more.
  charge(sessionId, { disputes: ['holds'] });
  await event('charge.dispute.created', { paymentIntentId: `pi_${sessionId}` });
  expect(await bookSum(world, caller.uid)).toBe(4);
});
