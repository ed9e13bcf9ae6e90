import { ORPHAN_AFTER_MS, RATE_LIMITS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, OUTPUT_URL, type World, withThumbnail } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { finishRestore } from '../restore/finishRestore';
import { restoreAgain } from '../restore/restoreAgain';
import { sweepFiles } from '../restore/sweepFiles';
import { deletePhoto } from './deletePhoto';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function ended(status: 'succeeded' | 'failed'): Promise<string> {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  const prediction = world.provider.end({ status, outputUrl: status === 'succeeded' ? OUTPUT_URL : null });
  const photo = await world.photo(photoId);
  if (photo) await finishRestore(photo, prediction, world);
  return photoId;
}

test('deleting a succeeded photo removes its four files and refunds nothing [spec 4.4, 7.6]', async () => {
  const photoId = await ended('succeeded');
  expect(world.files.paths()).toHaveLength(4);
  const response = await deletePhoto({ photoId }, caller, world);
  expect(response.creditRefunded).toBe(false);
  expect(response.deletedFiles).toHaveLength(4);
  expect(world.files.paths()).toEqual([]);
  expect(await world.photo(photoId)).toBeNull();
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('deleting a failed photo refunds its restore once, even with five calls at once [spec 4.3, 9.6]', async () => {
  const photoId = await ended('failed');
  const responses = await Promise.all(Array.from({ length: 5 }, () => deletePhoto({ photoId }, caller, world)));
  expect(responses.filter((response) => response.creditRefunded)).toHaveLength(1);
  expect(responses.filter((response) => response.error)).toHaveLength(4);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
  expect(world.files.paths()).toEqual([]);
});

test('a photo that is still processing cannot be deleted', async () => {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  expect(await deletePhoto({ photoId }, caller, world)).toEqual({
    error: expect.stringContaining('still being restored'),
  });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect(world.files.paths()).toEqual(withThumbnail(path));
});

test('somebody else’s photo gives the same response as a missing one', async () => {
  const photoId = await ended('failed');
  const stranger = world.caller();
  const missing = await deletePhoto({ photoId: world.newId() }, stranger, world);
  expect(missing).toEqual({ error: 'This photo does not exist any more.' });
  expect(await deletePhoto({ photoId }, stranger, world)).toEqual(missing);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
  expect(await world.balance(stranger.uid)).toBe(0);
});

test('the sweeper removes files that the deletion could not remove', async () => {
  const photoId = await ended('failed');
  world.files.failNext('remove');
  expect(await deletePhoto({ photoId }, caller, world)).toEqual({ creditRefunded: true, deletedFiles: [] });
  expect(world.files.paths()).toHaveLength(1);
  await sweepFiles(world);
  expect(world.files.paths()).toEqual([]);
});

test('the sweeper removes old results without a photo and unpaid uploads, and keeps other files', async () => {
  const kept = await ended('succeeded');
  expect(await world.balance(caller.uid)).toBe(0);
  const { path: unpaid } = await world.upload(caller);
  const orphan = `results/${caller.uid}/gone/restored.png`;
  world.files.upload({ path: orphan, bytes: Buffer.from('x') });
  world.files.upload({ path: 'images/unrelated.txt', bytes: Buffer.from('x') });
  await sweepFiles(world);
  expect(world.files.paths()).toEqual(expect.arrayContaining([orphan, unpaid]));
  world.pass(ORPHAN_AFTER_MS - 1);
  await sweepFiles(world);
  await world.tasks.run();
  expect(world.files.paths()).toContain(orphan);
  expect(world.files.paths()).not.toContain(unpaid);
  world.pass(2);
  const { path: fresh } = await world.upload(caller);
  await sweepFiles(world);
  expect(world.files.paths()).toEqual(
    [
      fresh,
      (await world.photo(kept))?.original_path,
      'images/unrelated.txt',
      ...['original-thumbnail.webp', 'restored-thumbnail.webp', 'restored.png'].map(
        (file) => `results/${caller.uid}/${kept}/${file}`,
      ),
    ].sort(),
  );
});

test('repeating a request whose photo was deleted leaves no file [spec 9.6]', async () => {
  await world.setBalance(caller.uid, 2);
  const photoId = await ended('succeeded');
  const requestId = '6f1d5c0a-3a52-4d0b-9a51-6f3f5c1f1a55';
  const body = { photoId, modelId: 'colorize' as const, requestId };
  await restoreAgain(body, caller, world);
  const again = await world.photo(requestId);
  if (again) await finishRestore(again, world.provider.end({ status: 'failed', outputUrl: null }), world);
  expect(await deletePhoto({ photoId: requestId }, caller, world)).toMatchObject({ creditRefunded: true });
  const before = world.files.paths();
  await restoreAgain(body, caller, world);
  expect(world.files.paths()).toEqual(before);
  expect(await world.photo(requestId)).toBeNull();
  expect(await world.balance(caller.uid)).toBe(1);
});

test('a restore made from another photo stays when that photo is deleted', async () => {
  await world.setBalance(caller.uid, 2);
  const photoId = await ended('succeeded');
  const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const body = { photoId, modelId: 'colorize' as const, requestId };
  await Promise.all([restoreAgain(body, caller, world), restoreAgain(body, caller, world)]);
  await restoreAgain(body, caller, world);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  const again = await world.photo(requestId);
  expect(again).toMatchObject({ tool: 'colorize', source_photo_id: photoId, status: 'processing' });
  await deletePhoto({ photoId }, caller, world);
  expect(world.files.paths()).toEqual(withThumbnail(again?.original_path ?? ''));
  await expect(restoreAgain(body, world.caller(), world)).rejects.toMatchObject({ code: 'photo_not_found' });
});

test('a failed photo deleted by two calls that both saw it gives its restore back once', async () => {
  const photoId = await ended('failed');
  const remove = () => deletePhoto({ photoId }, caller, world);
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = remove();
  await reached;
  expect(await remove()).toMatchObject({ creditRefunded: true });
  release();
  expect(await slow).toEqual({ error: 'This photo does not exist any more.' });
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('the note of a deleted photo stays until all of its files are gone', async () => {
  const photoId = await ended('succeeded');
  const notes = async () => (await world.db.collection('deletedPhotos').get()).docs.map(({ id }) => id);
  world.files.failNext('remove');
  await deletePhoto({ photoId }, caller, world);
  expect(await notes()).toEqual([photoId]);
  await sweepFiles(world);
  expect(await notes()).toEqual([]);
});

/** A new upload of the caller, with what startRestore says about it. */
async function tryAnother(): Promise<string | null> {
  const { path } = await world.upload(caller);
  try {
    await world.start({ uid: caller.uid, path });
    return null;
  } catch (error) {
    expect(world.files.paths()).not.toContain(path);
    return error instanceof AppError ? error.code : String(error);
  }
}

test('failed restores are always refunded, but start no job for nothing beyond the limit of a day [spec 10.12]', async () => {
  await world.setBalance(caller.uid, 3);
  const failed = [await ended('failed'), await ended('failed')];
  await world.use('freeTriesPerUser', caller.uid, RATE_LIMITS.freeTriesPerUser.limit - 1);
  for (const photoId of failed)
    expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
  expect(await ledgerSum(world, caller.uid)).toBe(3);
  const jobs = world.provider.requests.length;
  world.files.failNext('read', 9);
  expect(await tryAnother()).toBe('too_many_failures');
  expect(world.provider.requests).toHaveLength(jobs);
  expect(await ledgerSum(world, caller.uid)).toBe(3);
  world.files.failNext('read', 0);
  world.pass(24 * 60 * 60_000);
  expect(await tryAnother()).toBeNull();
});

test('a failure for which the provider did nothing is no free try', async () => {
  await world.setBalance(caller.uid, 2);
  await world.use('freeTriesPerUser', caller.uid, RATE_LIMITS.freeTriesPerUser.limit - 1);
  world.provider.nextCreate = 'provider_rejected';
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await deletePhoto({ photoId: await ended('succeeded') }, caller, world);
  expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
  expect(await tryAnother()).toBeNull();
});
