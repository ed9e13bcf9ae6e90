import { expect, test } from '@jest/globals';
import { eachInNewWorld, untilCrash, type World } from '../../test/support/world';
import { createCheckoutSession } from '../payments/createCheckoutSession';
import { deleteAccount } from './deleteAccount';
import { sweepDeletions } from './sweepDeletions';

/** What a request costs while Stripe is out of reach, and what a run of the sweeper has for all deletions. */
const HANG_MS = 60_000;
const PART_MS = 70_000;

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

function letStripeHang(): void {
  const hang = async () => {
    world.pass(HANG_MS);
    throw new Error('No answer');
  };
  world.payments.expireSession = hang;
  world.payments.deleteCustomer = (customerId) => {
    asked.push(customerId);
    return hang();
  };
}

const sweep = () => sweepDeletions(world, { until: new Date(world.now().getTime() + PART_MS) });

test('deletions that wait only for Stripe do not delay those that still have photos and a sign-in', async () => {
  for (const uid of names('a', 11)) await deletedButForStripe(uid);
  for (const uid of names('z', 4)) await interrupted(uid);
  world.removedUsers.length = 0;
  letStripeHang();
  expect(await sweep()).toBe(6);
  expect(world.removedUsers).toEqual(names('z', 4));
});

test('while Stripe does not respond, every waiting deletion gets its turn', async () => {
  const uids = names('a', 12);
  for (const uid of uids) await deletedButForStripe(uid);
  world.pass(1);
  letStripeHang();
  for (let run = 0; run < 6; run++) expect(await sweep()).toBe(2);
  expect(asked).toEqual(uids.map((uid) => `cus_${uid}`));
});

test('an account in both queues counts once and ends with nothing pending', async () => {
  await interrupted('z');
  expect(await sweep()).toBe(1);
  await world.db.collection('payments').doc('cs_1').update({ status: 'expired' });
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  expect([...world.payments.customers]).toEqual([]);
  const account = (await world.db.collection('users').doc('z').get()).data();
  expect(account).toMatchObject({ deletion_pending: false });
  for (const field of ['stripe_customer_id', 'stripe_tried_at']) expect(account).not.toHaveProperty(field);
});
