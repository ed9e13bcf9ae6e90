import { beforeEach, expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewWorld, ledgerSum, untilCrash, type World } from '../../test/support/world';

const REQUEST = { action: 'delete', email: 'ada@example.com', reason: 'She asked for it by letter' };

let world: World;
let owner: Owner;
eachInNewWorld((made) => {
  world = made;
  owner = ownerOf(world);
});
beforeEach(async () => {
  await world.setBalance('ada', 3);
  const { path } = await world.upload(world.caller('ada'));
  await world.start({ uid: 'ada', path });
});

test('an account is deleted with all it owns, long after its last sign-in; the ledger stays', async () => {
  world.pass(365 * 24 * 60 * 60_000);
  expect(await owner.ask(REQUEST)).toMatchObject({ state: 'SUCCESS', account: 'ada', result: { deleted: 'ada' } });
  expect(world.files.paths()).toEqual([]);
  expect((await world.db.collection('photos').get()).size).toBe(0);
  expect(world.removedUsers).toEqual(['ada']);
  expect(await ledgerSum(world, 'ada')).toBe(2);
});

test('killed after the sign-in went, so that the address leads nowhere, it is finished by the next delivery', async () => {
  const deliver = await owner.write(REQUEST);
  world.crashAt = 'deleteAccount.afterUser';
  expect(await untilCrash(world, deliver)).toBe(true);
  await deliver();
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', attempts: 2 });
  expect((await world.db.doc('users/ada').get()).data()).toMatchObject({ deletion_pending: false });
});

test('a request that the owner takes back before it is carried out deletes nothing', async () => {
  const deliver = await owner.write(REQUEST);
  await world.during(
    'users.find',
    () => deliver(),
    () => owner.request('r1').delete(),
  );
  expect(world.removedUsers).toEqual([]);
  expect((await world.db.collection('photos').get()).size).toBe(1);
});
