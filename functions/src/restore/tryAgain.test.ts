/** A photo whose restore failed is tried again with its own restore: whatever happens, nothing is paid twice. */
import { randomUUID } from 'node:crypto';
import { RATE_LIMITS } from '@heirlight/contract/limits';
import { searchWordsOf } from '@heirlight/contract/photoText';
import { beforeEach, expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, OUTPUT_URL, type World, withThumbnail } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import { describePhoto } from '../photos/describePhoto';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { finishRestore } from './finishRestore';
import { restoreAgain } from './restoreAgain';

let world: World;
let caller: Caller;
let photoId: string;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function end(id: string, status: 'succeeded' | 'failed'): Promise<void> {
  const photo = await world.photo(id);
  if (photo) await finishRestore(photo, world.provider.end({ status, outputUrl: OUTPUT_URL }), world);
}

beforeEach(async () => {
  await world.setBalance(caller.uid, 1);
  const upload = await world.upload(caller);
  photoId = upload.photoId;
  await world.start({ uid: caller.uid, path: upload.path });
  await end(photoId, 'failed');
});

const again = (requestId: string, source = photoId) =>
  restoreAgain({ photoId: source, modelId: 'colorize', requestId }, caller, world);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof AppError ? error.code : error),
  );
const photosLeft = async () => (await world.db.collection('photos').get()).docs.map(({ id }) => id);

test('at a balance of 0 it takes the place of the failed one, in its group and with its words', async () => {
  await world.db.doc(`photos/${photoId}`).update({ name: 'Rosa', date_text: 'about 1943', caption: 'At the lake' });
  const requestId = randomUUID();
  expect(await again(requestId)).toEqual({ photoId: requestId, replaces: photoId });
  await world.tasks.run();
  const photo = await world.photo(requestId);
  expect(photo).toMatchObject({
    ...{ status: 'processing', tool: 'colorize', prediction_id: 'job2', group_id: photoId, source_photo_id: null },
    ...{
      name: 'Rosa',
      date_text: 'about 1943',
      caption: 'At the lake',
      search_words: expect.arrayContaining(['lake']),
      taken_on: '1943',
    },
  });
  expect(photo?.original_size).toMatchObject({ width: 96, height: 64 });
  expect(await photosLeft()).toEqual([requestId]);
  expect(world.files.paths()).toEqual(withThumbnail(photo?.original_path ?? ''));
  expect((await world.ledger(caller.uid)).map(({ id, delta }) => [id, delta])).toEqual(
    expect.arrayContaining([
      [`refund_${photoId}`, 1],
      [`restore_${requestId}`, -1],
    ]),
  );
  expect(await ledgerSum(world, caller.uid)).toBe(0);

  await end(requestId, 'succeeded');
  expect(await world.photo(requestId)).toMatchObject({ status: 'succeeded' });
});

test('it is found by the words that were written while it was tried again, and by its own tool', async () => {
  await world.db.doc(`photos/${photoId}`).update({ name: 'Rosa' });
  const requestId = randomUUID();
  const describe = () => describePhoto({ photoId, name: 'Anna', dateText: '1943', caption: '' }, caller, world);
  await world.during('files.write', () => again(requestId), describe);
  const photo = await world.photo(requestId);
  expect(photo?.name).toBe('Anna');
  expect([...(photo?.search_words ?? [])].sort()).toEqual(searchWordsOf(['Anna', '1943', 'Colorize']).sort());
  expect(photo?.taken_on).toBe('1943');
});

test('what fails again is refunded by deleting it, once', async () => {
  const requestId = randomUUID();
  await again(requestId);
  await world.tasks.run();
  await end(requestId, 'failed');
  expect(await deletePhoto({ photoId: requestId }, caller, world)).toMatchObject({ creditRefunded: true });
  expect(await deletePhoto({ photoId }, caller, world)).toHaveProperty('error');
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('one request sent five times at once makes one photo and one job', async () => {
  const requestId = randomUUID();
  await Promise.allSettled(Array.from({ length: 5 }, () => again(requestId)));
  await world.tasks.run();
  expect(await photosLeft()).toEqual([requestId]);
  expect(world.provider.jobs.size).toBe(2);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  expect(await again(requestId)).toEqual({ photoId: requestId });
});

test('two requests from two windows: one of them makes the photo, with balance to spare or without', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const outcome: unknown[] = [];
  await world.during(
    'files.write',
    async () => outcome.push(await codeOf(again(one))),
    async () => outcome.push(await codeOf(again(other))),
  );
  expect(outcome).toEqual([null, 'photo_not_found']);
  expect(await photosLeft()).toEqual([other]);
  expect(world.files.paths()).toEqual(withThumbnail((await world.photo(other))?.original_path ?? ''));
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('deleted while it is tried again: the restore comes back, and no photo is made', async () => {
  const trying = () => codeOf(again(randomUUID()));
  expect(await world.during('files.write', trying, () => deletePhoto({ photoId }, caller, world))).toBe(
    'photo_not_found',
  );
  expect(await photosLeft()).toEqual([]);
  expect(world.files.paths()).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('after one call of a request is refused, a slower one makes no photo of the removed copy', async () => {
  const requestId = randomUUID();
  const files = world.files.paths();
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = codeOf(again(requestId));
  await reached;
  const fillWindow = () => world.use('restorePerUser', caller.uid, RATE_LIMITS.restorePerUser.limit);
  expect(await world.during('files.write', () => codeOf(again(requestId)), fillWindow)).toBe('rate_limited');
  world.pass(RATE_LIMITS.restorePerUser.windowMs);
  release();
  expect(await slow).toBe('rate_limited');
  expect(await photosLeft()).toEqual([photoId]);
  expect(world.files.paths()).toEqual(files);
});

test('a copy that another call removes while it is looked at makes no photo', async () => {
  const requestId = randomUUID();
  const files = world.files.paths();
  const copy = () => world.files.paths().find((path) => path.includes(requestId)) ?? '';
  const { reached, release } = world.hold('files.seal', 'before');
  const slow = codeOf(again(requestId));
  await reached;
  await world.files.remove(copy());
  release();
  expect(await slow).toBe('photo_not_found');
  expect(await photosLeft()).toEqual([photoId]);
  expect(world.files.paths()).toEqual(files);
});

test('tried again while it is deleted: nothing comes back beside the photo', async () => {
  const requestId = randomUUID();
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const deletion = deletePhoto({ photoId }, caller, world);
  await reached;
  await again(requestId);
  release();
  expect(await deletion).toEqual({ error: 'This photo does not exist any more.' });
  expect(await photosLeft()).toEqual([requestId]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('the copy starts nothing by itself, though its upload is an event too', async () => {
  await world.setBalance(caller.uid, 3);
  const requestId = randomUUID();
  await world.during(
    'files.write',
    () => again(requestId),
    async () => {
      const copy = world.files.paths().find((path) => path.includes(requestId)) ?? '';
      await world.start({ uid: caller.uid, path: copy });
    },
  );
  await world.tasks.run();
  expect(world.provider.jobs.size).toBe(2);
  expect(await world.balance(caller.uid)).toBe(3);
});

test('an id that was paid for before is refused, and the failed photo stays with its restore', async () => {
  const requestId = randomUUID();
  const entry = { delta: -1, reason: 'restore', ref: requestId, balance_after: 0, created_at: world.now() };
  await world.db.doc(`users/${caller.uid}/ledger/restore_${requestId}`).set(entry);
  const before = await world.ledger(caller.uid);
  expect(await codeOf(again(requestId))).toBe('invalid_request');
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
  expect(await world.ledger(caller.uid)).toEqual(before);
});

test('a restore whose money went back is not given for nothing', async () => {
  await world.db.doc(`users/${caller.uid}`).update({ restores_owed: 1 });
  expect(await codeOf(again(randomUUID()))).toBe('no_restores_left');
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
});

test('it counts as a free try; beyond the limit of a day nothing is copied', async () => {
  await world.use('freeTriesPerUser', caller.uid, RATE_LIMITS.freeTriesPerUser.limit - 1);
  const requestId = randomUUID();
  await again(requestId);
  await world.tasks.run();
  await end(requestId, 'failed');
  const before = world.files.paths();
  expect(await codeOf(again(randomUUID(), requestId))).toBe('too_many_failures');
  expect(world.files.paths()).toEqual(before);
  expect(await deletePhoto({ photoId: requestId }, caller, world)).toMatchObject({ creditRefunded: true });
});

test('nothing is tried for a disabled account, nor with a result that there is not', async () => {
  const body = { photoId, modelId: 'colorize' as const, requestId: randomUUID(), version: 'restored' as const };
  expect(await codeOf(restoreAgain(body, caller, world))).toBe('invalid_request');
  world.disabledUsers.push(caller.uid);
  expect(await codeOf(again(randomUUID()))).toBe('signed_out');
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
});
