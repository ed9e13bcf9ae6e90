/** One photo, many versions: what is stored for all of them, and what becomes of them when one goes. */
import { randomUUID } from 'node:crypto';
import { PLAIN_RESULT, STROKE_KINDS } from '@heirlight/contract/adjustment';
import { MAX_UPLOAD_BYTES, RATE_LIMITS } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { eachInNewWorld, ledgerSum, OUTPUT_URL, type World } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import { asUpload } from '../restore/copyAsOriginal';
import { finishRestore } from '../restore/finishRestore';
import { restoreAgain } from '../restore/restoreAgain';
import { adjustPhoto } from './adjustPhoto';
import { chooseFavourite } from './chooseFavourite';
import { deletePhoto } from './deletePhoto';
import { describePhoto } from './describePhoto';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function end(photoId: string, status: 'succeeded' | 'failed'): Promise<string> {
  const photo = await world.photo(photoId);
  if (photo) await finishRestore(photo, world.provider.end({ status, outputUrl: OUTPUT_URL }), world);
  return photoId;
}
async function uploaded(): Promise<string> {
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  return end(photoId, 'succeeded');
}
async function version(
  photoId: string,
  {
    of = 'original' as 'original' | 'restored',
    as = 'succeeded' as 'succeeded' | 'failed' | 'processing',
    tool = 'photoscaler' as ToolId,
  } = {},
) {
  const requestId = randomUUID();
  await restoreAgain({ photoId, modelId: tool, requestId, version: of }, caller, world);
  await world.tasks.run();
  return as === 'processing' ? requestId : end(requestId, as);
}
const favourites = async () =>
  (await world.db.collection('photos').where('is_favourite', '==', true).get()).docs.map(({ id }) => id);

test('a version of a version is in the group of the first', async () => {
  await world.setBalance(caller.uid, 3);
  const first = await uploaded();
  const second = await version(first);
  const third = await version(second, { of: 'restored' });
  expect(await world.photo(second)).toMatchObject({
    group_id: first,
    source_photo_id: first,
    source_version: 'original',
  });
  expect(await world.photo(third)).toMatchObject({
    group_id: first,
    source_photo_id: second,
    source_version: 'restored',
  });
});

test('continuing from a version restores its result, as a JPEG', async () => {
  await world.setBalance(caller.uid, 2);
  const first = await uploaded();
  const next = await version(first, { of: 'restored', as: 'processing' });
  const path = (await world.photo(next))?.original_path ?? '';
  const input = await sharp(await world.files.read(path));
  const { data: result } = await sharp(await world.files.read((await world.photo(first))?.restored_path ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(await input.metadata()).toMatchObject({ format: 'jpeg' });
  const pixels = await input.raw().toBuffer();
  const error = pixels.reduce((sum, value, index) => sum + Math.abs(value - (result[index] ?? 0)), 0) / pixels.length;
  expect(error).toBeLessThan(4);
});

test('a large result is made as small as an upload may be', async () => {
  const noise = {
    create: {
      width: 1500,
      height: 1000,
      channels: 4,
      background: '#7778',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as const;
  const png = await sharp({ create: { ...noise.create, channels: 3 } })
    .png()
    .toBuffer();
  expect(await sharp(await asUpload(png)).metadata()).toMatchObject({ format: 'jpeg', width: 1500, height: 1000 });
  const jpeg = await sharp(png).jpeg().toBuffer();
  expect(await asUpload(jpeg)).toBe(jpeg);
  const huge = await sharp({ create: { width: 17_000, height: 20, channels: 3, background: '#777' } })
    .png()
    .toBuffer();
  expect((await sharp(await asUpload(huge)).metadata()).width).toBeLessThanOrEqual(16_384);
  expect((await asUpload(png)).length).toBeLessThanOrEqual(MAX_UPLOAD_BYTES);
});

test('a group has one favourite, also when two are chosen at once, and may have none', async () => {
  await world.setBalance(caller.uid, 2);
  const first = await uploaded();
  const second = await version(first);
  const choose = (photoId: string, isFavourite = true) => chooseFavourite({ photoId, isFavourite }, caller, world);
  await choose(first);
  expect(await favourites()).toEqual([first]);
  await choose(second);
  expect(await favourites()).toEqual([second]);
  await Promise.all([choose(first), choose(second), choose(first), choose(second)]);
  expect(await favourites()).toHaveLength(1);
  await choose(first);
  await choose(second, false);
  expect(await favourites()).toEqual([first]);
  await choose(first, false);
  expect(await favourites()).toEqual([]);
});

test('only one’s own finished photo can be a favourite, within the limit', async () => {
  await world.setBalance(caller.uid, 3);
  const first = await uploaded();
  const choose = (photoId: string, by = caller) => chooseFavourite({ photoId, isFavourite: true }, by, world);
  await expect(choose(first, world.caller())).rejects.toMatchObject({ code: 'photo_not_found' });
  await expect(choose(randomUUID())).rejects.toMatchObject({ code: 'photo_not_found' });
  const running = await version(first, { as: 'processing' });
  await expect(choose(running)).rejects.toMatchObject({ code: 'photo_processing' });
  await end(running, 'failed');
  await expect(choose(running)).rejects.toMatchObject({ code: 'invalid_request' });
  await world.use('describePerUser', caller.uid, RATE_LIMITS.describePerUser.limit);
  await expect(choose(first)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await favourites()).toEqual([]);
});

const WORDS = { name: '  Tante\u202e Émilie ', dateText: 'about\n1943', caption: 'At the lake,\r\nwith Rosa' };

test('name, date and caption are stored for every version, and each is found by them', async () => {
  await world.setBalance(caller.uid, 2);
  const first = await uploaded();
  const second = await version(first, { tool: 'colorize' });
  const stored = { name: 'Tante Émilie', dateText: 'about 1943', caption: 'At the lake,\nwith Rosa' };
  expect(await describePhoto({ photoId: second, ...WORDS }, caller, world)).toEqual(stored);
  for (const id of [first, second]) {
    expect(await world.photo(id)).toMatchObject({
      name: 'Tante Émilie',
      date_text: 'about 1943',
      caption: stored.caption,
      taken_on: '1943',
    });
  }
  const own = world.db.collection('photos').where('user_id', '==', caller.uid);
  const found = own.where('search_words', 'array-contains', 'emi').orderBy('created_at', 'desc');
  expect((await found.get()).size).toBe(2);
  expect((await world.photo(second))?.search_words).toContain('colorize');
  expect((await world.photo(first))?.search_words).toEqual(expect.arrayContaining(['photoscaler', 'rosa', '1943']));
  const none = { name: ' ', dateText: '', caption: '\n' };
  const date = '1950-06-12';
  const embedded = { date, title: null, caption: null, source_type: null, has_credentials: false, dpi: null };
  await world.db.doc(`photos/${second}`).update({ embedded });
  expect(await describePhoto({ photoId: first, ...none }, caller, world)).toEqual({
    name: null,
    dateText: null,
    caption: null,
  });
  expect((await found.get()).size).toBe(0);
  // Without its owner's words a photo is as old as its file says.
  expect([(await world.photo(first))?.taken_on, (await world.photo(second))?.taken_on]).toEqual([null, date]);
});

test('words stored while a version is being started are its words, too', async () => {
  await world.setBalance(caller.uid, 2);
  const first = await uploaded();
  const requestId = randomUUID();
  await world.during(
    'files.write',
    () => restoreAgain({ photoId: first, modelId: 'colorize', requestId }, caller, world),
    () => describePhoto({ photoId: first, ...WORDS }, caller, world),
  );
  expect(await world.photo(requestId)).toMatchObject({ name: 'Tante Émilie', date_text: 'about 1943' });
});

test('nobody describes somebody else’s photo, nor more often than the limit', async () => {
  const first = await uploaded();
  const request = { photoId: first, ...WORDS };
  await expect(describePhoto(request, world.caller(), world)).rejects.toMatchObject({ code: 'photo_not_found' });
  await world.use('describePerUser', caller.uid, RATE_LIMITS.describePerUser.limit);
  await expect(describePhoto(request, caller, world)).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await world.photo(first))?.name).toBeNull();
});

const STROKE = { radius: 0.02, edges: true, points: [10, 20, 30, 40] };
/** Takes colour away. */
const TAKEN = { ...STROKE, kind: 'colour' as const, colour: null };
const FADED = {
  ...PLAIN_RESULT,
  colour: 0.4,
  strokes: [
    ...STROKE_KINDS.map((kind) => ({ ...STROKE, kind, ...(kind === 'colour' && { colour: '#3b5f8a' }) })),
    TAKEN,
  ],
};

test('an adjustment is of one result and one original: no version takes it over', async () => {
  await world.setBalance(caller.uid, 4);
  const first = await uploaded();
  const adjust = (photoId: string, more: object = {}) =>
    adjustPhoto({ photoId, adjustment: FADED, ...more }, caller, world);
  await adjust(first);
  const { original_url = '' } = (await world.photo(first)) ?? {};
  expect((await world.photo(first))?.adjustment).toEqual({ ...FADED, original_url });
  const second = await version(first);
  const third = await version(first, { of: 'restored' });
  for (const id of [second, third]) expect((await world.photo(id))?.adjustment).toBeNull();
  // The page compares what was made of a result with the upload.
  await adjust(third, { originalUrl: original_url });
  expect((await world.photo(third))?.adjustment).toEqual({ ...FADED, original_url });
  await adjustPhoto({ photoId: first, adjustment: null }, caller, world);
  expect((await world.photo(first))?.adjustment).toBeNull();
  expect((await world.photo(third))?.adjustment).not.toBeNull();
  const other = (await world.photo(await uploaded()))?.original_url;
  await expect(adjust(first, { originalUrl: other })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('only one’s own result is adjusted, within the limit', async () => {
  await world.setBalance(caller.uid, 2);
  const first = await uploaded();
  const adjust = (photoId: string, by = caller) => adjustPhoto({ photoId, adjustment: FADED }, by, world);
  await expect(adjust(first, world.caller())).rejects.toMatchObject({ code: 'photo_not_found' });
  await expect(adjust(randomUUID())).rejects.toMatchObject({ code: 'photo_not_found' });
  const running = await version(first, { as: 'processing' });
  await expect(adjust(running)).rejects.toMatchObject({ code: 'photo_processing' });
  await end(running, 'failed');
  await expect(adjust(running)).rejects.toMatchObject({ code: 'invalid_request' });
  await world.use('adjustPerUser', caller.uid, RATE_LIMITS.adjustPerUser.limit);
  await expect(adjust(first)).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await world.photo(first))?.adjustment).toBeNull();
});

test('an adjustment of a later version reads as none, and survives a change of other fields', async () => {
  const first = await uploaded();
  const later = { ...FADED, version: 2, original_url: 'a' };
  await world.db.doc(`photos/${first}`).update({ adjustment: later });
  expect((await world.photo(first))?.adjustment).toBeNull();
  await describePhoto({ photoId: first, ...WORDS }, caller, world);
  expect((await world.db.doc(`photos/${first}`).get()).get('adjustment')).toEqual(later);
});

test('the group lives on without its first photo and its favourite', async () => {
  await world.setBalance(caller.uid, 3);
  const first = await uploaded();
  const second = await version(first);
  await chooseFavourite({ photoId: first, isFavourite: true }, caller, world);
  expect(await deletePhoto({ photoId: first }, caller, world)).toMatchObject({ creditRefunded: false });
  const third = await version(second);
  expect(await world.photo(third)).toMatchObject({ group_id: first });
  await chooseFavourite({ photoId: third, isFavourite: true }, caller, world);
  expect(await favourites()).toEqual([third]);
});

test('deleting all versions removes every file, and refunds each failed one once', async () => {
  await world.setBalance(caller.uid, 5);
  const first = await uploaded();
  const other = await uploaded();
  await version(first);
  const failed = [await version(first, { as: 'failed' }), await version(first, { as: 'failed' })];
  expect(await ledgerSum(world, caller.uid)).toBe(0);
  const remove = () => deletePhoto({ photoId: first, group: true }, caller, world);
  const responses = await Promise.all([remove(), remove(), remove()]);
  expect(responses.filter(({ error }) => error === undefined)).toEqual([
    { creditRefunded: true, creditsRefunded: failed.length, deletedFiles: expect.any(Array) },
  ]);
  expect((await world.db.collection('photos').get()).docs.map(({ id }) => id)).toEqual([other]);
  expect(world.files.paths().filter((path) => !path.includes(other))).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('a group with a version in processing is not deleted; nothing of it goes', async () => {
  await world.setBalance(caller.uid, 2);
  const first = await uploaded();
  await version(first, { as: 'processing' });
  const before = world.files.paths();
  const error = 'One version of this photo is still being restored. Please wait until it is done.';
  expect(await deletePhoto({ photoId: first, group: true }, caller, world)).toEqual({ error });
  expect(await deletePhoto({ photoId: first, group: true }, world.caller(), world)).toHaveProperty('error');
  expect(world.files.paths()).toEqual(before);
});

test('photos from before groups are found by what they were restored from', async () => {
  await world.setBalance(caller.uid, 3);
  const first = await uploaded();
  const second = await version(first);
  for (const id of [first, second]) await world.db.doc(`photos/${id}`).update({ group_id: null });
  await describePhoto({ photoId: second, ...WORDS }, caller, world);
  expect(await world.photo(first)).toMatchObject({ name: 'Tante Émilie' });
  await deletePhoto({ photoId: first }, caller, world);
  const third = await version(second);
  expect(await world.photo(third)).toMatchObject({ group_id: first });
  await deletePhoto({ photoId: third, group: true }, caller, world);
  expect((await world.db.collection('photos').get()).size).toBe(0);
});
