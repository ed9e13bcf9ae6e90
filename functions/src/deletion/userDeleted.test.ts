import { beforeEach, expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, linesOf, untilCrash, type World } from '../../test/support/world';
import { fetchCredits } from '../account/fetchCredits';
import type { Caller } from '../platform/caller';
import { deleteAccount } from './deleteAccount';
import { sweepDeletions } from './sweepDeletions';
import { userDeleted } from './userDeleted';

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});
beforeEach(async () => {
  await world.setBalance(caller.uid, 3);
  await world.start({ uid: caller.uid, path: (await world.upload(caller)).path });
  world.files.upload({ path: `results/${caller.uid}/some-photo/restored.png`, bytes: Buffer.from('x') });
});

const account = async () => (await world.db.collection('users').doc(caller.uid).get()).data();
/** Firebase's own call, or the console. */
const endSignIn = () => world.removedUsers.push(caller.uid);

test('who ends the sign-in without us leaves nothing behind: no photo, file, job, checkout or customer [spec 10.2]', async () => {
  const sessionId = await shop.checkout();
  endSignIn();
  await userDeleted(caller.uid, world);
  expect(world.files.paths()).toEqual([]);
  expect((await world.db.collection('photos').get()).size).toBe(0);
  expect(world.provider.cancelled).toEqual(['job1']);
  expect(world.payments.sessions.get(sessionId)?.state).toBe('expired');
  await shop.event('checkout.session.expired', { sessionId });
  await world.sweep(sweepDeletions);
  expect(shop.customers()).toEqual([]);
  expect(await account()).toMatchObject({ deleted_at: expect.anything(), deletion_pending: false });
  expect(await account()).not.toHaveProperty('stripe_customer_id');
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('an old token cannot make the account anew, also when there was none yet', async () => {
  const visitor = world.caller();
  world.removedUsers.push(visitor.uid);
  await userDeleted(visitor.uid, world);
  const fetching = fetchCredits({ user_id_in: visitor.uid }, visitor, world);
  await expect(fetching).rejects.toMatchObject({ code: 'signed_out' });
});

test('told after delete-account, or twice, it does nothing', async () => {
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  const before = await account();
  world.pass(60_000);
  await userDeleted(caller.uid, world);
  await userDeleted(caller.uid, world);
  expect(await account()).toEqual(before);
});

test('a user who exists, whatever the event says, keeps everything', async () => {
  const before = world.files.paths();
  const lines = await linesOf(world, (deps) => userDeleted(caller.uid, deps));
  expect(lines).toEqual(['warn An event calls a user deleted who exists']);
  expect(world.files.paths()).toEqual(before);
  expect(await account()).not.toHaveProperty('deleted_at');
});

test.each(['deleteAccount.afterMark', 'deleteAccount.afterPhotos', 'deleteAccount.afterFiles'] as const)(
  'what dies at %s is finished by the sweep',
  async (point) => {
    endSignIn();
    world.crashAt = point;
    expect(await untilCrash(world, (deps) => userDeleted(caller.uid, deps))).toBe(true);
    await world.sweep(sweepDeletions);
    expect(world.files.paths()).toEqual([]);
    expect(await account()).toMatchObject({ deletion_pending: false });
  },
);
