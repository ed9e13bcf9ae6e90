import { createHmac } from 'node:crypto';
import { FINISHING_STALE_MS, GIVE_UP_AFTER_MS, MAX_OUTPUT_BYTES, STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testPng } from '../../test/support/pictures';
import { bookSum, eachInNewWorld, linesOf, OUTPUT_URL, type World } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { readPrediction } from '../platform/replicateProvider';
import { finishRestore } from './finishRestore';
import { replicateWebhook } from './replicateWebhook';
import { startRestore } from './startRestore';
import { sweepProcessing } from './sweepProcessing';

const SECRET = `whsec_${Buffer.from('a secret of the provider').toString('base64')}`;

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

async function started(): Promise<string> {
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  return photoId;
}

interface Delivery {
  photoId: string;
  body: Record<string, unknown>;
  at?: Date;
  secret?: string;
  signature?: string;
}

/** One report as Replicate signs and sends it. */
function deliver({ photoId, body, at = world.now(), secret = SECRET, signature }: Delivery, deps: World = world) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.`).update(rawBody).digest('base64');
  const delivery = {
    id: 'msg_1',
    timestamp,
    signature: signature ?? `v1,${mac}`,
    rawBody,
    photoId,
    secret,
    readPrediction,
  };
  return replicateWebhook(delivery, deps);
}

const succeeded = { id: 'job1', status: 'succeeded', output: OUTPUT_URL, input: {}, logs: '' };

async function filesOf(photoId: string): Promise<string[]> {
  return world.files.paths().map((path) => path.replace(`results/${caller.uid}/${photoId}/`, ''));
}

test('stores the result with thumbnails and download URLs, and sets succeeded [spec 4.1, 4.2]', async () => {
  const photoId = await started();
  world.output.body = await testPng({ width: 1_200, height: 800 });
  expect(await deliver({ photoId, body: succeeded })).toEqual({ status: 200, body: 'ok' });

  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({
    status: 'succeeded',
    restored_path: `results/${caller.uid}/${photoId}/restored.png`,
    restored_size: { width: 1_200, height: 800 },
    error: null,
  });
  const restored = await world.files.stat(photo?.restored_path ?? '');
  expect(photo?.restored_url).toContain(`token=${restored?.token}`);
  const thumbnail = await sharp(await world.files.read(photo?.restored_thumbnail_path ?? '')).metadata();
  expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 960, 640]);
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('late, repeated and reordered reports after the end change nothing [spec 4.1, 4.2]', async () => {
  const photoId = await started();
  await deliver({ photoId, body: succeeded });
  const before = await world.photo(photoId);
  const files = world.files.paths();
  for (const body of [
    succeeded,
    { ...succeeded, status: 'failed', error: 'late' },
    { ...succeeded, status: 'processing', logs: '50%|' },
    { ...succeeded, status: 'canceled' },
  ]) {
    expect((await deliver({ photoId, body })).status).toBe(200);
  }
  expect(await world.photo(photoId)).toEqual(before);
  expect(world.files.paths()).toEqual(files);
});

test('two deliveries at once store the result once; one that comes too early is asked to come again', async () => {
  const photoId = await started();
  let fetches = 0;
  const deps: World = {
    ...world,
    fetch: (...request) => {
      fetches++;
      return world.fetch(...request);
    },
  };
  const answers = await Promise.all([1, 2, 3].map(() => deliver({ photoId, body: succeeded }, deps)));
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(fetches).toBe(1);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
  expect((await deliver({ photoId, body: succeeded })).status).toBe(200);
});

test('while a result is being stored, another delivery is told to try again', async () => {
  const photoId = await started();
  let during: number | undefined;
  const deps: World = {
    ...world,
    faultPoint: async (name) => {
      if (name === 'webhook.afterFetch') during = (await deliver({ photoId, body: succeeded })).status;
    },
  };
  expect((await deliver({ photoId, body: succeeded }, deps)).status).toBe(200);
  expect(during).toBe(500);
});

test.each([
  ['no signature', { signature: '' }],
  ['another signature', { signature: `v1,${Buffer.alloc(32).toString('base64')}` }],
  ['a shortened signature', { signature: 'v1,AAAA' }],
  ['a blank secret', { secret: '' }],
  ['a secret of the prefix alone', { secret: 'whsec_' }],
  ['a replay after the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 11, 54)) }],
])('a report with %s is refused and changes nothing', async (_name, change) => {
  const photoId = await started();
  expect((await deliver({ photoId, body: succeeded, ...change })).status).toBe(400);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test('a report about somebody else’s job changes nothing', async () => {
  const photoId = await started();
  expect((await deliver({ photoId, body: { ...succeeded, id: 'another' } })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
});

test('a job whose id was never noted is recognised by its input; a second job is stopped', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const input = { input_image: `https://x/${photoId}` };
  await deliver({ photoId, body: { ...succeeded, status: 'starting', output: null, input } });
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
  await deliver({ photoId, body: { ...succeeded, id: 'job2', status: 'starting', output: null, input } });
  expect(world.provider.cancelled).toEqual(['job2']);
  expect((await deliver({ photoId, body: succeeded })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

interface BadOutput {
  name: string;
  url?: string;
  serve?: () => Promise<Partial<World['output']>>;
}

const badOutputs: BadOutput[] = [
  { name: 'HTML', serve: async () => ({ body: '<html>not found</html>' }) },
  {
    name: 'a truncated picture',
    serve: async () => ({ body: (await testPng({ width: 300, height: 300 })).subarray(0, 900) }),
  },
  { name: 'SVG', serve: async () => ({ body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }) },
  { name: '404', serve: async () => ({ status: 404 }) },
  {
    name: 'a redirect',
    serve: async () => ({ body: 'x', status: 302, headers: { location: 'http://169.254.169.254/' } }),
  },
  { name: 'more bytes than allowed', serve: async () => ({ body: Buffer.alloc(MAX_OUTPUT_BYTES + 1) }) },
  { name: 'on another host', url: 'https://evil.example/out.png' },
  { name: 'on a look-alike host', url: 'https://evilreplicate.delivery/out.png' },
  { name: 'on plain http', url: 'http://files.replicate.delivery/out.png' },
  { name: 'behind credentials', url: 'https://a:b@files.replicate.delivery/out.png' },
];

test.each(badOutputs)('output that is $name fails the photo and leaves no file', async ({ serve, url }) => {
  const photoId = await started();
  Object.assign(world.output, await serve?.());
  expect((await deliver({ photoId, body: { ...succeeded, output: url ?? OUTPUT_URL } })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({
    status: 'failed',
    error: { code: 'bad_output' },
    restored_url: null,
  });
  expect((await filesOf(photoId)).filter((path) => !path.startsWith('images/'))).toEqual([]);
  expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('an output nobody can use is logged as an error; what outsiders can cause is not', async () => {
  await world.setBalance(caller.uid, 2);
  const [first, second] = [await started(), await started()];
  const lines = await linesOf(world, async (deps) => {
    await deliver({ photoId: first, body: { ...succeeded, output: 'https://evil.example/out.png' } }, deps);
    await deliver({ photoId: second, body: { ...succeeded, id: 'job2', status: 'failed', error: 'NSFW' } }, deps);
    await deliver({ photoId: second, body: succeeded, signature: '' }, deps);
  });
  expect(lines).toEqual(['error A restore failed', 'warn A restore failed', 'warn A provider webhook was refused']);
});

test('trouble that may pass asks for another delivery, which then succeeds', async () => {
  const photoId = await started();
  world.output.status = 503;
  expect((await deliver({ photoId, body: succeeded })).status).toBe(500);
  world.output.status = 200;
  world.files.failNext('write');
  expect((await deliver({ photoId, body: succeeded })).status).toBe(500);
  expect((await deliver({ photoId, body: succeeded })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('a result stored for a photo that ended meanwhile is removed again', async () => {
  const photoId = await started();
  const deps: World = {
    ...world,
    faultPoint: async (name) => {
      if (name === 'webhook.afterFiles') await world.db.collection('photos').doc(photoId).update({ status: 'failed' });
    },
  };
  await deliver({ photoId, body: succeeded }, deps);
  expect((await filesOf(photoId)).filter((path) => !path.startsWith('images/'))).toEqual([]);
});

test('progress is written in steps, only forwards', async () => {
  const photoId = await started();
  const report = async (logs: string) => {
    await deliver({ photoId, body: { ...succeeded, status: 'processing', output: null, logs } });
    return (await world.photo(photoId))?.progress_percent;
  };
  expect(await report('loading weights')).toBeNull();
  expect(await report('tile 1/8\n12%|█ | 1/8')).toBe(12);
  expect(await report('12%|█\n14%|█')).toBe(12);
  expect(await report('14%|█\n37.5%|███')).toBe(37);
  expect(await report('20%|██')).toBe(37);
});

test('the sweeper finishes a job whose report was lost', async () => {
  const photoId = await started();
  world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  world.pass(STUCK_AFTER_MS - 1);
  await sweepProcessing(world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  world.pass(2);
  await sweepProcessing(world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('the sweeper cancels and fails a job that hangs, and deleting it gives the restore back', async () => {
  const photoId = await started();
  world.pass(GIVE_UP_AFTER_MS + 1);
  await sweepProcessing(world);
  expect(world.provider.cancelled).toEqual(['job1']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
  await deletePhoto({ photoId }, caller, world);
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('the sweeper fails a job the provider has never heard of', async () => {
  const photoId = await started();
  world.provider.jobs.clear();
  world.pass(STUCK_AFTER_MS + 1);
  expect(await linesOf(world, sweepProcessing)).toEqual(['error A restore was given up']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_failed' } });
});

test('a result left half stored by a crash is taken over once its lease is stale', async () => {
  const photoId = await started();
  const ref = world.db.collection('photos').doc(photoId);
  await ref.update({ finishing_started_at: world.now(), result_token: 'fixed-token' });
  expect((await deliver({ photoId, body: succeeded })).status).toBe(500);
  world.pass(FINISHING_STALE_MS);
  expect((await deliver({ photoId, body: succeeded })).status).toBe(200);
  expect((await world.photo(photoId))?.restored_url).toContain('token=fixed-token');
});

test('a photo deleted while its result was on the way stays deleted', async () => {
  const photoId = await started();
  const photo = await world.photo(photoId);
  await world.db.collection('photos').doc(photoId).delete();
  const prediction = world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  if (photo) await finishRestore(photo, prediction, world);
  expect(await world.photo(photoId)).toBeNull();
  expect((await filesOf(photoId)).filter((path) => !path.startsWith('images/'))).toEqual([]);
});
