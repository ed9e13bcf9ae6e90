import { randomUUID } from 'node:crypto';
import { RATE_LIMITS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, OUTPUT_URL, untilCrash, type World, withThumbnail } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { finishRestore } from './finishRestore';
import { restoreAgain } from './restoreAgain';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function restored(): Promise<{ photoId: string; path: string }> {
  await world.setBalance(caller.uid, 3);
  const upload = await world.upload(caller);
  await world.start({ uid: caller.uid, path: upload.path });
  const photo = await world.photo(upload.photoId);
  if (photo) await finishRestore(photo, world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL }), world);
  return upload;
}

test('a copy written again by a slower call with the same id still opens with the photo’s URL', async () => {
  const source = await restored();
  const body = { photoId: source.photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  const slow: World = {
    ...world,
    files: {
      ...world.files,
      read: async (path) => {
        const bytes = await world.files.read(path);
        if (path === source.path) await restoreAgain(body, caller, world);
        return bytes;
      },
    },
  };
  const copies: (boolean | undefined)[] = [];
  slow.files.write = async (options) => {
    copies.push(options.onlyIfAbsent);
    // As firebase-tools' emulator does, which knows no such condition.
    await world.files.write({ ...options, onlyIfAbsent: false });
  };
  await restoreAgain(body, caller, slow);
  expect(copies).toEqual([true]);
  const photo = await world.photo(body.requestId);
  const file = await world.files.stat(photo?.original_path ?? '');
  expect(file?.path).toContain(body.requestId);
  expect(photo?.original_url).toMatch(new RegExp(`token=${file?.token}$`));
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(2);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('a photo whose original is gone cannot be restored again', async () => {
  const { photoId, path } = await restored();
  await world.files.remove(path);
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  await expect(restoreAgain(body, caller, world)).rejects.toMatchObject({ code: 'photo_not_found' });
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('beyond the limit of the hour nothing is copied or debited [spec 9.18]', async () => {
  const { photoId } = await restored();
  await world.use('restorePerUser', caller.uid, RATE_LIMITS.restorePerUser.limit);
  const before = world.files.paths();
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  await expect(restoreAgain(body, caller, world)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(world.files.paths()).toEqual(before);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
  world.pass(60 * 60_000);
  await restoreAgain(body, caller, world);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('an id that is another person’s photo is refused, and neither photo changes', async () => {
  const { photoId } = await restored();
  const other = world.caller();
  const theirs = await world.upload(other);
  await world.start({ uid: other.uid, path: theirs.path });
  const before = [await world.photo(theirs.photoId), world.files.paths()];
  const body = { photoId, modelId: 'colorize' as const, requestId: theirs.photoId };
  await expect(restoreAgain(body, caller, world)).rejects.toMatchObject({ code: 'invalid_request' });
  expect([await world.photo(theirs.photoId), world.files.paths()]).toEqual(before);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('a photo of somebody else cannot be restored again', async () => {
  const { photoId } = await restored();
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  const before = world.files.paths();
  await expect(restoreAgain(body, world.caller(), world)).rejects.toMatchObject({ code: 'photo_not_found' });
  expect(world.files.paths()).toEqual(before);
});

test('a photo deleted while its original is copied leaves a complete new photo', async () => {
  const { photoId } = await restored();
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  await world.during(
    'files.read',
    () => restoreAgain(body, caller, world),
    () => deletePhoto({ photoId }, caller, world),
  );
  const photo = await world.photo(body.requestId);
  expect(photo).toMatchObject({ status: 'processing', source_photo_id: photoId });
  expect(world.files.paths()).toEqual(withThumbnail(photo?.original_path ?? ''));
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('a repeated request copies nothing and counts as the same restore', async () => {
  const { photoId } = await restored();
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  await restoreAgain(body, caller, world);
  world.files.failNext('read', 9);
  world.files.failNext('write', 9);
  expect(await restoreAgain(body, caller, world)).toEqual({ photoId: body.requestId });
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(2);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('a copy left by a crash is used, though the original is gone since', async () => {
  const { photoId, path } = await restored();
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  world.crashAt = 'restoreAgain.afterCopy';
  expect(await untilCrash(world, (deps) => restoreAgain(body, caller, deps))).toBe(true);
  await world.files.remove(path);
  expect(await restoreAgain(body, caller, world)).toEqual({ photoId: body.requestId });
  expect(await world.photo(body.requestId)).toMatchObject({ status: 'processing' });
});

test('without a restore nothing is read or copied [spec 10.11]', async () => {
  const { photoId } = await restored();
  const body = () => ({ photoId, modelId: 'colorize' as const, requestId: randomUUID() });
  await restoreAgain(body(), caller, world);
  await restoreAgain(body(), caller, world);
  const before = world.files.paths();
  world.files.failNext('read', 9);
  await expect(restoreAgain(body(), caller, world)).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(world.files.paths()).toEqual(before);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('of two requests with one id the slower finds the photo on which the last restore was spent', async () => {
  const { photoId } = await restored();
  await world.setBalance(caller.uid, 1);
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  const again = () => restoreAgain(body, caller, world);
  expect(await world.during('users.get', again, again)).toEqual({ photoId: body.requestId });
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(2);
});
