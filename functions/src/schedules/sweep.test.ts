import { GIVE_UP_AFTER_MS, ORPHAN_AFTER_MS } from '@heirlight/contract/limits';
import { uploadPath } from '@heirlight/contract/paths';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, untilCrash, type World } from '../../test/support/world';
import { deleteAccount } from '../account/deleteAccount';
import { createCheckoutSession } from '../payments/createCheckoutSession';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { startRestore } from '../restore/startRestore';
import { failPhoto } from '../restore/submit';
import { sweepAll } from './sweep';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function started(): Promise<{ path: string; photoId: string }> {
  const upload = await world.upload(caller);
  await startRestore({ uid: caller.uid, path: upload.path }, world);
  return upload;
}

test('a part that fails does not stop the others', async () => {
  world.crashAt = 'deleteAccount.afterPhotos';
  expect(await untilCrash(world, (deps) => deleteAccount({ confirm: 'DELETE' }, caller, deps))).toBe(true);
  const errors: string[] = [];
  const deps: World = {
    ...world,
    log: { ...world.log, error: (message) => void errors.push(message) },
    files: { ...world.files, list: () => Promise.reject(new Error('Storage is down')) },
  };
  expect(await sweepAll(deps)).toEqual({ deletions: 1, files: null, payments: 0, refusals: 0, stuck: 0 });
  expect(errors).toEqual(['An account deletion stays for the next run', 'A part of the sweep failed']);
  // The first of all, not the last.
  const collection = (name: string) => {
    if (name === 'refusals') throw new Error('Refused');
    return world.db.collection(name);
  };
  const db = Object.assign(Object.create(world.db), { collection });
  expect(await sweepAll({ ...world, db })).toEqual({ deletions: 1, files: 0, payments: 0, refusals: null, stuck: 0 });
  expect(await sweepAll(world)).toEqual({ deletions: 0, files: 0, payments: 0, refusals: 0, stuck: 0 });
  expect(world.removedUsers).toEqual([caller.uid]);
});

test('the run stops asking a provider that hangs; the other photos wait for the next run', async () => {
  await world.setBalance(caller.uid, 3);
  for (let count = 0; count < 3; count++) await started();
  world.pass(GIVE_UP_AFTER_MS - 1_000);
  const hanging: World = {
    ...world,
    provider: {
      ...world.provider,
      get: async () => {
        world.pass(150_000);
        throw new Error('No answer');
      },
    },
  };
  expect(await sweepAll(hanging)).toMatchObject({ stuck: 2 });
});

test('while Stripe does not respond, deletions and photos still get their turn', async () => {
  await world.setBalance(caller.uid, 1);
  await started();
  for (const buyer of [world.caller(), world.caller(), world.caller()]) {
    await createCheckoutSession({ priceId: 'price_5', userId: buyer.uid, email: '' }, buyer, world);
  }
  const leaver = world.caller();
  world.crashAt = 'deleteAccount.afterPhotos';
  await untilCrash(world, (deps) => deleteAccount({ confirm: 'DELETE' }, leaver, deps));
  world.pass(GIVE_UP_AFTER_MS - 1_000);
  const hanging: World = {
    ...world,
    payments: {
      ...world.payments,
      retrieveSession: async () => {
        world.pass(30_000);
        throw new Error('No answer');
      },
    },
  };
  expect(await sweepAll(hanging)).toMatchObject({ payments: 2, deletions: 1, stuck: 1 });
  expect(await sweepAll(world)).toMatchObject({ payments: 1 });
});

test('slow deletions leave time for the photos', async () => {
  await world.setBalance(caller.uid, 1);
  await started();
  for (const leaver of [world.caller(), world.caller(), world.caller()]) {
    world.crashAt = 'deleteAccount.afterPhotos';
    await untilCrash(world, (deps) => deleteAccount({ confirm: 'DELETE' }, leaver, deps));
  }
  world.pass(GIVE_UP_AFTER_MS - 1_000);
  const slow: World = {
    ...world,
    users: { ...world.users, remove: async () => world.pass(60_000) },
  };
  expect(await sweepAll(slow)).toMatchObject({ deletions: 2, stuck: 1 });
});

test('a deleted photo whose files cannot be removed does not delay the next', async () => {
  await world.setBalance(caller.uid, 2);
  const stuck = await started();
  const other = await started();
  for (const { photoId } of [stuck, other]) {
    await failPhoto({ photoId, code: 'provider_failed' }, world);
    world.files.failNext('remove');
    await deletePhoto({ photoId }, caller, world);
  }
  const deps: World = {
    ...world,
    files: {
      ...world.files,
      remove: (path) => (path === stuck.path ? Promise.reject(new Error('Locked')) : world.files.remove(path)),
    },
  };
  expect(await sweepAll(deps)).toMatchObject({ files: 1 });
  expect(world.files.paths()).toEqual([stuck.path]);
});

test('the sweeper removes a second file under a photo’s id', async () => {
  const { path, photoId } = await started();
  const stray = uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' });
  world.files.upload({ path: stray, bytes: Buffer.from('x') });
  world.pass(ORPHAN_AFTER_MS + 1);
  expect(await sweepAll(world)).toMatchObject({ files: 1 });
  expect(world.files.paths()).toEqual([path]);
});
