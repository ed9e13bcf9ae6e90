/** Uploads that cost nothing: what is rejected, for how long, and what stays of it. */
import { randomUUID } from 'node:crypto';
import { RATE_LIMITS } from '@heirlight/contract/limits';
import { parseUploadPath, uploadPath } from '@heirlight/contract/paths';
import { expect, test } from '@jest/globals';
import { testJpeg, testPng } from '../../test/support/pictures';
import { eachInNewWorld, ledgerSum, type World, withThumbnail } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import type { AppError } from '../platform/errors';
import { requestRestore } from './requestRestore';
import { startRestore } from './startRestore';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

/** The code with which the start of an upload's restore is rejected. */
const rejection = ({ uid }: Caller, path: string): Promise<string> =>
  startRestore({ uid, path }, world).then(
    () => 'started',
    ({ code }: AppError) => code,
  );
const startAnother = async (caller: Caller) =>
  world.start({ uid: caller.uid, path: (await world.upload(caller)).path });

test('later calls get the same rejection for a quarter of an hour', async () => {
  const [owner, stranger] = [world.caller(), world.caller()];
  const { path, photoId } = await world.upload(owner, { bytes: Buffer.from('<html>') });
  expect(await rejection(owner, path)).toBe('invalid_image');
  expect(world.files.paths()).toEqual([]);
  expect(await rejection(owner, path)).toBe('invalid_image');
  const theirs = uploadPath({ userId: stranger.uid, photoId, fileName: 'a.jpg' });
  expect(await rejection(stranger, theirs)).toBe('photo_not_found');
  world.pass(14 * 60_000);
  expect(await rejection(owner, path)).toBe('invalid_image');
  world.pass(2 * 60_000);
  expect(await rejection(owner, path)).toBe('photo_not_found');
});

test('a photo id of somebody else is refused and costs nothing', async () => {
  const [first, second] = [world.caller(), world.caller()];
  const { path, photoId } = await world.upload(first);
  await world.start({ uid: first.uid, path });
  const copy = await world.upload(second, { photoId });
  expect(await rejection(second, copy.path)).toBe('not_your_upload');
  expect(await world.photo(photoId)).toMatchObject({ user_id: first.uid });
});

test('a second file under a photo’s id is refused and removed; the photo keeps its own', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path, photoId } = await world.upload(caller);
  const stray = uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' });
  world.files.upload({ path: stray, bytes: Buffer.from('<html>'), tool: 'pureface' });
  await world.start({ uid: caller.uid, path });
  expect(await rejection(caller, stray)).toBe('not_your_upload');
  expect(world.files.paths()).toEqual(withThumbnail(path));

  const both = [await world.upload(caller), await world.upload(caller)].map((upload) => upload.path);
  const again = uploadPath({
    userId: caller.uid,
    photoId: parseUploadPath(both[0] ?? '')?.photoId ?? '',
    fileName: 'b.jpg',
  });
  world.files.upload({ path: again, bytes: await testJpeg(), tool: 'pureface' });
  const results = await Promise.allSettled(
    [both[0] ?? '', again].map((at) => startRestore({ uid: caller.uid, path: at }, world)),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
  expect(world.files.paths().filter((path) => path.startsWith('images/'))).toHaveLength(3);
});

test('a compressed upload is refused before it is read', async () => {
  const caller = world.caller();
  const { path } = await world.upload(caller);
  world.files.upload({ path, bytes: await testJpeg(), tool: 'pureface', encoded: true });
  world.files.failNext('read', 9);
  expect(await rejection(caller, path)).toBe('invalid_image');
  expect(world.files.paths()).toEqual([]);
});

test('with the setting, welcome restores wait until the address is verified', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = world.caller();
  const { path } = await world.upload(caller);
  expect(await rejection(caller, path)).toBe('email_not_verified');
  expect(world.files.paths()).toEqual([]);
  await world.setBalance(caller.uid, 1);
  const paid = await world.upload(caller);
  await world.start({ uid: caller.uid, path: paid.path });
  expect(world.provider.requests).toHaveLength(1);
});

async function rejectedFiles(): Promise<Record<string, { bytes: Buffer; code: string }>> {
  const jpeg = await testJpeg();
  const bomb = Buffer.from(jpeg);
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]));
  bomb.writeUInt16BE(14_000, frame + 5);
  bomb.writeUInt16BE(14_000, frame + 7);
  return {
    'HTML named .jpg': { bytes: Buffer.from('<html><script>alert(1)</script></html>'), code: 'invalid_image' },
    'SVG named .jpg': { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), code: 'invalid_image' },
    'PNG named .jpg': { bytes: await testPng(), code: 'invalid_image' },
    truncated: { bytes: jpeg.subarray(0, jpeg.length / 2), code: 'invalid_image' },
    'truncated, with an end marker put on': {
      bytes: Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from([0xff, 0xd9])]),
      code: 'invalid_image',
    },
    '1 x 1': { bytes: await testJpeg({ width: 1, height: 1 }), code: 'invalid_image' },
    '1 x 20000': { bytes: await testJpeg({ width: 1, height: 20_000 }), code: 'image_too_large' },
    'header claiming 14000 x 14000': { bytes: bomb, code: 'image_too_large' },
    'over 25 MB': { bytes: Buffer.alloc(25 * 1024 * 1024 + 1, 1), code: 'image_too_large' },
  };
}

test('an upload that is no whole JPEG of acceptable size is removed without a debit', async () => {
  for (const [name, { bytes, code }] of Object.entries(await rejectedFiles())) {
    const caller = world.caller();
    const { path, photoId } = await world.upload(caller, { bytes });
    expect([name, await rejection(caller, path)]).toEqual([name, code]);
    expect(world.files.paths()).toEqual([]);
    expect(await world.photo(photoId)).toBeNull();
    expect(await ledgerSum(world, caller.uid)).toBe(1);
  }
});

test.each([
  ['another host', () => 'https://evil.example/v0/b/demo-heirlight.appspot.com/o/x'],
  ['another bucket', () => 'https://firebasestorage.googleapis.com/v0/b/other/o/images%2Fu%2Fx.jpg'],
  ['the metadata server', () => 'http://169.254.169.254/computeMetadata/v1/'],
  [
    'a path out of the folder',
    () => 'https://firebasestorage.googleapis.com/v0/b/demo-heirlight.appspot.com/o/images%2F..%2Fx.jpg',
  ],
  [
    'a file of somebody else',
    () =>
      `https://firebasestorage.googleapis.com/v0/b/demo-heirlight.appspot.com/o/${encodeURIComponent(
        `images/somebody/${randomUUID()}-x.jpg`,
      )}`,
  ],
])('imageUrl of %s is refused', async (_name, url) => {
  const body = { imageUrl: url(), model: 'm', modelId: 'deeprestore' as const };
  await expect(requestRestore(body, world.caller(), world)).rejects.toMatchObject({ code: 'not_your_upload' });
  expect(world.provider.requests).toEqual([]);
});

test('a restore beyond the limit of the hour is refused unread and without a debit [spec 9.18]', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  await world.use('restorePerUser', caller.uid, RATE_LIMITS.restorePerUser.limit - 1);
  await startAnother(caller);
  const { path } = await world.upload(caller);
  world.files.failNext('read', 9);
  expect(await rejection(caller, path)).toBe('rate_limited');
  world.files.failNext('read', 0);
  expect(await ledgerSum(world, caller.uid)).toBe(4);
  world.pass(60 * 60_000);
  await startAnother(caller);
  expect(await ledgerSum(world, caller.uid)).toBe(3);
});

test('beyond the hour’s limit of rejections an upload is removed unread [spec 9.18]', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  await world.use('refusedPerUser', caller.uid, 119);
  const bad = await world.upload(caller, { bytes: Buffer.from('<html>') });
  expect(await rejection(caller, bad.path)).toBe('invalid_image');
  const { path } = await world.upload(caller);
  world.files.failNext('read', 9);
  expect(await rejection(caller, path)).toBe('rate_limited');
  // The trigger comes when the file is gone, and hears the same.
  expect(await rejection(caller, path)).toBe('rate_limited');
  expect(world.files.paths()).toEqual([]);
  world.files.failNext('read', 0);
  world.pass(60 * 60_000);
  await startAnother(caller);
  expect(await ledgerSum(world, caller.uid)).toBe(4);
});

test('good uploads and retries during an outage do not count as rejections', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  await world.use('refusedPerUser', caller.uid, 119);
  const { path, photoId } = await world.upload(caller);
  world.files.failNext('read', 3);
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toThrow();
  }
  await world.start({ uid: caller.uid, path });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  await startAnother(caller);
  expect(await ledgerSum(world, caller.uid)).toBe(3);
});

test('beyond the limit of rejections, photos that exist keep their files', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await world.use('refusedPerUser', caller.uid, 120);
  for (let count = 0; count < 3; count++) await world.start({ uid: caller.uid, path });
  expect(world.files.paths()).toEqual(withThumbnail(path));
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test.each(['disabled', 'removed'] as const)('a %s account’s upload is removed unread [spec 10.10]', async (what) => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 1);
  const { path } = await world.upload(caller);
  world[`${what}Users`].push(caller.uid);
  world.files.failNext('read', 9);
  expect(await rejection(caller, path)).toBe('signed_out');
  expect(world.files.paths()).toEqual([]);
  expect(world.provider.requests).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('without a restore an upload is removed unread', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 0);
  const { path } = await world.upload(caller);
  world.files.failNext('read', 9);
  expect(await rejection(caller, path)).toBe('no_restores_left');
  expect(world.files.paths()).toEqual([]);
});
