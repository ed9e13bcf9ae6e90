/** The job at the provider: made once, found again, taken over, cancelled, given up. */
import { GIVE_UP_AFTER_MS, UNSUBMITTED_AFTER_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { testJpeg } from '../../test/support/pictures';
import { eachInNewWorld, linesOf, OUTPUT_URL, untilCrash, type World, withThumbnail } from '../../test/support/world';
import { AppError } from '../platform/errors';
import { failPhoto } from './failPhoto';
import { finishRestore } from './finishRestore';
import { adoptPrediction } from './photoJob';
import { startRestore } from './startRestore';
import { sweepRestores } from './sweepRestores';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

/** Runs the photo's task as often as its queue does. */
async function runOut(deps: World = world): Promise<void> {
  while (world.tasks.waiting().length > 0) await world.tasks.run(deps);
}

// A job may have been made only if no answer came.
test.each([
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
  world.log = { ...world.log, warn: note, error: note };
  await world.start({ uid: caller.uid, path });
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code }, prediction_id: null });
  // Not why the look failed.
  expect(reasons).toEqual([`The provider said ${code}`]);
  expect(looks).toBe(asked);
});

test('a provider that is busy is asked again, and the photo fails only if it stays busy', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const [first, second] = [await world.upload(caller), await world.upload(caller)];
  world.provider.nextCreate = 'provider_busy';
  await world.start({ uid: caller.uid, path: first.path });
  expect(await world.photo(first.photoId)).toMatchObject({ status: 'processing', prediction_id: null });
  await world.tasks.run();
  expect(await world.photo(first.photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });

  world.provider.create = () => Promise.reject(new AppError('provider_busy', 'Too many requests'));
  await startRestore({ uid: caller.uid, path: second.path }, world);
  expect(await linesOf(world, runOut)).toEqual(['warn The provider took no job']);
  expect(await world.photo(second.photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_busy' } });
});

test('a provider’s words about our account are in the log, and not in the photo, which its owner can read [spec 10.7]', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const words = 'Replicate (402): You have insufficient credit. Go to https://replicate.com/account/billing';
  world.provider.create = async () => {
    throw new AppError('provider_unavailable', words);
  };
  const logged: unknown[] = [];
  world.log.error = (_message, fields) => void logged.push(fields);
  await world.start({ uid: caller.uid, path });
  expect((await world.photo(photoId))?.error).toEqual({
    code: 'provider_unavailable',
    detail: 'The restore service took no job.',
  });
  expect(logged).toEqual([{ photoId, code: 'provider_unavailable', reason: words }]);
});

test.each([
  ['provider_unavailable', 'error'],
  ['provider_rejected', 'error'],
] as const)('a job refused as %s is logged as %s', async (rejection, level) => {
  const caller = world.caller();
  const { path } = await world.upload(caller);
  world.provider.nextCreate = rejection;
  await startRestore({ uid: caller.uid, path }, world);
  expect(await linesOf(world, runOut)).toEqual([`${level} The provider took no job`]);
});

test('an unexpected error before the job is made is tried again; the last attempt logs it and fails the photo', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { create } = world.provider;
  const passing = await world.upload(caller);
  await startRestore({ uid: caller.uid, path: passing.path }, world);
  world.provider.create = () => {
    world.provider.create = create;
    return Promise.reject(new Error('socket hang up'));
  };
  await runOut();
  expect(await world.photo(passing.photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });

  const bytes = await testJpeg({ width: 2_000, height: 1_500 });
  const staying = await world.upload(caller, { bytes, tool: 'photoscaler' });
  await startRestore({ uid: caller.uid, path: staying.path }, world);
  world.provider.create = () => Promise.reject(new Error('socket hang up'));
  expect(await linesOf(world, runOut)).toEqual(['error The provider took no job']);
  const error = { code: 'provider_unavailable' };
  expect(await world.photo(staying.photoId)).toMatchObject({ status: 'failed', error });
  // What was made for the provider goes, and what shows the original stays.
  const left = world.files.paths().filter((path) => path.includes(staying.photoId));
  expect(left).toEqual(expect.arrayContaining(withThumbnail(staying.path)));
  expect(left.join()).not.toContain('provider-input');
});

test('a restore given up after an hour is logged as an error', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await world.db.collection('photos').doc(photoId).update({ progress_percent: 40 });
  world.pass(GIVE_UP_AFTER_MS + 1);
  const lines = await linesOf(world, async (deps) => {
    await sweepRestores(deps);
    await world.tasks.run(deps);
  });
  expect(lines).toEqual(['error A restore was given up']);
  const error = { code: 'provider_timeout' };
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error, progress_percent: null });
});

test('a job that reported by webhook while its response was lost keeps its photo', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const noAnswer = () => Promise.reject(new AppError('provider_unavailable', 'No answer'));
  const { provider } = world;
  world.provider = {
    ...provider,
    async create(request) {
      await adoptPrediction(photoId, await provider.create(request), world);
      return noAnswer();
    },
    find: noAnswer,
  };
  await startRestore({ uid: caller.uid, path }, world);
  const lines = await linesOf(world, runOut);
  expect(lines).toEqual(['warn The provider took no job']);
  const photo = await world.photo(photoId);
  expect(photo).toMatchObject({ status: 'processing', prediction_id: 'job1', error: null });
  if (photo) await finishRestore(photo, provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL }), world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });
});

test('a job noted while the sweeper gives up on its photo keeps the photo', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.provider.nextCreate = 'lost';
  await world.start({ uid: caller.uid, path });
  await world.db.collection('photos').doc(photoId).update({ prediction_id: null });
  world.pass(GIVE_UP_AFTER_MS + 1);
  const [job] = world.provider.jobs.values();
  await sweepRestores({
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
  await world.start({ uid: caller.uid, path });
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
  expect(world.provider.requests).toHaveLength(1);
});

test('calls that come later add nothing to the queue; without a queue they are a second chance', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  world.tasks.trouble = 'refuse';
  expect(await linesOf(world, (deps) => startRestore({ uid: caller.uid, path }, deps))).toEqual([
    'error A restore waits for the sweep',
  ]);
  expect(world.tasks.waiting()).toEqual([]);
  await start();
  await start();
  expect(world.tasks.waiting()).toEqual([`submit-restore/${photoId}`]);
  await world.tasks.run();
  await start();
  expect(world.tasks.waiting()).toEqual([]);
  expect(world.provider.requests).toHaveLength(1);
});

test('a photo whose task was lost is enqueued by the sweep, and a job made for it is found', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const [lost, unnoted] = [await world.upload(caller), await world.upload(caller)];
  world.tasks.trouble = 'lose';
  await world.start({ uid: caller.uid, path: lost.path });
  await world.start({ uid: caller.uid, path: unnoted.path });
  await world.db.collection('photos').doc(unnoted.photoId).update({ prediction_id: null });
  world.pass(UNSUBMITTED_AFTER_MS);
  await sweepRestores(world);
  expect(world.tasks.waiting()).toEqual([]);
  world.pass(1);
  for (let runs = 0; runs < 2; runs++) await sweepRestores(world);
  expect(world.tasks.waiting()).toHaveLength(2);
  await world.tasks.run();
  expect(await world.photo(unnoted.photoId)).toMatchObject({ prediction_id: 'job1' });
  expect(await world.photo(lost.photoId)).toMatchObject({ prediction_id: 'job2' });
  expect(world.provider.requests).toHaveLength(2);
});

test('a second attempt finds the job that the first has made', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.crashAt = 'restore.afterCreate';
  await startRestore({ uid: caller.uid, path }, world);
  expect(await untilCrash(world, (deps) => world.tasks.run(deps))).toBe(true);
  await world.tasks.run();
  expect(await world.photo(photoId)).toMatchObject({ prediction_id: 'job1' });
  expect(world.provider.requests).toHaveLength(1);
});

test.each([
  { name: 'failed', end: (photoId: string) => failPhoto({ photoId, code: 'provider_timeout' }, world) },
  { name: 'was removed', end: (photoId: string) => world.db.collection('photos').doc(photoId).delete() },
])('a job made for a photo that $name meanwhile is cancelled and not noted', async ({ end }) => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await world.during(
    'provider.create',
    () => world.start({ uid: caller.uid, path }),
    () => end(photoId),
  );
  expect(world.provider.cancelled).toEqual(['job1']);
  expect((await world.photo(photoId))?.prediction_id ?? null).toBeNull();
});

test('of two jobs made for one photo the one noted first stays and the other is cancelled', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.tasks.trouble = 'duplicate';
  await startRestore({ uid: caller.uid, path }, world);
  const { reached, release } = world.hold('provider.create', 'before');
  const running = world.tasks.run();
  await reached;
  while (!(await world.photo(photoId))?.prediction_id);
  release();
  await running;
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job1' });
  expect(world.provider.cancelled).toEqual(['job2']);
});

test('a photo whose first picture was refused gets a second job, with a seed, and never the first one again', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller, { tool: 'colorize' });
  await world.start({ uid: caller.uid, path });
  const refused = world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL }, 'job1');
  await world.db.doc(`photos/${photoId}`).update({ prediction_id: null, refused_prediction_id: 'job1' });
  expect(await adoptPrediction(photoId, refused, world)).toBe(false);

  const { create } = world.provider;
  // The answer is lost, and the provider has only the first job to show.
  world.provider.create = () => Promise.reject(new AppError('provider_busy', 'Too many requests'));
  world.pass(UNSUBMITTED_AFTER_MS + 1);
  await sweepRestores(world);
  await world.tasks.run();
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: null });
  world.provider.create = create;
  await world.tasks.run();
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
  expect(world.provider.requests.map(({ input }) => input.seed)).toEqual([undefined, 2]);
});
