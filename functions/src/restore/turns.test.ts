import { MOST_JOBS_PER_ACCOUNT, UNSUBMITTED_AFTER_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { endJob, shoebox } from '../../test/support/shoebox';
import { eachInNewWorld, type World } from '../../test/support/world';
import { sweepRestores } from './sweepRestores';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

const jobOf = async (photoId: string) => (await world.photo(photoId))?.prediction_id ?? null;
const haveJobs = async (ids: readonly string[]) => (await Promise.all(ids.map(jobOf))).filter((job) => job !== null);

test('of one account only the oldest few are at the provider; another account does not wait for them', async () => {
  const many = await shoebox(world, MOST_JOBS_PER_ACCOUNT + 3);
  expect(await haveJobs(many)).toHaveLength(MOST_JOBS_PER_ACCOUNT);
  expect(await haveJobs(many.slice(MOST_JOBS_PER_ACCOUNT))).toEqual([]);
  expect(await haveJobs(await shoebox(world, 1))).toHaveLength(1);
});

test.each(['succeeded', 'failed'] as const)('one that %s makes room for the oldest that waits', async (status) => {
  const many = await shoebox(world, MOST_JOBS_PER_ACCOUNT + 2);
  const [next, last] = many.slice(-2) as [string, string];
  await endJob(world, many[3] as string, status);
  expect(await jobOf(next)).not.toBeNull();
  expect(await jobOf(last)).toBeNull();
});

test('what ends without ever having had a job makes room as well', async () => {
  world.provider.nextCreate = 'provider_rejected';
  const [refused, ...others] = await shoebox(world, MOST_JOBS_PER_ACCOUNT + 1);
  expect(await world.photo(refused as string)).toMatchObject({ status: 'failed' });
  expect(await haveJobs(others)).toHaveLength(MOST_JOBS_PER_ACCOUNT);
});

test('two that end at once make room for two, and each is handed over once', async () => {
  const many = await shoebox(world, MOST_JOBS_PER_ACCOUNT + 3);
  const waiting = many.slice(MOST_JOBS_PER_ACCOUNT);
  await Promise.all([endJob(world, many[0] as string), endJob(world, many[1] as string)]);
  await world.tasks.run();
  expect(await haveJobs(waiting)).toHaveLength(2);
  expect(await jobOf(waiting[2] as string)).toBeNull();
  expect(world.provider.jobs.size).toBe(MOST_JOBS_PER_ACCOUNT + 2);
});

test('a turn that nobody called, because a process ended first, is found by the sweep; others wait on', async () => {
  const many = await shoebox(world, MOST_JOBS_PER_ACCOUNT + 2);
  const [next, last] = many.slice(-2) as [string, string];
  world.tasks.trouble = 'refuse';
  await endJob(world, many[0] as string);
  expect(await jobOf(next)).toBeNull();
  world.pass(UNSUBMITTED_AFTER_MS + 1);
  await world.sweep(sweepRestores);
  expect(await jobOf(next)).not.toBeNull();
  expect(await world.photo(last)).toMatchObject({ status: 'processing', prediction_id: null });
});

test('a shoebox ends whole, one after the other, with one job each', async () => {
  const many = await shoebox(world, MOST_JOBS_PER_ACCOUNT + 5);
  for (const photoId of many) await endJob(world, photoId);
  const statuses = await Promise.all(many.map(async (id) => (await world.photo(id))?.status));
  expect(new Set(statuses)).toEqual(new Set(['failed']));
  expect(world.provider.jobs.size).toBe(many.length);
});
