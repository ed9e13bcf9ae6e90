import { MOST_JOBS_PER_ACCOUNT } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { endJob, shoebox } from '../../test/support/shoebox';
import { eachInNewWorld, type World } from '../../test/support/world';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('behind three accounts of fifty somebody’s one is at the provider at once, and all end', async () => {
  const boxes = [await shoebox(world, 50), await shoebox(world, 50), await shoebox(world, 50)];
  const [one] = (await shoebox(world, 1)) as [string];
  expect((await world.photo(one))?.prediction_id).not.toBeNull();
  // What is finished before it, at the most.
  expect(world.provider.jobs.size).toBe(3 * MOST_JOBS_PER_ACCOUNT + 1);
  await endJob(world, one, 'succeeded');
  expect(await world.photo(one)).toMatchObject({ status: 'succeeded' });
  for (let i = 0; i < 50; i++) for (const ids of boxes) await endJob(world, ids[i] as string);
  const left = await world.db.collection('photos').where('status', '==', 'processing').get();
  expect(left.size).toBe(0);
  expect(world.provider.jobs.size).toBe(151);
});
