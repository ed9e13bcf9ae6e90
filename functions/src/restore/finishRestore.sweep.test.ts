import { GIVE_UP_AFTER_MS, STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import {
  beginRestores,
  caller,
  deliver,
  RESULTS,
  resultsOf,
  runAgain,
  started,
  succeeded,
  sweep,
  world,
} from '../../test/support/reports';
import { ledgerSum, linesOf, OUTPUT_URL } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import { sweepRestores } from './sweepRestores';

beginRestores();

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
  expect(await ledgerSum(world, caller.uid)).toBe(1);
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
