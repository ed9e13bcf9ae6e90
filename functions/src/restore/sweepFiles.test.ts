import { ORPHAN_AFTER_MS } from '@heirlight/contract/limits';
import { uploadPath } from '@heirlight/contract/paths';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, untilCrash, type World, withThumbnail } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { failPhoto } from './failPhoto';
import { startRestore } from './startRestore';
import { sweepFiles } from './sweepFiles';

const MINUTE_MS = 60_000;

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

/** A run of the schedule, and the tasks that come of it. Returns the number of files that it dealt with. */
async function sweep(): Promise<number> {
  const swept = await sweepFiles(world);
  await world.tasks.run();
  return swept;
}

const uploads = (count: number, bytes?: Buffer) =>
  Promise.all(Array.from({ length: count }, () => world.upload(caller, bytes ? { bytes } : {})));

test('an upload that neither callable nor trigger started is started after ten minutes, once', async () => {
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  world.pass(9 * MINUTE_MS);
  expect(await sweep()).toBe(0);
  expect(await world.photo(photoId)).toBeNull();
  world.pass(2 * MINUTE_MS);
  expect(await sweep()).toBe(1);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
  world.pass(2 * ORPHAN_AFTER_MS);
  expect(await sweep()).toBe(0);
  expect(world.files.paths()).toEqual(withThumbnail(path));
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('an unstarted upload is removed after a day without a debit: its owner may have sent it again', async () => {
  await uploads(1);
  world.pass(ORPHAN_AFTER_MS + 1);
  expect(await sweep()).toBe(1);
  expect(world.files.paths()).toEqual([]);
  expect(world.provider.requests).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('an upload that kills the process does not keep the others from being started', async () => {
  await world.setBalance(caller.uid, 3);
  await uploads(3);
  world.pass(11 * MINUTE_MS);
  expect(await sweepFiles(world)).toBe(3);
  world.crashAt = 'restore.beforeDebit';
  expect(await untilCrash(world, (deps) => world.tasks.run(deps))).toBe(true);
  world.crashAt = null;
  expect(world.tasks.waiting()).toHaveLength(3);
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(3);
});

test('the sweeper starts an upload whose start was killed before the debit', async () => {
  const { path, photoId } = await world.upload(caller);
  world.crashAt = 'restore.beforeDebit';
  expect(await untilCrash(world, (deps) => startRestore({ uid: caller.uid, path }, deps))).toBe(true);
  world.pass(11 * MINUTE_MS);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('the sweeper removes uploads that the trigger would refuse, without a debit', async () => {
  await uploads(1, Buffer.from('<html>'));
  const noTool = uploadPath({ userId: caller.uid, photoId: '0f8fad5b-d9cb-469f-a165-70867728950e', fileName: 'a.jpg' });
  world.files.upload({ path: noTool, bytes: Buffer.from('x') });
  world.pass(11 * MINUTE_MS);
  expect(await sweep()).toBe(2);
  expect(world.files.paths()).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('the sweeper starts nothing for a deleted account or a removed sign-in', async () => {
  const removed = world.caller();
  await world.setBalance(removed.uid, 1);
  await world.users.remove(removed.uid);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  // An upload that was under way when its account went.
  await uploads(1);
  await world.upload(removed);
  world.pass(11 * MINUTE_MS);
  expect(await sweep()).toBe(2);
  expect(world.files.paths()).toEqual([]);
  expect(world.provider.requests).toEqual([]);
  expect(await ledgerSum(world, removed.uid)).toBe(1);
});

test('a file that comes back after its photo was deleted is removed, not restored for free', async () => {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await failPhoto({ photoId, code: 'provider_failed' }, world);
  await deletePhoto({ photoId }, caller, world);
  await world.upload(caller, { photoId });
  world.pass(11 * MINUTE_MS);
  await sweep();
  expect(world.files.paths()).toEqual([]);
  expect(await world.photo(photoId)).toBeNull();
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('a file that fails delays no other and stays for the next run', async () => {
  await world.setBalance(caller.uid, 3);
  const orphan = `results/${caller.uid}/gone/restored.png`;
  world.files.upload({ path: orphan, bytes: Buffer.from('x') });
  world.pass(ORPHAN_AFTER_MS);
  await uploads(2);
  world.pass(11 * MINUTE_MS);
  const errors: unknown[] = [];
  world.log.error = (message, fields) => void errors.push({ message, ...fields });
  world.tasks.trouble = 'refuse';
  const [stuck] = world.files.paths();
  expect(await sweep()).toBe(2);
  expect(errors).toEqual([{ message: 'A file stays for the next run', path: stuck, reason: 'The queue refused' }]);
  expect(world.files.paths()).toHaveLength(3);
  expect(await sweep()).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('an upload that nobody starts waits in the queue once, however often the sweep comes by', async () => {
  const [upload] = await uploads(1);
  world.pass(11 * MINUTE_MS);
  for (let runs = 0; runs < 3; runs++) await sweepFiles(world);
  expect(world.tasks.waiting()).toEqual([`start-restore/${upload?.photoId}-2`]);
});

/** The walk through the uploads with pages of one file. */
const pagesOfOne = (): World => ({
  ...world,
  files: { ...world.files, list: (query) => world.files.list({ ...query, limit: 1 }) },
});

test('a second file under a photo’s id is removed after a day, as is one of somebody else; its own stays', async () => {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  const stray = uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' });
  for (const at of [stray, `results/somebody-else/${photoId}/restored.png`]) {
    world.files.upload({ path: at, bytes: Buffer.from('x') });
  }
  world.pass(ORPHAN_AFTER_MS);
  expect(await sweep()).toBe(0);
  world.pass(1);
  expect(await sweep()).toBe(2);
  expect(world.files.paths()).toEqual(withThumbnail(path));
});

test('a page token that the bucket refuses costs one run, not all later ones', async () => {
  await world.setBalance(caller.uid, 3);
  await uploads(2);
  world.pass(11 * MINUTE_MS);
  expect(await sweepFiles(pagesOfOne())).toBe(1);
  await world.tasks.run();
  const deps = pagesOfOne();
  const { list } = deps.files;
  deps.files.list = (query) => (query.pageToken ? Promise.reject(new Error('Bad token')) : list(query));
  await expect(sweepFiles(deps)).rejects.toThrow('Bad token');
  // From the beginning, without a token.
  expect(await sweepFiles(deps)).toBe(0);
  expect(await sweep()).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('a file that became the original of a photo while the sweeper looked elsewhere stays', async () => {
  await world.setBalance(caller.uid, 1);
  const { path, photoId } = await world.upload(caller);
  world.pass(11 * MINUTE_MS);
  await world.during('users.get', sweep, () => startRestore({ uid: caller.uid, path }, world));
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect(world.files.paths()).toEqual(withThumbnail(path));
  expect(world.provider.requests).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a deleted photo whose files cannot be removed does not delay the next', async () => {
  await world.setBalance(caller.uid, 2);
  const [stuck, other] = [await world.upload(caller), await world.upload(caller)];
  for (const { path, photoId } of [stuck, other]) {
    await world.start({ uid: caller.uid, path });
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
  expect(await sweepFiles(deps)).toBe(1);
  expect(world.files.paths()).toEqual([stuck.path]);
});

test('a second file under a photo’s id is removed', async () => {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  world.files.upload({
    path: uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' }),
    bytes: Buffer.from('x'),
  });
  world.pass(ORPHAN_AFTER_MS + 1);
  expect(await sweep()).toBe(1);
  expect(world.files.paths()).toEqual(withThumbnail(path));
});
