import { MAX_OUTPUT_BYTES } from '@heirlight/contract/limits';
import { filesOf as photoFilesOf } from '@heirlight/contract/photoFiles';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { noisePng, testJpeg, testPng } from '../../test/support/pictures';
import {
  beginRestores,
  caller,
  deliver,
  filesOf,
  OF_ORIGINAL,
  RESULTS,
  report,
  resultsOf,
  started,
  succeeded,
  world,
} from '../../test/support/reports';
import { ledgerSum, linesOf, OUTPUT_URL, untilCrash, type World } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import { pathOfDownloadUrl } from '../platform/fileStore';
import { failPhoto } from './failPhoto';
import { sweepRestores } from './sweepRestores';

beginRestores();

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
  const thumbnail = await sharp(await world.files.read(photo?.files.restored.thumbnail?.path ?? '')).metadata();
  expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 960, 640]);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('what fills a window is at most 2048 px and WebP; a file that is small enough is its own', async () => {
  const photoId = await started();
  world.output.body = await testPng({ width: 2_700, height: 1_800 });
  await report({ photoId, body: succeeded });
  const photo = await world.photo(photoId);
  expect(photo?.files.original.screen).toEqual({ path: photo?.original_path, url: photo?.original_url });
  const path = `results/${caller.uid}/${photoId}/restored-screen.webp`;
  expect(photo?.files.restored.screen?.path).toBe(path);
  const screen = await sharp(await world.files.read(path)).metadata();
  expect([screen.format, screen.width, screen.height]).toEqual(['webp', 2_048, 1_365]);
  expect(photo?.files.restored.screen?.url).toContain(`token=${(await world.files.stat(path))?.token}`);
  // Each is shown from its own file, and the document names every file that is stored.
  const named = photo ? photoFilesOf(photo) : [];
  expect(named.map(({ url }) => pathOfDownloadUrl(world.files, url))).toEqual(named.map(({ path: at }) => at));
  const stored = world.files.paths().filter((at) => at.includes(photoId));
  expect([...new Set(named.map(({ path: at }) => at))].sort()).toEqual(stored.sort());
  expect(await resultsOf(photoId)).toEqual([...RESULTS, 'restored-screen.webp', 'restored-tiles.bin'].sort());
});

test('a result that is larger than a window is stored in tiles, too', async () => {
  const photoId = await started();
  world.output.body = await testPng({ width: 2_700, height: 1_800 });
  await report({ photoId, body: succeeded });
  const path = `results/${caller.uid}/${photoId}/restored-tiles.bin`;
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'succeeded', files: { restored: { tiles: { path } } } });
  expect(photo?.files.restored.tiles?.url).toContain(`token=${(await world.files.stat(path))?.token}`);
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
  expect(await ledgerSum(world, caller.uid)).toBe(1);
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
    expect(await ledgerSum(world, caller.uid)).toBe(1);
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
