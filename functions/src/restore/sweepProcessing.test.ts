import { GIVE_UP_AFTER_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, type World } from '../../test/support/world';
import { startRestore } from './startRestore';
import { sweepProcessing } from './sweepProcessing';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('the run stops asking a provider that hangs; the other photos wait for the next run', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  for (let count = 0; count < 3; count++) {
    const { path } = await world.upload(caller);
    await startRestore({ uid: caller.uid, path }, world);
  }
  world.pass(GIVE_UP_AFTER_MS - 1_000);
  const hanging: World = {
    ...world,
    provider: {
      ...world.provider,
      get: async () => {
        world.pass(150_000);
        throw new Error('No answer');
      },
    },
  };
  const until = new Date(world.now().getTime() + 200_000);
  expect(await sweepProcessing(hanging, { until })).toBe(2);
  // The second was overdue by then and was given up.
  expect(await sweepProcessing(world)).toBe(2);
});
