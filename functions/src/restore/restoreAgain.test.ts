import { randomUUID } from 'node:crypto';
import { RATE_LIMITS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { bookSum, eachInNewWorld, OUTPUT_URL, type World } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import { countUseNow } from '../platform/rateLimit';
import { finishRestore } from './finishRestore';
import { restoreAgain } from './restoreAgain';
import { startRestore } from './startRestore';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function restored(): Promise<{ photoId: string; path: string }> {
  await world.setBalance(caller.uid, 3);
  const upload = await world.upload(caller);
  await startRestore({ uid: caller.uid, path: upload.path }, world);
  const photo = await world.photo(upload.photoId);
  if (photo) await finishRestore(photo, world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL }), world);
  return upload;
}

test('of two calls with one id the slower writes its copy after the other’s debit: the URL in the photo still opens it', async () => {
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
  await restoreAgain(body, caller, slow);
  const photo = await world.photo(body.requestId);
  const file = await world.files.stat(photo?.original_path ?? '');
  expect(file?.path).toContain(body.requestId);
  expect(photo?.original_url).toMatch(new RegExp(`token=${file?.token}$`));
  expect(world.provider.requests).toHaveLength(2);
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('a photo whose original is gone cannot be restored again', async () => {
  const { photoId, path } = await restored();
  await world.files.remove(path);
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  await expect(restoreAgain(body, caller, world)).rejects.toMatchObject({ code: 'photo_not_found' });
  expect(await bookSum(world, caller.uid)).toBe(2);
});

test('beyond the limit of an address no original is copied, and nothing is debited [spec 9.18]', async () => {
  const { photoId } = await restored();
  const use = { db: world.db, name: 'restorePerAddress', key: caller.address, now: world.now() } as const;
  for (let count = 0; count < RATE_LIMITS.restorePerAddress.limit; count++) await countUseNow(use);
  const before = world.files.paths();
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID() };
  await expect(restoreAgain(body, caller, world)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(world.files.paths()).toEqual(before);
  expect(await bookSum(world, caller.uid)).toBe(2);
  world.pass(RATE_LIMITS.restorePerAddress.windowMs);
  await restoreAgain(body, caller, world);
  expect(await bookSum(world, caller.uid)).toBe(1);
});
