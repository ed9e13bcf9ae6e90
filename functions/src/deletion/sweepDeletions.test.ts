import { expect, test } from '@jest/globals';
import { eachInNewWorld, untilCrash, type World } from '../../test/support/world';
import { createCheckoutSession } from '../payments/createCheckoutSession';
import { deleteAccount } from './deleteAccount';
import { sweepDeletions } from './sweepDeletions';

let world: World;
/** Customers Stripe was asked to delete, in that order. */
let asked: string[];
eachInNewWorld((made) => {
  world = made;
  asked = [];
});

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`);

/** Deletes an account while Stripe is down: all that is left of it is its customer there. */
async function deletedButForStripe(uid: string): Promise<void> {
  await world.setBalance(uid, 1);
  await world.db
    .collection('users')
    .doc(uid)
    .update({ stripe_customer_id: `cus_${uid}` });
  world.payments.isDown = true;
  await deleteAccount({ confirm: 'DELETE' }, world.caller(uid), world);
  world.payments.isDown = false;
}

/** Dies with the photos and the sign-in still there, and a checkout open. */
async function interrupted(uid: string): Promise<void> {
  const caller = world.caller(uid);
  await world.setBalance(uid, 1);
  await createCheckoutSession({ priceId: 'price_5', userId: uid, email: '' }, caller, world);
  world.crashAt = 'deleteAccount.afterMark';
  expect(await untilCrash(world, (deps) => deleteAccount({ confirm: 'DELETE' }, caller, deps))).toBe(true);
}

test('of a deletion Stripe comes last: photos and sign-in go while it is out of reach', async () => {
  await interrupted('z');
  world.payments.isDown = true;
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(world.removedUsers).toEqual(['z']);
});

test('every waiting deletion gets its turn, those that waited longest first', async () => {
  const uids = names('a', 12);
  for (const uid of uids) await deletedButForStripe(uid);
  world.payments.deleteCustomer = async (customerId) => {
    asked.push(customerId);
    throw new Error('No answer');
  };
  expect(await world.sweep(sweepDeletions)).toBe(10);
  expect(await world.sweep(sweepDeletions)).toBe(10);
  const turns = [...uids, ...uids].slice(0, 20).map((uid) => `cus_${uid}`);
  expect([...asked].sort()).toEqual([...turns].sort());
});

test('a deletion waits in the queue once, however often the sweep comes by', async () => {
  await interrupted('a.b|c');
  for (let runs = 0; runs < 3; runs++) expect(await sweepDeletions(world)).toBe(1);
  expect(world.tasks.waiting()).toHaveLength(1);
});

test('an account in both queues counts once and ends with nothing pending', async () => {
  await interrupted('z');
  expect(await world.sweep(sweepDeletions)).toBe(1);
  await world.db.collection('payments').doc('cs_1').update({ status: 'expired' });
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(await world.sweep(sweepDeletions)).toBe(0);
  expect([...world.payments.customers]).toEqual([]);
  const account = (await world.db.collection('users').doc('z').get()).data();
  expect(account).toMatchObject({ deletion_pending: false });
  for (const field of ['stripe_customer_id', 'stripe_tried_at']) expect(account).not.toHaveProperty(field);
});
