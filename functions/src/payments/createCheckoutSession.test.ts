import { CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, type World } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { createCheckoutSession } from './createCheckoutSession';

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});

test('buyer, e-mail address and metadata come from the token, not from the body [spec 3.21]', async () => {
  const sessionId = await shop.checkout();
  expect(world.payments.orders).toEqual([
    expect.objectContaining({
      uid: caller.uid,
      customerId: 'cus_1',
      pack: 'pack_5',
      successUrl: 'https://heirlight.app/?session_id={CHECKOUT_SESSION_ID}',
    }),
  ]);
  expect([...world.payments.customers]).toEqual([['cus_1', { uid: caller.uid, email: caller.email }]]);
  expect(await shop.payment(sessionId)).toMatchObject({
    user_id: caller.uid,
    pack: 'pack_5',
    photos: 5,
    status: 'open',
  });
  const body = { priceId: 'price_5', userId: 'somebody-else', email: '' };
  await expect(createCheckoutSession(body, caller, world)).rejects.toMatchObject({ code: 'wrong_user' });
});

test.each(['price_unknown', 'pack_50', 'null'])('the price %s is refused', async (priceId) => {
  await expect(shop.checkout(priceId)).rejects.toMatchObject({ code: 'unknown_price' });
});

test('clicks on Buy shortly after each other lead to one session, later ones to another', async () => {
  const first = await Promise.all([shop.checkout(), shop.checkout(), shop.checkout()]);
  expect(new Set(first).size).toBe(1);
  world.pass(CHECKOUT_REUSE_MS);
  expect(await shop.checkout()).not.toBe(first[0]);
});

test('buying the same pack again right after paying is a new purchase', async () => {
  const first = await shop.checkout();
  world.payments.pay(first);
  await shop.completed(first);
  const second = await shop.checkout();
  expect(second).not.toBe(first);
  expect(world.payments.orders.at(-1)).toMatchObject({ customerId: 'cus_1' });
});

test('two checkouts opened before the first payment belong to one customer', async () => {
  const sessions = await Promise.all([shop.checkout(), shop.checkout('price_25'), shop.checkout()]);
  expect(new Set(sessions).size).toBe(2);
  for (const sessionId of new Set(sessions)) {
    world.payments.pay(sessionId);
    await shop.completed(sessionId);
  }
  await shop.checkout('price_25');
  expect(new Set(world.payments.orders.map(({ customerId }) => customerId))).toEqual(new Set(['cus_1']));
  expect(shop.customers()).toEqual(['cus_1']);
  expect(await shop.account()).toMatchObject({ stripe_customer_id: 'cus_1' });
});

/** Lets the next two clicks make a customer each. Both customers exist at Stripe before either id is stored. */
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

test('of two customers made at the same time one is kept: both checkouts use it, the other is deleted', async () => {
  makeTwoCustomers();
  await Promise.all([shop.checkout(), shop.checkout('price_25')]);
  const { stripe_customer_id: noted } = (await shop.account()) ?? {};
  expect(world.payments.orders.map(({ customerId }) => customerId)).toEqual([noted, noted]);
  expect(shop.customers()).toEqual([noted]);
});

test('failing to delete a second customer does not stop the purchase', async () => {
  makeTwoCustomers();
  world.payments.deleteCustomer = () => Promise.reject(new Error('Stripe is down'));
  expect((await Promise.all([shop.checkout(), shop.checkout('price_25')])).sort()).toEqual(['cs_1', 'cs_2']);
});

test('a failure that Stripe repeats for its key does not stop a purchase a minute later', async () => {
  const { createCustomer } = world.payments;
  const failed = new Set<string>();
  world.payments.createCustomer = async (customer) => {
    if (failed.size === 0) failed.add(customer.idempotencyKey);
    if (failed.has(customer.idempotencyKey)) throw new AppError('checkout_failed', 'Stripe: 500');
    return createCustomer(customer);
  };
  expect(await shop.checkout()).toBe('');
  expect(await shop.checkout()).toBe('');
  world.pass(CHECKOUT_REUSE_MS);
  expect(await shop.checkout()).toBe('cs_1');
});

test('a customer who was deleted at Stripe is made anew, once', async () => {
  await shop.checkout();
  world.payments.customers.delete('cus_1');
  const again = await Promise.all([shop.checkout('price_25'), shop.checkout('price_25')]);
  expect(new Set(again).size).toBe(1);
  expect(shop.customers()).toEqual(['cus_2']);
  expect(await shop.account()).toMatchObject({ stripe_customer_id: 'cus_2' });
});

test('an account deleted while its customer is made keeps no customer and buys nothing', async () => {
  const { createCustomer } = world.payments;
  world.payments.createCustomer = async (person) => {
    const customerId = await createCustomer(person);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return customerId;
  };
  await expect(shop.checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect(await shop.account()).not.toHaveProperty('stripe_customer_id');
  expect(world.payments.orders).toEqual([]);
  expect([...world.payments.customers]).toEqual([]);
});

test('a click after the deletion keeps a shared customer that has a purchase', async () => {
  const { createCustomer } = world.payments;
  world.payments.createCustomer = async (person) => {
    const shared = await createCustomer(person);
    world.payments.createCustomer = createCustomer;
    const sessionId = await shop.checkout('price_25');
    world.payments.pay(sessionId);
    await shop.completed(sessionId);
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return shared;
  };
  await expect(shop.checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect(shop.customers()).toEqual(['cus_1']);
});

test('a click after the deletion leaves a shared customer with a pending payment to the deletion', async () => {
  const { createCustomer } = world.payments;
  world.payments.createCustomer = async (person) => {
    const shared = await createCustomer(person);
    world.payments.createCustomer = createCustomer;
    world.payments.change(await shop.checkout('price_25'), { state: 'pending' });
    await deleteAccount({ confirm: 'DELETE' }, caller, world);
    return shared;
  };
  await expect(shop.checkout()).rejects.toMatchObject({ code: 'signed_out' });
  expect(shop.customers()).toEqual(['cus_1']);
  expect(await shop.account()).toMatchObject({ stripe_customer_id: 'cus_1' });
});

test('a rejection by Stripe returns the sentence that the client knows [spec 8.13]', async () => {
  world.payments.isDown = true;
  const body = { priceId: 'price_5', userId: caller.uid, email: '' };
  expect(await createCheckoutSession(body, caller, world)).toEqual({
    error: { message: 'Failed to create checkout session' },
  });
});

test('a payment reported before its checkout is noted stays paid', async () => {
  const sessionId = await world.during(
    'payments.createSession',
    () => shop.checkout(),
    async () => {
      world.payments.pay('cs_1');
      await shop.completed('cs_1');
    },
  );
  expect(await shop.payment(sessionId)).toMatchObject({ status: 'paid', amount_total: 200 });
  expect(await ledgerSum(world, caller.uid)).toBe(5);
});

test('a click within the minute leads to the same session, one after it to another', async () => {
  const first = await shop.checkout();
  world.pass(59_999);
  expect(await shop.checkout()).toBe(first);
  world.pass(1);
  expect(await shop.checkout()).not.toBe(first);
});

test('two people who buy the same pack in the same minute get a session each', async () => {
  const other = world.caller();
  const body = { priceId: 'price_5', userId: other.uid, email: '' };
  const { sessionId } = await createCheckoutSession(body, other, world);
  expect(await shop.checkout()).not.toBe(sessionId);
  expect(shop.customers()).toHaveLength(2);
});

test('the checkout after 20 in an hour is refused and opens nothing at Stripe', async () => {
  await world.use('checkoutPerUser', caller.uid, 19);
  await shop.checkout();
  await expect(shop.checkout('price_25')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(world.payments.orders).toHaveLength(1);
  world.pass(60 * 60_000);
  await shop.checkout('price_25');
  expect(world.payments.orders).toHaveLength(2);
});

test('a session that cannot be ended is refused to a deleted account all the same', async () => {
  world.payments.expireSession = () => Promise.reject(new Error('Stripe is down'));
  const late = world.during(
    'payments.createSession',
    () => shop.checkout(),
    () => deleteAccount({ confirm: 'DELETE' }, caller, world),
  );
  await expect(late).rejects.toMatchObject({ code: 'signed_out' });
  expect(await shop.payment('cs_1')).toBeUndefined();
});

test('a customer made in place of a lost one does not displace one that was noted meanwhile', async () => {
  await shop.checkout();
  world.payments.customers.delete('cus_1');
  const slow = world.during(
    'payments.createCustomer',
    () => shop.checkout('price_25'),
    async () => {
      world.pass(CHECKOUT_REUSE_MS);
      await shop.checkout();
    },
  );
  await slow;
  const { stripe_customer_id: noted } = (await shop.account()) ?? {};
  expect(shop.customers()).toEqual([noted]);
  expect(world.payments.orders.slice(1).map(({ customerId }) => customerId)).toEqual([noted, noted]);
});

test('a customer that Stripe does not know right after making it is a rejection, without another try', async () => {
  let asked = 0;
  world.payments.createSession = async () => {
    asked++;
    return null;
  };
  expect(await shop.checkout()).toBe('');
  expect(asked).toBe(2);
});

test('what the owner switched on reaches Stripe, with the address for a receipt', async () => {
  world.config.checkout = { receipts: 'email', tax: 'automatic', termsUrl: 'https://heirlight.app/terms' };
  await shop.checkout();
  expect(world.payments.orders).toMatchObject([
    {
      email: caller.email,
      switches: { receipts: 'email', tax: 'automatic', termsUrl: 'https://heirlight.app/terms' },
    },
  ]);
});

test('switches that exclude each other stop the purchase, and the log says which', async () => {
  world.config.checkout = { receipts: 'invoice', tax: 'managed', termsUrl: 'none' };
  const lines: unknown[] = [];
  world.log.error = (_message, fields) => void lines.push(fields?.reason);
  expect(await shop.checkout()).toBe('');
  expect(lines).toEqual([expect.stringContaining('does not go with CHECKOUT_TAX=managed')]);
  expect(world.payments.customers.size).toBe(0);
});
