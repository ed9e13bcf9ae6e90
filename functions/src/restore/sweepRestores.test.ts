import { GIVE_UP_AFTER_MS, STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, type World } from '../../test/support/world';
import { sweepRestores } from './sweepRestores';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

async function started(): Promise<string> {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  return photoId;
}

test('a photo that stays stuck waits in the queue once, however often the sweep comes by', async () => {
  await started();
  world.pass(STUCK_AFTER_MS + 1);
  for (let runs = 0; runs < 3; runs++) expect(await sweepRestores(world)).toBe(1);
  expect(world.tasks.waiting()).toEqual(['finish-restore/job1-2']);
});

test('without a queue a photo waits for the next run, and is given up after the hour', async () => {
  const photoId = await started();
  world.pass(GIVE_UP_AFTER_MS);
  world.tasks.trouble = 'refuse';
  await sweepRestores(world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  world.pass(1);
  world.tasks.trouble = 'refuse';
  await sweepRestores(world);
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed', error: { code: 'provider_timeout' } });
  expect(world.provider.cancelled).toEqual(['job1']);
});
