import { createHmac } from 'node:crypto';
import { GIVE_UP_AFTER_MS, MAX_OUTPUT_BYTES, STUCK_AFTER_MS } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { noisePng, testJpeg, testPng } from '../../test/support/pictures';
import { bookSum, eachInNewWorld, linesOf, OUTPUT_URL, untilCrash, type World } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { pathOfDownloadUrl } from '../platform/fileStore';
import { readPrediction } from '../platform/replicateProvider';
import { failPhoto } from './failPhoto';
import { finishRestore } from './finishRestore';
import { finishRestoreTask } from './finishRestoreTask';
import { replicateWebhook } from './replicateWebhook';
import { sweepRestores } from './sweepRestores';

const SECRET = `whsec_${Buffer.from('a secret of the provider').toString('base64')}`;

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

/** By PhotoScaler, whose result is finished soonest. */
async function started(tool: ToolId = 'photoscaler'): Promise<string> {
  const { path, photoId } = await world.upload(caller, { tool });
  await world.start({ uid: caller.uid, path });
  return photoId;
}

interface Delivery {
  photoId: string;
  body: Record<string, unknown>;
  at?: Date;
  rawBody?: Buffer;
  secret?: string;
  signature?: string;
}

/** One report as Replicate signs and sends it. Asked later, it says the same of the job. */
function deliver(
  {
    photoId,
    body,
    rawBody = Buffer.from(JSON.stringify(body)),
    at = world.now(),
    secret = SECRET,
    signature,
  }: Delivery,
  deps: World = world,
) {
  const told = readPrediction(body);
  if (told && world.provider.jobs.has(told.id)) world.provider.end(told, told.id);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  // With the key of the receiver's own secret: an empty one has to be refused for that alone.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.`).update(rawBody).digest('base64');
  const delivery = {
    id: 'msg_1',
    timestamp,
    signature: signature?.replaceAll('GENUINE', mac) ?? `v1,${mac}`,
    rawBody,
    photoId,
    secret,
    readPrediction,
  };
  return replicateWebhook(delivery, deps);
}

/** Delivers a report, and runs what it enqueued. */
async function report(delivery: Delivery, deps: World = world) {
  const response = await deliver(delivery, deps);
  await world.tasks.run(deps);
  return response;
}

/** A run of the task that another run was not expected beside, or after: Cloud Tasks runs a task at least once. */
const runAgain = (photoId: string) => finishRestoreTask({ photoId, hasEnded: true }, world);

async function sweep(): Promise<void> {
  await sweepRestores(world);
  await world.tasks.run();
}

const succeeded = { id: 'job1', status: 'succeeded', output: OUTPUT_URL, input: {}, logs: '' };

async function filesOf(photoId: string): Promise<string[]> {
  return world.files.paths().map((path) => path.replace(`results/${caller.uid}/${photoId}/`, ''));
}

test('stores the result with thumbnails and URLs, and sets the photo to succeeded [spec 4.1, 4.2]', async () => {
  const photoId = await started();
  world.output.body = await testPng({ width: 1_200, height: 800 });
  expect(await report({ photoId, body: succeeded })).toEqual({ status: 200, body: 'ok' });

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

test('what fills a window is at most 2048 px and WebP; a file that is small enough is its own', async () => {
  const photoId = await started();
  world.output.body = await testPng({ width: 2_700, height: 1_800 });
  await report({ photoId, body: succeeded });
  const photo = await world.photo(photoId);
  expect([photo?.screen_path, photo?.screen_url]).toEqual([photo?.original_path, photo?.original_url]);
  const path = `results/${caller.uid}/${photoId}/restored-screen.webp`;
  expect(photo?.restored_screen_path).toBe(path);
  const screen = await sharp(await world.files.read(path)).metadata();
  expect([screen.format, screen.width, screen.height]).toEqual(['webp', 2_048, 1_365]);
  expect(photo?.restored_screen_url).toContain(`token=${(await world.files.stat(path))?.token}`);
  // Each size is shown from its own file.
  for (const side of ['restored', 'restored_thumbnail', 'restored_screen', 'thumbnail', 'screen'] as const) {
    expect(pathOfDownloadUrl(world.files, photo?.[`${side}_url`] ?? '')).toBe(photo?.[`${side}_path`]);
  }
  expect(await resultsOf(photoId)).toEqual([...RESULTS, 'restored-screen.webp', 'restored-tiles.bin'].sort());
});

test('a result that is larger than a window is stored in tiles, too', async () => {
  const photoId = await started();
  world.output.body = await testPng({ width: 2_700, height: 1_800 });
  await report({ photoId, body: succeeded });
  const path = `results/${caller.uid}/${photoId}/restored-tiles.bin`;
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'succeeded', restored_tiles_path: path });
  expect(photo?.restored_tiles_url).toContain(`token=${(await world.files.stat(path))?.token}`);
});

test('the faces are compared with the photo’s and noted with the result; a search that fails spoils nothing', async () => {
  await world.setBalance(caller.uid, 2);
  const [first, second] = [await started(), await started()];
  const faces = [{ x: 0.25, y: 0.125, width: 0.5, height: 0.5 }];
  world.findFaces = async () => faces;
  world.output.body = await testPng({ width: 384, height: 256 });
  await report({ photoId: first, body: succeeded });
  expect(await world.photo(first)).toMatchObject({ status: 'succeeded', faces: [{ ...faces[0], verdict: 'same' }] });

  world.output.body = '';
  world.findFaces = () => Promise.reject(new Error('no weights'));
  const lines = await linesOf(world, (deps) => report({ photoId: second, body: { ...succeeded, id: 'job2' } }, deps));
  expect(lines).toEqual(['warn A result was not searched for faces']);
  expect(await world.photo(second)).toMatchObject({ status: 'succeeded', faces: null });
});

test('the original is read once for its result', async () => {
  const { path, photoId } = await world.upload(caller, { tool: 'pureface' });
  await world.start({ uid: caller.uid, path });
  let count = 0;
  const { read } = world.files;
  world.files.read = (at) => {
    count++;
    return read(at);
  };
  await report({ photoId, body: succeeded });
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
  expect(count).toBe(1);
});

test('late, repeated and reordered reports after the end change nothing [spec 4.1, 4.2]', async () => {
  const photoId = await started();
  await report({ photoId, body: succeeded });
  const before = await world.photo(photoId);
  const files = world.files.paths();
  for (const body of [
    succeeded,
    { ...succeeded, status: 'failed', error: 'late' },
    { ...succeeded, status: 'processing', logs: '50%|' },
    { ...succeeded, status: 'canceled' },
  ]) {
    expect((await report({ photoId, body })).status).toBe(200);
  }
  expect(await world.photo(photoId)).toEqual(before);
  expect(world.files.paths()).toEqual(files);
});

test('two reports at once store the result once', async () => {
  const photoId = await started();
  let fetches = 0;
  const deps: World = {
    ...world,
    fetch: (...request) => {
      fetches++;
      return world.fetch(...request);
    },
  };
  await Promise.all([1, 2, 3].map(() => deliver({ photoId, body: succeeded })));
  await world.tasks.run(deps);
  expect(fetches).toBe(1);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
  expect((await report({ photoId, body: succeeded }, deps)).status).toBe(200);
  expect(fetches).toBe(1);
});

test('a task that runs twice at once stores one result', async () => {
  const photoId = await started();
  world.tasks.trouble = 'duplicate';
  await report({ photoId, body: succeeded });
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'succeeded' });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
  expect(photo?.restored_url).toContain(`token=${(await world.files.stat(photo?.restored_path ?? ''))?.token}`);
});

test('a report that could not be handed on is asked for again', async () => {
  const photoId = await started();
  world.tasks.trouble = 'refuse';
  expect((await report({ photoId, body: succeeded })).status).toBe(500);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect((await report({ photoId, body: succeeded })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('an end that the provider has reported and does not show yet is asked about again', async () => {
  const photoId = await started();
  await deliver({ photoId, body: succeeded });
  for (const shown of [null, { status: 'processing' as const }]) {
    const { get } = world.provider;
    world.provider.get = async (id) => shown && world.provider.end(shown, id);
    expect(await world.tasks.run()).toEqual([expect.stringContaining('does not show the end of job1')]);
    world.provider.get = get;
    expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  }
  world.provider.end({ status: 'succeeded' });
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
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
  expect((await report({ photoId, body: succeeded, ...change })).status).toBe(400);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test('a report about somebody else’s job changes nothing', async () => {
  const photoId = await started();
  expect((await report({ photoId, body: { ...succeeded, id: 'another' } })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
});

test('a job without a noted id is recognised by its input; a second job is cancelled', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const input = { input_image: `https://x/${photoId}` };
  await report({ photoId, body: { ...succeeded, status: 'starting', output: null, input } });
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
  await report({ photoId, body: { ...succeeded, id: 'job2', status: 'starting', output: null, input } });
  expect(world.provider.cancelled).toEqual(['job2']);
  expect((await report({ photoId, body: succeeded })).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

interface BadOutput {
  name: string;
  url?: string;
  serve?: () => Promise<Partial<World['output']>>;
}

const badOutputs: BadOutput[] = [
  { name: 'missing', url: '' },
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

test.each(badOutputs)('output that is $name fails the photo and leaves no file of a result', async ({ serve, url }) => {
  const photoId = await started();
  Object.assign(world.output, await serve?.());
  expect(
    (await report({ photoId, body: { ...succeeded, output: url === '' ? null : (url ?? OUTPUT_URL) } })).status,
  ).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({
    status: 'failed',
    error: { code: 'bad_output' },
    restored_url: null,
  });
  expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
  expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('an unusable output is logged as an error; what outsiders can cause is a warning', async () => {
  await world.setBalance(caller.uid, 2);
  const [first, second] = [await started(), await started()];
  const lines = await linesOf(world, async (deps) => {
    await report({ photoId: first, body: { ...succeeded, output: 'https://evil.example/out.png' } }, deps);
    await report({ photoId: second, body: { ...succeeded, id: 'job2', status: 'failed', error: 'NSFW' } }, deps);
    await report({ photoId: second, body: succeeded, signature: '' }, deps);
  });
  expect(lines).toEqual(['error A restore failed', 'warn A restore failed', 'warn A provider webhook was refused']);
});

test('a passing failure is tried again, and the restore succeeds', async () => {
  const photoId = await started();
  world.output.status = 503;
  await deliver({ photoId, body: succeeded });
  expect(await world.tasks.run()).toEqual(['Output: HTTP 503']);
  world.output.status = 200;
  world.files.failNext('write');
  expect(await world.tasks.run()).toEqual(['Storage refused to write']);
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('what the queue has given up is enqueued again by the sweep', async () => {
  const photoId = await started();
  world.output.status = 503;
  await deliver({ photoId, body: succeeded });
  while (world.tasks.waiting().length > 0) await world.tasks.run();
  world.output.status = 200;
  world.pass(STUCK_AFTER_MS + 1);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('the files of a result are removed if the photo has failed meanwhile', async () => {
  const photoId = await started();
  const deps: World = {
    ...world,
    faultPoint: async (name) => {
      if (name === 'finish.afterFiles') await world.db.collection('photos').doc(photoId).update({ status: 'failed' });
    },
  };
  await report({ photoId, body: succeeded }, deps);
  expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
});

test('progress is written in steps, only forwards', async () => {
  const photoId = await started();
  const percentAfter = async (logs: string) => {
    await report({ photoId, body: { ...succeeded, status: 'processing', output: null, logs } });
    return (await world.photo(photoId))?.progress_percent;
  };
  expect(await percentAfter('loading weights')).toBeNull();
  expect(await percentAfter('tile 1/8\n12%|█ | 1/8')).toBe(12);
  expect(await percentAfter('12%|█\n14%|█')).toBe(12);
  expect(await percentAfter('14%|█\n37.5%|███')).toBe(37);
  expect(await percentAfter('20%|██')).toBe(37);
  expect(await percentAfter('41%|████')).toBe(37);
  expect(await percentAfter('42%|████')).toBe(42);
  await report({ photoId, body: succeeded });
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', progress_percent: null });
});

test('the sweeper finishes a job whose report was lost', async () => {
  const photoId = await started();
  world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  world.pass(STUCK_AFTER_MS - 1);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  world.pass(2);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('a job that ended in time is finished even after the hour, and not cancelled', async () => {
  const photoId = await started();
  world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  world.pass(GIVE_UP_AFTER_MS + 1);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
  expect(world.provider.cancelled).toEqual([]);
});

test('the sweeper cancels and fails a job that hangs, and deleting it gives the restore back', async () => {
  const photoId = await started();
  world.pass(GIVE_UP_AFTER_MS + 1);
  await sweep();
  expect(world.provider.cancelled).toEqual(['job1']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
  await deletePhoto({ photoId }, caller, world);
  expect(await bookSum(world, caller.uid)).toBe(1);
});

test('the sweeper fails a job the provider has never heard of', async () => {
  const photoId = await started();
  world.provider.jobs.clear();
  world.pass(STUCK_AFTER_MS + 1);
  expect(
    await linesOf(world, async (deps) => {
      await sweepRestores(deps);
      await world.tasks.run(deps);
    }),
  ).toEqual(['error A restore was given up']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_failed' } });
});

test('a result that was half stored is stored again under the same token', async () => {
  const photoId = await started();
  const token = (await world.photo(photoId))?.result_token;
  world.crashAt = 'finish.afterFirstFile';
  expect(await untilCrash(world, (deps) => report({ photoId, body: succeeded }, deps))).toBe(true);
  await world.tasks.run();
  const photo = await world.photo(photoId);
  expect(photo?.restored_url).toContain(`token=${token}`);
  expect((await world.files.stat(photo?.restored_path ?? ''))?.token).toBe(token);
});

test('a photo deleted before its result arrives stays deleted', async () => {
  const photoId = await started();
  const photo = await world.photo(photoId);
  await world.db.collection('photos').doc(photoId).delete();
  const prediction = world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  if (photo) await finishRestore(photo, prediction, world);
  expect(await world.photo(photoId)).toBeNull();
  expect(await resultsOf(photoId)).toEqual([]);
});

test.each([
  ['among others, while a secret is being changed', { signature: 'v1,AAAA v2,GENUINE v1,GENUINE' }, 200],
  ['of another version of the scheme', { signature: 'v2,GENUINE' }, 400],
  ['as old as the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 11, 55)) }, 200],
  ['a second older than the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 11, 54, 59)) }, 400],
  ['as far in the future as the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 12, 5)) }, 200],
  ['further in the future than the tolerance', { at: new Date(Date.UTC(2026, 10, 20, 12, 5, 1)) }, 400],
])('a signature %s', async (_name, change, status) => {
  const photoId = await started();
  expect((await report({ photoId, body: succeeded, ...change })).status).toBe(status);
  expect((await world.photo(photoId))?.status).toBe(status === 200 ? 'succeeded' : 'processing');
});

test.each(['not JSON', '{"status":"succeeded"}'])('a signed body of %s is refused', async (text) => {
  const photoId = await started();
  const answer = await report({ photoId, body: {}, rawBody: Buffer.from(text) });
  expect(answer).toEqual({ status: 400, body: 'Not a prediction' });
});

test('a report whose URL names no photo id is left alone', async () => {
  const photoId = await started();
  for (const id of ['', 'not-a-uuid', `${photoId}/x/y`]) {
    expect((await report({ photoId: id, body: succeeded })).status).toBe(200);
  }
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
});

test('a photo without a job does not take one whose input shows another photo', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const input = { input_image: 'https://x/0f8fad5b-d9cb-469f-a165-70867728950e' };
  await report({ photoId, body: { ...succeeded, input } });
  await report({ photoId, body: { ...succeeded, status: 'starting', output: null, input } });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: null });
  expect(world.provider.cancelled).toEqual([]);
});

test('a second job that has ended is neither cancelled nor stored', async () => {
  const photoId = await started();
  const input = { input_image: `https://x/${photoId}` };
  await report({ photoId, body: { ...succeeded, id: 'job2', input } });
  expect(world.provider.cancelled).toEqual([]);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
});

test('a job recognised just as its photo fails is cancelled, and the photo stays failed', async () => {
  const photoId = await started();
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  const body = { ...succeeded, status: 'starting', output: null, input: { input_image: `https://x/${photoId}` } };
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const delivery = report({ photoId, body });
  await reached;
  await failPhoto({ photoId, code: 'provider_timeout' }, world);
  release();
  expect((await delivery).status).toBe(200);
  expect(world.provider.cancelled).toEqual(['job1']);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', prediction_id: null });
});

test('the result of a job is not stored if its photo takes another job meanwhile', async () => {
  const photoId = await started();
  const photo = world.db.collection('photos').doc(photoId);
  await photo.update({ prediction_id: null });
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const delivery = report({ photoId, body: { ...succeeded, input: { input_image: `https://x/${photoId}` } } });
  await reached;
  await photo.update({ prediction_id: 'job2' });
  release();
  expect((await delivery).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
  expect(world.provider.cancelled).toEqual(['job1']);
});

test('the copy made for the provider goes once the result is stored', async () => {
  world.files.upload({ path: 'images/unrelated.jpg', bytes: Buffer.from('x') });
  const bytes = await testJpeg({ width: 2_000, height: 1_500 });
  const { path, photoId } = await world.upload(caller, { bytes, tool: 'photoscaler' });
  await world.start({ uid: caller.uid, path });
  expect(await filesOf(photoId)).toContain('provider-input.jpg');
  await report({ photoId, body: succeeded });
  expect(await filesOf(photoId)).not.toContain('provider-input.jpg');
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

const resultsOf = async (photoId: string) => (await filesOf(photoId)).filter((path) => !path.startsWith('images/'));
/** What is made of an original when it is started. */
const OF_ORIGINAL = ['original-thumbnail.webp'];
const RESULTS = [...OF_ORIGINAL, 'restored-thumbnail.webp', 'restored.png'];

test('a slow run that another one overtook leaves the stored result alone', async () => {
  const photoId = await started();
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    () => runAgain(photoId),
  );
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'succeeded' });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
  expect(photo?.restored_url).toContain(`token=${(await world.files.stat(photo?.restored_path ?? ''))?.token}`);
});

test('a slow run with a bad output fails nothing once another one has stored the result', async () => {
  const photoId = await started();
  world.output.body = '<html>';
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    async () => {
      world.output.body = '';
      await runAgain(photoId);
    },
  );
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', error: null });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
});

test('a slow run that gets no output changes nothing once another one has stored the result', async () => {
  const photoId = await started();
  let stored: unknown;
  world.output.status = 429;
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    async () => {
      world.output.status = 200;
      await runAgain(photoId);
      stored = await world.photo(photoId);
    },
  );
  expect(stored).toMatchObject({ status: 'succeeded' });
  await world.tasks.run();
  expect(await world.photo(photoId)).toEqual(stored);
});

test('what a killed run had stored goes when the job is reported as failed', async () => {
  const photoId = await started();
  world.crashAt = 'finish.afterFirstFile';
  expect(await untilCrash(world, (deps) => report({ photoId, body: succeeded }, deps))).toBe(true);
  expect(await resultsOf(photoId)).toEqual([...OF_ORIGINAL, 'restored.png']);
  await report({ photoId, body: { ...succeeded, status: 'failed', output: null } });
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
  expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
});

test('a photo removed while its result is fetched leaves no file', async () => {
  const photoId = await started();
  await world.during(
    'world.fetch',
    () => report({ photoId, body: succeeded }),
    () => world.db.collection('photos').doc(photoId).delete(),
  );
  expect(await world.photo(photoId)).toBeNull();
  expect(await resultsOf(photoId)).toEqual([]);
});

test('a photo that ends before its task runs stays as it ended, and nothing is fetched', async () => {
  const photoId = await started();
  await deliver({ photoId, body: succeeded });
  await failPhoto({ photoId, code: 'provider_timeout' }, world);
  const ended = await world.photo(photoId);
  world.fetch = () => Promise.reject(new Error('Nobody asks for it'));
  expect(await world.tasks.run()).toEqual([]);
  expect(await world.photo(photoId)).toEqual(ended);
});

test('progress that arrives while the photo ends is not written', async () => {
  const photoId = await started();
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const late = report({ photoId, body: { ...succeeded, status: 'processing', output: null, logs: '50%|' } });
  await reached;
  await report({ photoId, body: succeeded });
  release();
  expect((await late).status).toBe(200);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', progress_percent: null });
});

test('progress of an older report does not go back behind a newer one', async () => {
  const photoId = await started();
  const tell = (logs: string) => deliver({ photoId, body: { ...succeeded, status: 'processing', output: null, logs } });
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const older = tell('20%|');
  await reached;
  await tell('60%|');
  release();
  await older;
  expect((await world.photo(photoId))?.progress_percent).toBe(60);
});

test('a cancelled job fails its photo as cancelled, a failed one as failed; the provider’s words are logged', async () => {
  await world.setBalance(caller.uid, 2);
  const [first, second] = [await started(), await started()];
  await report({ photoId: first, body: { ...succeeded, status: 'canceled', output: null } });
  const logged: unknown[] = [];
  world.log.warn = (_message, fields) => void logged.push(fields);
  const error = 'Monthly spend limit reached';
  await report({ photoId: second, body: { ...succeeded, id: 'job2', status: 'failed', output: null, error } });
  expect(await world.photo(first)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
  expect(await world.photo(second)).toMatchObject({
    status: 'failed',
    error: { code: 'provider_failed', detail: 'The job failed at the restore service.' },
  });
  expect(logged).toEqual([{ photoId: second, code: 'provider_failed', detail: error }]);
});

test.each([
  ['429', { status: 429 }],
  ['fewer bytes than announced', { body: Buffer.from('PNG'), headers: { 'content-length': '9000' } }],
])('an output answered with %s is asked for again later', async (_name, output) => {
  const photoId = await started();
  Object.assign(world.output, output);
  await report({ photoId, body: succeeded });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect(world.tasks.waiting()).toEqual(['finish-restore/job1']);
});

test('the sweeper asks about a job after ten minutes and gives it up after an hour', async () => {
  const photoId = await started();
  let asked = 0;
  const { get } = world.provider;
  world.provider.get = (id) => {
    asked++;
    return get(id);
  };
  const MINUTE_MS = 60_000;
  for (const [minutes, expected] of [
    [10, 0],
    [1, 1],
    [49, 2],
  ] as const) {
    world.pass(minutes * MINUTE_MS);
    await sweep();
    expect(asked).toBe(expected);
    expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  }
  // The next run of the schedule.
  world.pass(5 * MINUTE_MS);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
});

test('a provider out of reach fails a photo only once the hour is over', async () => {
  const photoId = await started();
  world.provider.get = () => Promise.reject(new Error('No answer'));
  world.pass(GIVE_UP_AFTER_MS);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  world.pass(1);
  await sweep();
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
  expect(world.provider.cancelled).toEqual(['job1']);
});

test('a result stored while the sweeper gives up on its photo counts, and its files stay', async () => {
  const photoId = await started();
  world.pass(GIVE_UP_AFTER_MS + 1);
  await world.during('provider.cancel', sweep, async () => {
    world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
    await runAgain(photoId);
  });
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', error: null });
  expect(await resultsOf(photoId)).toEqual(RESULTS);
});

describe('a result that shows another picture', () => {
  const another = { ...succeeded, id: 'job2' };

  test('is asked for once more, with a seed, and the second one counts', async () => {
    const photoId = await started('deeprestore');
    const good = await testPng();
    world.output.body = await noisePng();
    expect(await linesOf(world, (deps) => report({ photoId, body: succeeded }, deps))).toEqual([
      'warn A result shows another picture; asked for once more',
    ]);
    expect(await world.photo(photoId)).toMatchObject({
      status: 'processing',
      prediction_id: 'job2',
      refused_prediction_id: 'job1',
    });
    expect(world.provider.requests.map(({ input }) => input.seed)).toEqual([undefined, 2]);
    expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
    // The first job's reports mean nothing any more.
    await report({ photoId, body: succeeded });
    expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
    world.output.body = good;
    await report({ photoId, body: another });
    expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded', prediction_id: 'job2' });
    expect((await world.db.doc(`outcomes/${photoId}`).get()).data()).toMatchObject({ provider_usd: 0.08 });
  });

  test('twice fails the photo with its reason, to be refunded; there is no third job', async () => {
    const photoId = await started('deeprestore');
    world.output.body = await noisePng();
    await report({ photoId, body: succeeded });
    await report({ photoId, body: another });
    expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'not_this_photo' } });
    expect(await resultsOf(photoId)).toEqual(OF_ORIGINAL);
    expect(world.provider.requests).toHaveLength(2);
    expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
    expect(await bookSum(world, caller.uid)).toBe(1);
  });

  test('is asked for by the sweep where the queue refused, and a photo that ends meanwhile stays ended', async () => {
    const photoId = await started('deeprestore');
    world.output.body = await noisePng();
    await deliver({ photoId, body: succeeded });
    world.tasks.trouble = null;
    const { enqueue } = world.tasks;
    world.tasks.enqueue = () => Promise.reject(new Error('The queue refused'));
    expect(await world.tasks.run()).toEqual(['The queue refused']);
    world.tasks.enqueue = enqueue;
    expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: null });
    await world.sweep(sweepRestores);
    await world.tasks.run();
    expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
    await failPhoto({ photoId, code: 'provider_timeout' }, world);
    await report({ photoId, body: another });
    expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
  });
});
