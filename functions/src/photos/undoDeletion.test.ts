/** What was deleted as one set comes back for a day, and is gone after it. */
import { ORPHAN_AFTER_MS, UNDO_DELETION_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, OUTPUT_URL, type World } from '../../test/support/world';
import { exportAccount } from '../admin/exportAccount';
import { deleteAccount } from '../deletion/deleteAccount';
import type { Caller } from '../platform/caller';
import { finishRestore } from '../restore/finishRestore';
import { restoreAgain } from '../restore/restoreAgain';
import { startRestore } from '../restore/startRestore';
import { sweepFiles } from '../restore/sweepFiles';
import { deletePhoto } from './deletePhoto';
import { sharedPhotos } from './sharedPhotos';
import { sharePhoto } from './sharePhoto';
import { listDeletions, undoDeletion } from './undoDeletion';

let world: World;
let caller: Caller;
let setId: string;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
  setId = world.newId();
});

async function ended(status: 'succeeded' | 'failed'): Promise<{ photoId: string; path: string }> {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  const prediction = world.provider.end({ status, outputUrl: status === 'succeeded' ? OUTPUT_URL : null });
  const photo = await world.photo(photoId);
  if (photo) await finishRestore(photo, prediction, world);
  return { photoId, path };
}
const remove = (photoId: string) => deletePhoto({ photoId, setId }, caller, world);
const undo = (by = caller) => undoDeletion({ setId }, by, world);
const listed = (by = caller) => listDeletions({}, by, world);
const recoverable = async () => (await world.db.collection('recoverablePhotos').get()).size;

test('a set comes back as it was, with its files; a failed photo keeps its refund, and gives no second one', async () => {
  await world.setBalance(caller.uid, 2);
  const restored = (await ended('succeeded')).photoId;
  const failed = (await ended('failed')).photoId;
  const before = [await world.photo(restored), await world.photo(failed)];
  const files = world.files.paths();
  expect(await remove(restored)).toEqual({ creditRefunded: false, deletedFiles: [] });
  expect(await remove(failed)).toEqual({ creditRefunded: true, deletedFiles: [] });
  expect(await world.photo(restored)).toBeNull();
  expect(world.files.paths()).toEqual(files);
  const until = new Date(world.now().getTime() + UNDO_DELETION_MS).toISOString();
  expect(await listed()).toEqual({ sets: [{ setId, photos: 2, until }] });

  expect(await undo()).toEqual({ photos: 2 });
  expect([await world.photo(restored), await world.photo(failed)]).toEqual([
    before[0],
    { ...before[1], is_refunded: true },
  ]);
  expect(world.files.paths()).toEqual(files);
  expect(await undo()).toEqual({ photos: 0 });
  expect(await listed()).toEqual({ sets: [] });
  const sum = await ledgerSum(world, caller.uid);
  expect(await remove(failed)).toMatchObject({ creditRefunded: false });
  expect(await ledgerSum(world, caller.uid)).toBe(sum);
});

test('a note that cannot be read does not hide the others', async () => {
  await world.db.doc('recoverablePhotos/broken').set({ user_id: caller.uid });
  await remove((await ended('succeeded')).photoId);
  expect((await listed()).sets).toMatchObject([{ setId, photos: 1 }]);
});

test('a failed photo that was given back and brought back is tried again for a restore, not for nothing', async () => {
  const { photoId } = await ended('failed');
  await remove(photoId);
  await undo();
  expect(await world.balance(caller.uid)).toBe(1);
  const again = (requestId: string) => restoreAgain({ photoId, modelId: 'pureface', requestId }, caller, world);
  const requestId = world.newId();
  expect(await again(requestId)).toEqual({ photoId: requestId, replaces: photoId });
  expect(await world.balance(caller.uid)).toBe(0);
  await ledgerSum(world, caller.uid);

  const other = (await world.upload(caller)).photoId;
  await world.db.doc(`photos/${other}`).set({ ...(await world.photo(requestId)), id: other, status: 'failed' });
  await remove(other);
  await undo();
  await world.setBalance(caller.uid, 0);
  await expect(
    restoreAgain({ photoId: other, modelId: 'pureface', requestId: world.newId() }, caller, world),
  ).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(await world.photo(other)).not.toBeNull();
});

test('after a day nothing comes back, and the sweeper removes the files', async () => {
  await remove((await ended('succeeded')).photoId);
  world.pass(UNDO_DELETION_MS - 1);
  await sweepFiles(world);
  expect(world.files.paths()).toHaveLength(4);
  world.pass(1);
  expect(await listed()).toEqual({ sets: [] });
  expect(await undo()).toEqual({ photos: 0 });
  await sweepFiles(world);
  expect(world.files.paths()).toEqual([]);
  expect(await recoverable()).toBe(0);
});

test('neither a late request for its upload nor the sweep of stray files takes its files', async () => {
  const { photoId, path } = await ended('succeeded');
  world.pass(ORPHAN_AFTER_MS + 1);
  await remove(photoId);
  const files = world.files.paths();
  // With no restore left, and with one.
  for (const balance of [0, 1]) {
    await world.setBalance(caller.uid, balance);
    expect(await startRestore({ uid: caller.uid, path }, world)).toEqual({ photoId });
    expect(await world.balance(caller.uid)).toBe(balance);
  }
  for (const _folder of ['images', 'results']) await sweepFiles(world);
  expect(await world.photo(photoId)).toBeNull();
  expect(world.files.paths()).toEqual(files);
  expect(await undo()).toEqual({ photos: 1 });
});

test('its links end at once, and stay ended', async () => {
  const { photoId } = await ended('succeeded');
  const { token } = await sharePhoto({ photoId, shared: true }, caller, world);
  const files = world.files.paths();
  await remove(photoId);
  await undo();
  expect(await world.photo(photoId)).toMatchObject({ shared_at: null });
  expect(await sharedPhotos({ token: token ?? '' }, world)).toEqual({ photos: [] });
  expect(world.files.paths()).toEqual(files.filter((path) => !path.startsWith('shared/')));
});

test('a set is deleted, and says so, also while the copies of its links cannot be removed; they go with its files', async () => {
  const { photoId } = await ended('succeeded');
  const { token } = await sharePhoto({ photoId, shared: true }, caller, world);
  world.files.failNext('remove', 2);
  expect(await remove(photoId)).toEqual({ creditRefunded: false, deletedFiles: [] });
  expect(await sharedPhotos({ token: token ?? '' }, world)).toEqual({ photos: [] });
  world.files.failNext('remove', 0);
  world.pass(UNDO_DELETION_MS);
  await sweepFiles(world);
  expect([world.files.paths(), (await world.db.collection('shares').get()).size]).toEqual([[], 0]);
});

test('also where the deletion was cut off before they ended', async () => {
  const { photoId } = await ended('succeeded');
  const { token } = await sharePhoto({ photoId, shared: true }, caller, world);
  const { faultPoint } = world;
  world.faultPoint = async (name) => {
    if (name === 'delete.afterCommit') throw new Error('killed');
  };
  await expect(remove(photoId)).rejects.toThrow('killed');
  world.faultPoint = faultPoint;
  expect(await sharedPhotos({ token: token ?? '' }, world)).toEqual({ photos: [] });
  await undo();
  expect(await sharedPhotos({ token: token ?? '' }, world)).toEqual({ photos: [] });
});

test('nobody else sees it or brings it back', async () => {
  await remove((await ended('succeeded')).photoId);
  const stranger = world.caller();
  expect(await listed(stranger)).toEqual({ sets: [] });
  expect(await undo(stranger)).toEqual({ photos: 0 });
  expect(await undo()).toEqual({ photos: 1 });
});

test('it is exported with the account, and goes with it', async () => {
  const { photoId } = await ended('succeeded');
  await remove(photoId);
  await exportAccount({ id: 'e', uid: caller.uid, action: 'export' } as never, world);
  const path = world.files.paths().find((name) => name.startsWith('exports/')) ?? '';
  const { deleted_photos: exported } = JSON.parse((await world.files.read(path)).toString());
  expect(exported).toMatchObject([{ photo_id: photoId, photo: { status: 'succeeded' } }]);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(await recoverable()).toBe(0);
  expect(world.files.paths().filter((name) => !name.startsWith('exports/'))).toEqual([]);
});

test('versions of one photo count once, and a set of more photos than a transaction takes comes back whole', async () => {
  const batch = world.db.batch();
  for (let index = 0; index < 120; index++) {
    const id = world.newId();
    batch.set(world.db.doc(`recoverablePhotos/${id}`), {
      ...{ photo_id: id, user_id: caller.uid, set_id: setId, group_id: `group ${index % 60}` },
      ...{ original_path: 'a', deleted_at: world.now(), photo: { id, added_later: index } },
    });
  }
  await batch.commit();
  expect((await listed()).sets).toMatchObject([{ photos: 60 }]);
  expect(await undo()).toEqual({ photos: 60 });
  expect((await world.db.collection('photos').where('added_later', '>=', 0).get()).size).toBe(120);
});
