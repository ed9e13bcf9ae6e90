import { randomUUID } from 'node:crypto';
import { GIVE_UP_AFTER_MS, SUBMISSION_STALE_MS } from '@heirlight/contract/limits';
import { parseUploadPath, uploadPath } from '@heirlight/contract/paths';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testJpeg, testPng } from '../../test/support/pictures';
import { bookSum, eachInNewWorld, linesOf, OUTPUT_URL, untilCrash, type World } from '../../test/support/world';
import { deleteAccount } from '../account/deleteAccount';
import { postEntries } from '../ledger/ledger';
import { deletePhoto } from '../photos/deletePhoto';
import { AppError } from '../platform/errors';
import { transact } from '../platform/transact';
import { finishRestore } from './finishRestore';
import { sweepRefusals } from './refusals';
import { requestRestore } from './requestRestore';
import { startRestore } from './startRestore';
import { adoptPrediction, failPhoto } from './submit';
import { sweepProcessing } from './sweepProcessing';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

const coded = (code: string) => expect.objectContaining({ code });

test('debits one restore, creates the photo as processing and makes a job [spec 1.3, 4.1, 9.17]', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller, { tool: 'pureface' });
  await startRestore({ uid: caller.uid, path }, world);

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
  expect(await bookSum(world, caller.uid)).toBe(0);
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
    await startRestore({ uid: caller.uid, path }, world);
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
  await startRestore({ uid: caller.uid, path }, world);
  expect(world.provider.requests).toHaveLength(1);
  expect(await bookSum(world, caller.uid)).toBe(2);
});

test('ten parallel starts with one restore left make one job; the nine refused uploads are removed', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 1);
  const uploads = await Promise.all(Array.from({ length: 10 }, () => world.upload(caller)));
  const results = await Promise.allSettled(uploads.map(({ path }) => startRestore({ uid: caller.uid, path }, world)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toEqual(coded('no_restores_left'));
  }
  expect(world.provider.requests).toHaveLength(1);
  expect(world.files.paths()).toHaveLength(1);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('later calls get the same refusal for a quarter of an hour; nothing stays', async () => {
  const [owner, stranger] = [world.caller(), world.caller()];
  const { path, photoId } = await world.upload(owner, { bytes: Buffer.from('<html>') });
  const start = (caller = owner, at = path) => startRestore({ uid: caller.uid, path: at }, world);
  await expect(start()).rejects.toEqual(coded('invalid_image'));
  expect(world.files.paths()).toEqual([]);
  await expect(start()).rejects.toEqual(coded('invalid_image'));
  const theirs = uploadPath({ userId: stranger.uid, photoId, fileName: 'a.jpg' });
  await expect(start(stranger, theirs)).rejects.toEqual(coded('photo_not_found'));
  expect(await sweepRefusals(world)).toBe(0);
  world.pass(16 * 60_000);
  expect(await sweepRefusals(world)).toBe(1);
  await expect(start()).rejects.toEqual(coded('photo_not_found'));
  expect((await world.db.collection('refusals').get()).size).toBe(0);
});

test.each([
  ['provider_busy', 'provider_busy'],
  ['provider_unavailable', 'provider_unavailable'],
  ['provider_rejected', 'provider_rejected'],
] as const)('a job refused as %s fails the photo, to be refunded', async (refusal, code) => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.provider.nextCreate = refusal;
  await startRestore({ uid: caller.uid, path }, world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code }, prediction_id: null });
});

test.each([
  ['provider_unavailable', 'error'],
  ['provider_rejected', 'error'],
  ['provider_busy', 'warn'],
] as const)('a job refused as %s is logged as %s', async (refusal, level) => {
  const caller = world.caller();
  const { path } = await world.upload(caller);
  world.provider.nextCreate = refusal;
  const lines = await linesOf(world, (deps) => startRestore({ uid: caller.uid, path }, deps));
  expect(lines).toEqual([`${level} The provider took no job`]);
});

test('an unexpected error before the job is made is logged and fails the photo', async () => {
  const caller = world.caller();
  const bytes = await testJpeg({ width: 2_000, height: 1_500 });
  const { path, photoId } = await world.upload(caller, { bytes, tool: 'photoscaler' });
  const lines = await linesOf(world, (deps) => {
    world.files.failNext('write');
    return startRestore({ uid: caller.uid, path }, deps);
  });
  expect(lines).toEqual(['error The provider took no job']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_unavailable' } });
});

test('a restore given up after an hour is logged as an error', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  world.pass(GIVE_UP_AFTER_MS + 1);
  expect(await linesOf(world, (deps) => sweepProcessing(deps))).toEqual(['error A restore was given up']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
});

test('a job that reported by webhook while its response was lost keeps its photo', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const noAnswer = () => Promise.reject(new AppError('provider_unavailable', 'No answer'));
  const lines = await linesOf(world, (deps) =>
    startRestore(
      { uid: caller.uid, path },
      {
        ...deps,
        provider: {
          ...world.provider,
          async create(request) {
            await adoptPrediction(photoId, await world.provider.create(request), world);
            return noAnswer();
          },
          find: noAnswer,
        },
      },
    ),
  );
  expect(lines).toEqual(['warn The provider took no job']);
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'processing', prediction_id: 'job1', error: null });
  if (photo) await finishRestore(photo, world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL }), world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('a job noted while the sweeper gives up on its photo keeps the photo', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.provider.nextCreate = 'lost';
  await startRestore({ uid: caller.uid, path }, world);
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  world.pass(GIVE_UP_AFTER_MS + 1);
  const [job] = world.provider.jobs.values();
  await sweepProcessing({
    ...world,
    faultPoint: async (name) => {
      if (name === 'sweep.afterCancel' && job) await adoptPrediction(photoId, job, world);
    },
  });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
});

test('a job whose response was lost is found instead of made twice', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.provider.nextCreate = 'lost';
  await startRestore({ uid: caller.uid, path }, world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
  expect(world.provider.requests).toHaveLength(1);
});

test('a deleted photo is not brought back by a late trigger', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  await world.db.collection('photos').doc(photoId).delete();
  await startRestore({ uid: caller.uid, path }, world);
  expect(await world.photo(photoId)).toBeNull();
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('a photo id of somebody else is refused and costs nothing', async () => {
  const [first, second] = [world.caller(), world.caller()];
  const { path, photoId } = await world.upload(first);
  await startRestore({ uid: first.uid, path }, world);
  const copy = await world.upload(second, { photoId });
  await expect(startRestore({ uid: second.uid, path: copy.path }, world)).rejects.toEqual(coded('not_your_upload'));
  expect(await world.photo(photoId)).toMatchObject({ user_id: first.uid });
});

test('a second file under a photo’s id is refused and removed; the photo keeps its own', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path, photoId } = await world.upload(caller);
  const stray = uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' });
  world.files.upload({ path: stray, bytes: Buffer.from('<html>'), tool: 'pureface' });
  await startRestore({ uid: caller.uid, path }, world);
  await expect(startRestore({ uid: caller.uid, path: stray }, world)).rejects.toEqual(coded('not_your_upload'));
  expect(world.files.paths()).toEqual([path]);

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
  expect(await bookSum(world, caller.uid)).toBe(1);
  expect(world.files.paths()).toHaveLength(3);
});

test('a refusal removes nothing when another call has debited the same upload meanwhile', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = world.caller();
  // Bought, without the welcome restore.
  const bought = { id: 'purchase_1', reason: 'purchase', ref: 'cs_1', delta: 1 } as const;
  await transact(world.db, (transaction) =>
    postEntries(transaction, { db: world.db, uid: caller.uid, entries: [bought], now: world.now() }),
  );
  const { path, photoId } = await world.upload(caller);
  // The second call has seen no photo yet, and sees the balance only after the first has debited it.
  let first: Promise<unknown> | undefined;
  const second = {
    ...world,
    files: {
      ...world.files,
      stat: async (at: string) => {
        first ??= startRestore({ uid: caller.uid, path }, world);
        await first;
        return await world.files.stat(at);
      },
    },
  };
  await startRestore({ uid: caller.uid, path }, second);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect(world.files.paths()).toEqual([path]);
  expect((await world.db.collection('refusals').doc(photoId).get()).exists).toBe(false);
});

test('nothing is debited after another call refused the upload, even if a restore arrives meanwhile', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await world.setBalance(caller.uid, 0);
  const slow = {
    ...world,
    faultPoint: async (name: string) => {
      if (name !== 'restore.beforeDebit') return;
      world.pass(1);
      await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toEqual(coded('no_restores_left'));
      await world.setBalance(caller.uid, 1);
    },
  };
  await expect(startRestore({ uid: caller.uid, path }, slow)).rejects.toEqual(coded('no_restores_left'));
  expect(await world.photo(photoId)).toBeNull();
  expect(await bookSum(world, caller.uid)).toBe(1);
  // Sent once more it is a new upload: the old refusal says nothing about it.
  world.pass(1);
  await world.upload(caller, { photoId });
  await startRestore({ uid: caller.uid, path }, world);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('nothing is debited between a refusal and the removal of its file, even if a restore arrives', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.pass(5);
  await world.setBalance(caller.uid, 0);
  let second: Promise<unknown> | undefined;
  const slow: World = {
    ...world,
    files: {
      ...world.files,
      async remove(at) {
        if (!second) {
          world.pass(5);
          await world.setBalance(caller.uid, 1);
          second = startRestore({ uid: caller.uid, path }, world);
          await expect(second).rejects.toEqual(coded('no_restores_left'));
        }
        return world.files.remove(at);
      },
    },
  };
  await expect(startRestore({ uid: caller.uid, path }, slow)).rejects.toEqual(coded('no_restores_left'));
  expect(second).toBeDefined();
  expect(await world.photo(photoId)).toBeNull();
  expect(world.files.paths()).toEqual([]);
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('a compressed upload is refused before it is read', async () => {
  const caller = world.caller();
  const { path } = await world.upload(caller);
  world.files.upload({ path, bytes: await testJpeg(), tool: 'pureface', encoded: true });
  world.files.failNext('read', 9);
  await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toEqual(coded('invalid_image'));
  expect(world.files.paths()).toEqual([]);
});

test('an interrupted submission is taken over once it is stale, not before', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  world.provider.jobs.clear();
  await startRestore({ uid: caller.uid, path }, world);
  expect(world.provider.requests).toHaveLength(1);
  world.pass(SUBMISSION_STALE_MS);
  await startRestore({ uid: caller.uid, path }, world);
  expect(world.provider.requests).toHaveLength(2);
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
});

test('with the setting, welcome restores wait until the address is verified', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = world.caller();
  const { path } = await world.upload(caller);
  await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toEqual(coded('email_not_verified'));
  expect(world.files.paths()).toEqual([]);
  await world.setBalance(caller.uid, 1);
  const paid = await world.upload(caller);
  await startRestore({ uid: caller.uid, path: paid.path }, world);
  expect(world.provider.requests).toHaveLength(1);
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
  await startRestore({ uid: caller.uid, path }, world);
  const stored = await sharp(await world.files.read(path)).metadata();
  expect(stored.exif).toBeUndefined();
  expect([stored.width, stored.height]).toEqual([64, 96]);
  expect(await world.photo(photoId)).toMatchObject({ original_size: { width: 64, height: 96 } });
});

test('PhotoScaler sends a smaller copy if the model would refuse the original', async () => {
  const caller = world.caller();
  const bytes = await testJpeg({ width: 2_000, height: 1_500 });
  const { path, photoId } = await world.upload(caller, { bytes, tool: 'photoscaler' });
  await startRestore({ uid: caller.uid, path }, world);
  const input = await world.files.read(`results/${caller.uid}/${photoId}/provider-input.jpg`);
  const { width = 0, height = 0 } = await sharp(input).metadata();
  expect(width * height).toBeLessThanOrEqual(2_090_000);
  expect(width / height).toBeCloseTo(4 / 3, 2);
  expect(String(world.provider.requests[0]?.input.image)).toContain('provider-input.jpg');
});

async function refusedFiles(): Promise<Record<string, { bytes: Buffer; code: string }>> {
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
    'polyglot with an archive behind': {
      bytes: Buffer.concat([jpeg, Buffer.from('PK\x03\x04')]),
      code: 'invalid_image',
    },
    '1 x 1': { bytes: await testJpeg({ width: 1, height: 1 }), code: 'invalid_image' },
    '1 x 20000': { bytes: await testJpeg({ width: 1, height: 20_000 }), code: 'image_too_large' },
    'header claiming 14000 x 14000': { bytes: bomb, code: 'image_too_large' },
    'over 25 MB': { bytes: Buffer.alloc(25 * 1024 * 1024 + 1, 1), code: 'image_too_large' },
  };
}

test('an upload that is no whole JPEG of acceptable size is removed without a debit', async () => {
  for (const [name, { bytes, code }] of Object.entries(await refusedFiles())) {
    const caller = world.caller();
    const { path, photoId } = await world.upload(caller, { bytes });
    const outcome = await startRestore({ uid: caller.uid, path }, world).catch((error: { code: string }) => error.code);
    expect([name, outcome]).toEqual([name, code]);
    expect(world.files.paths()).toEqual([]);
    expect(await world.photo(photoId)).toBeNull();
    expect(await bookSum(world, caller.uid)).toBe(1);
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
  await expect(requestRestore(body, world.caller(), world)).rejects.toEqual(coded('not_your_upload'));
  expect(world.provider.requests).toEqual([]);
});

test('a restore beyond the limit of the hour is refused without a debit [spec 9.18]', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  await world.use('restorePerUser', caller.uid, 119);
  await startRestore({ uid: caller.uid, path: (await world.upload(caller)).path }, world);
  const { path } = await world.upload(caller);
  await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toEqual(coded('rate_limited'));
  expect(await bookSum(world, caller.uid)).toBe(4);
  world.pass(60 * 60_000);
  await startRestore({ uid: caller.uid, path: (await world.upload(caller)).path }, world);
  expect(await bookSum(world, caller.uid)).toBe(3);
});

test('beyond the hour’s limit of refusals an upload is removed unread [spec 9.18]', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  await world.use('refusedPerUser', caller.uid, 119);
  const bad = await world.upload(caller, { bytes: Buffer.from('<html>') });
  await expect(startRestore({ uid: caller.uid, path: bad.path }, world)).rejects.toEqual(coded('invalid_image'));
  const { path } = await world.upload(caller);
  world.files.failNext('read', 9);
  await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toEqual(coded('rate_limited'));
  // The trigger comes when the file is gone, and hears the same.
  await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toEqual(coded('rate_limited'));
  expect(world.files.paths()).toEqual([]);
  world.files.failNext('read', 0);
  world.pass(60 * 60_000);
  await startRestore({ uid: caller.uid, path: (await world.upload(caller)).path }, world);
  expect(await bookSum(world, caller.uid)).toBe(4);
});

test('good uploads and retries during an outage do not count as refusals', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  await world.use('refusedPerUser', caller.uid, 119);
  const { path, photoId } = await world.upload(caller);
  world.files.failNext('read', 3);
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toThrow();
  }
  await startRestore({ uid: caller.uid, path }, world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  await startRestore({ uid: caller.uid, path: (await world.upload(caller)).path }, world);
  expect(await bookSum(world, caller.uid)).toBe(3);
});

test('beyond the limit of refusals, photos that exist keep their files', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  await world.use('refusedPerUser', caller.uid, 120);
  for (let count = 0; count < 3; count++) await startRestore({ uid: caller.uid, path }, world);
  expect(world.files.paths()).toEqual([path]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test('uploads of many people behind one address are not limited together', async () => {
  const address = randomUUID();
  await world.use('restorePerAddress', address, 300);
  const caller = { ...world.caller(), address };
  const { url, photoId } = await world.upload(caller);
  await requestRestore({ imageUrl: url, model: 'm', modelId: 'deeprestore' }, caller, world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

const WITH_EXIF = async () =>
  sharp(await testJpeg())
    .withExif({ IFD0: { Copyright: 'me' } })
    .jpeg()
    .toBuffer();

test('the clean copy of an upload keeps tool, source and token, so that a start after a crash needs none', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller, { tool: 'colorize', bytes: await WITH_EXIF() });
  const upload = await world.files.stat(path);
  await world.files.write({
    path,
    bytes: await world.files.read(path),
    contentType: 'image/jpeg',
    token: upload?.token ?? '',
    custom: { tool: 'colorize', source: 'another-photo' },
  });
  world.crashAt = 'restore.beforeDebit';
  expect(await untilCrash(world, (deps) => startRestore({ uid: caller.uid, path }, deps))).toBe(true);
  await startRestore({ uid: caller.uid, path }, world);
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ tool: 'colorize', source_photo_id: 'another-photo', status: 'processing' });
  expect(photo?.original_url).toMatch(/token=upload-token$/);
  expect(await world.files.stat(path)).toMatchObject({ token: 'upload-token' });
});

test('an upload whose counter of refusals fills up meanwhile is refused for its own reason', async () => {
  const caller = world.caller();
  await world.use('refusedPerUser', caller.uid, 119);
  const { path } = await world.upload(caller, { bytes: Buffer.from('<html>') });
  const refused = world.during(
    'files.read',
    () => startRestore({ uid: caller.uid, path }, world),
    () => world.use('refusedPerUser', caller.uid, 120),
  );
  await expect(refused).rejects.toEqual(coded('invalid_image'));
  expect(world.files.paths()).toEqual([]);
});

test('an account deleted while its upload is inspected pays nothing and gets no photo', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  const deletion = () => deleteAccount({ confirm: 'DELETE' }, caller, world);
  await expect(world.during('files.ensureToken', start, deletion)).rejects.toEqual(coded('signed_out'));
  expect(await world.photo(photoId)).toBeNull();
  expect(world.provider.requests).toEqual([]);
  expect(world.files.paths()).toEqual([]);
  expect(await bookSum(world, caller.uid)).toBe(2);
});

test('two files with one photo id, both seen before a debit: the second is removed for free', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path, photoId } = await world.upload(caller);
  const other = uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' });
  world.files.upload({ path: other, bytes: await testJpeg(), tool: 'pureface' });
  const second = world.during(
    'files.ensureToken',
    () => startRestore({ uid: caller.uid, path: other }, world),
    () => startRestore({ uid: caller.uid, path }, world),
  );
  await expect(second).rejects.toEqual(coded('not_your_upload'));
  expect(world.files.paths()).toEqual([path]);
  expect(world.provider.requests).toHaveLength(1);
  expect(await bookSum(world, caller.uid)).toBe(2);
});

test('two calls for one upload, both past its inspection: one debit and one job', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  await world.during('files.ensureToken', start, start);
  expect(world.provider.requests).toHaveLength(1);
  expect(world.files.paths()).toEqual([path]);
  expect(await bookSum(world, caller.uid)).toBe(2);
});

test('an upload started and deleted while another call inspects it does not come back', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  await world.during(
    'files.ensureToken',
    () => startRestore({ uid: caller.uid, path }, world),
    async () => {
      await startRestore({ uid: caller.uid, path }, world);
      await failPhoto({ photoId, code: 'provider_failed', detail: '' }, world);
      await deletePhoto({ photoId }, caller, world);
      await world.upload(caller, { photoId });
    },
  );
  expect(await world.photo(photoId)).toBeNull();
  expect(world.files.paths()).toEqual([]);
  expect(world.provider.requests).toHaveLength(1);
  expect(await bookSum(world, caller.uid)).toBe(2);
});

test.each([
  { name: 'failed', end: (photoId: string) => failPhoto({ photoId, code: 'provider_timeout', detail: '' }, world) },
  { name: 'was removed', end: (photoId: string) => world.db.collection('photos').doc(photoId).delete() },
])('a job made for a photo that $name meanwhile is cancelled and not noted', async ({ end }) => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  await world.during('provider.create', start, () => end(photoId));
  expect(world.provider.cancelled).toEqual(['job1']);
  expect((await world.photo(photoId))?.prediction_id ?? null).toBeNull();
});

test('of two jobs made for one photo the one noted first stays and the other is cancelled', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  const { reached, release } = world.hold('provider.create', 'before');
  const slow = start();
  await reached;
  world.pass(SUBMISSION_STALE_MS);
  await start();
  release();
  await slow;
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
  expect(world.provider.cancelled).toEqual(['job2']);
});

test('a stale submission is taken over by one call only', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  await start();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  world.provider.jobs.clear();
  world.pass(SUBMISSION_STALE_MS);
  await world.during('provider.find', start, start);
  expect(world.provider.requests).toHaveLength(2);
  expect(world.provider.cancelled).toEqual([]);
});

test('a job found for a stale submission is noted instead of making another', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  world.pass(SUBMISSION_STALE_MS);
  await startRestore({ uid: caller.uid, path }, world);
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
  expect(world.provider.requests).toHaveLength(1);
});
