/** The job at the provider: made once, found again, taken over, cancelled, given up. */
import { GIVE_UP_AFTER_MS, SUBMISSION_STALE_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { testJpeg } from '../../test/support/pictures';
import { eachInNewWorld, linesOf, OUTPUT_URL, type World } from '../../test/support/world';
import { AppError } from '../platform/errors';
import { finishRestore } from './finishRestore';
import { startRestore } from './startRestore';
import { adoptPrediction, failPhoto } from './submit';
import { sweepProcessing } from './sweepProcessing';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

// A job may have been made only if no answer came.
test.each([
  { code: 'provider_busy', asked: 0 },
  { code: 'provider_unavailable', asked: 1 },
  { code: 'provider_rejected', asked: 0 },
] as const)('a job refused as $code fails the photo, to be refunded', async ({ code, asked }) => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.provider.nextCreate = code;
  let looks = 0;
  world.provider.find = async () => {
    looks++;
    throw new Error('socket hang up');
  };
  const reasons: unknown[] = [];
  const note = (_message: string, fields?: Record<string, unknown>) => void reasons.push(fields?.reason);
  await startRestore({ uid: caller.uid, path }, { ...world, log: { ...world.log, warn: note, error: note } });
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code }, prediction_id: null });
  // Not why the look failed.
  expect(reasons).toEqual([`The provider said ${code}`]);
  expect(looks).toBe(asked);
});

test('a provider’s words about our account are in the log, and not in the photo, which its owner can read', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const words = 'Replicate (402): You have insufficient credit. Go to https://replicate.com/account/billing';
  world.provider.create = async () => {
    throw new AppError('provider_unavailable', words);
  };
  const logged: unknown[] = [];
  world.log.error = (_message, fields) => void logged.push(fields);
  await startRestore({ uid: caller.uid, path }, world);
  expect((await world.photo(photoId))?.error).toEqual({
    code: 'provider_unavailable',
    detail: 'The restore service took no job.',
  });
  expect(logged).toEqual([{ photoId, code: 'provider_unavailable', reason: words }]);
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
  await world.db.collection('photos').doc(photoId).update({ progress_percent: 40 });
  world.pass(GIVE_UP_AFTER_MS + 1);
  expect(await linesOf(world, (deps) => sweepProcessing(deps))).toEqual(['error A restore was given up']);
  const error = { code: 'provider_timeout' };
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error, progress_percent: null });
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

test.each([
  { name: 'failed', end: (photoId: string) => failPhoto({ photoId, code: 'provider_timeout' }, world) },
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
