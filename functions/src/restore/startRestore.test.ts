/** What becomes of a good upload: one restore is debited, the photo is written, its file is made clean. */
import { NO_FILES } from '@heirlight/contract/photoFiles';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testJpeg } from '../../test/support/pictures';
import { eachInNewWorld, ledgerSum, untilCrash, type World } from '../../test/support/world';
import { uploadToken } from '../platform/uploadToken';
import { requestRestore } from './requestRestore';
import { startRestore } from './startRestore';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('debits one restore, creates the photo as processing and makes a job [spec 1.3, 4.1, 9.17]', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller, { tool: 'pureface' });
  await world.start({ uid: caller.uid, path });

  expect(await world.photo(photoId)).toMatchObject({
    id: photoId,
    user_id: caller.uid,
    status: 'processing',
    tool: 'pureface',
    original_path: path,
    prediction_id: 'job1',
    restored_url: null,
    original_size: { width: 96, height: 64 },
  });
  expect(world.provider.requests).toEqual([
    expect.objectContaining({
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
      webhookUrl: `https://functions.test/replicate-webhook?photo=${photoId}`,
    }),
  ]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a photo is the first of its group, has the name that came with its file, and is found by it', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const bytes = await world.files.read(path);
  const custom = { tool: 'colorize', name: ' Tante\nÉmilie\u202e 1943 ' };
  await world.files.write({ path, bytes, contentType: 'image/jpeg', custom });
  await world.start({ uid: caller.uid, path });
  expect(await world.photo(photoId)).toMatchObject({
    name: 'Tante Émilie 1943',
    group_id: photoId,
    source_photo_id: null,
    source_version: null,
    is_favourite: false,
    search_words: expect.arrayContaining(['tante', 'emilie', 'em', '1943', 'colorize']),
  });
});

test('the provider reads a bucket behind a tunnel at the tunnel’s URL; browsers keep the bucket’s own', async () => {
  world.config.picturesBaseUrl = 'https://pictures.tunnel.example';
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const wide = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();
  for (const bytes of [await testJpeg(), wide]) {
    const { path, photoId } = await world.upload(caller, { tool: 'photoscaler', bytes });
    await world.start({ uid: caller.uid, path });
    const input = world.provider.requests.at(-1)?.input.image;
    expect(input).toMatch(/^https:\/\/pictures\.tunnel\.example\/v0\/b\/[^/]+\/o\//);
    expect((await world.photo(photoId))?.original_url).toMatch(/^https:\/\/firebasestorage\.googleapis\.com\//);
  }
});

test('callable and Storage trigger together make one job', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path, url } = await world.upload(caller);
  const body = { imageUrl: url, model: 'flux-kontext-apps/restore-image', modelId: 'deeprestore' as const };
  await Promise.all([
    requestRestore(body, caller, world),
    startRestore({ uid: caller.uid, path }, world),
    requestRestore(body, caller, world),
  ]);
  await world.start({ uid: caller.uid, path });
  expect(world.provider.requests).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('a deleted photo is not brought back by a late trigger', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await world.db.collection('photos').doc(photoId).delete();
  await world.start({ uid: caller.uid, path });
  expect(await world.photo(photoId)).toBeNull();
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('metadata is removed and the orientation applied before the original is kept', async () => {
  const caller = world.caller();
  const bytes = await sharp(await testJpeg())
    .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif?.toString('latin1')).toContain('me');
  const { path, photoId } = await world.upload(caller, { bytes });
  await world.start({ uid: caller.uid, path });
  const stored = await sharp(await world.files.read(path)).metadata();
  expect(stored.exif).toBeUndefined();
  expect([stored.width, stored.height]).toEqual([64, 96]);
  expect(await world.photo(photoId)).toMatchObject({ original_size: { width: 64, height: 96 } });
});

test('a photo has the pictures that show its original from the start, all from one read of the upload', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller, {
    tool: 'pureface',
    bytes: await testJpeg({ width: 2_600, height: 1_300 }),
  });
  let reads = 0;
  const { read } = world.files;
  world.files.read = (at) => {
    reads++;
    return read(at);
  };
  await world.start({ uid: caller.uid, path });
  expect(reads).toBe(1);
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'processing', files: { restored: NO_FILES }, input_url: photo?.original_url });
  const shown = [
    [photo?.files.original.thumbnail, 960, 480],
    [photo?.files.original.screen, 2_048, 1_024],
  ] as const;
  for (const [file, width, height] of shown) {
    expect(await sharp(await read(file?.path ?? '')).metadata()).toMatchObject({ format: 'webp', width, height });
    expect(file?.url).toContain(`token=${(await world.files.stat(file?.path ?? ''))?.token}`);
  }
});

test('PhotoScaler sends a smaller copy if the model would refuse the original', async () => {
  const caller = world.caller();
  const bytes = await testJpeg({ width: 2_000, height: 1_500 });
  const { path, photoId } = await world.upload(caller, { bytes, tool: 'photoscaler' });
  await world.start({ uid: caller.uid, path });
  const input = await world.files.read(`results/${caller.uid}/${photoId}/provider-input.jpg`);
  const { width = 0, height = 0 } = await sharp(input).metadata();
  expect(width * height).toBeLessThanOrEqual(2_090_000);
  expect(width / height).toBeCloseTo(4 / 3, 2);
  expect(String(world.provider.requests[0]?.input.image)).toContain('provider-input.jpg');
});

const WITH_EXIF = async () =>
  sharp(await testJpeg())
    .withExif({ IFD0: { Copyright: 'me' } })
    .jpeg()
    .toBuffer();

test('the clean copy of an upload keeps tool and source, so that a start after a crash needs none', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller, { tool: 'colorize', bytes: await WITH_EXIF() });
  await world.files.write({
    path,
    bytes: await world.files.read(path),
    contentType: 'image/jpeg',
    token: 'upload-token',
    custom: { tool: 'colorize', source: 'another-photo', version: 'restored', group: 'the-first', name: 'Rosa' },
  });
  world.crashAt = 'restore.beforeDebit';
  expect(await untilCrash(world, (deps) => startRestore({ uid: caller.uid, path }, deps))).toBe(true);
  await world.start({ uid: caller.uid, path });
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({
    tool: 'colorize',
    source_photo_id: 'another-photo',
    source_version: 'restored',
    group_id: 'the-first',
    name: 'Rosa',
    status: 'processing',
  });
  expect(photo?.original_url).toContain(`token=${(await world.files.stat(path))?.token}`);
});

test.each([
  ['as it is', testJpeg],
  ['cleaned', WITH_EXIF],
])('an upload stored %s has a download token of the server’s choice [spec 10.5]', async (_how, make) => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const tokens: string[] = [];
  for (let count = 0; count < 2; count++) {
    const { path, photoId } = await world.upload(caller, { bytes: await make() });
    await world.start({ uid: caller.uid, path });
    const token = (await world.files.stat(path))?.token ?? '';
    expect((await world.photo(photoId))?.original_url).toContain(`token=${token}`);
    tokens.push(token);
  }
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(tokens).size).toBe(2);
});

test('without the server’s secret no upload gets a token', () => {
  expect(() => uploadToken('', 'images/ada/1.jpg')).toThrow('No secret');
});
