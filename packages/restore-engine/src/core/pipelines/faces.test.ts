import { expect, test } from '@jest/globals';
import { filled, modelsInMemory } from '../../testing/modelsInMemory';
import { blurred } from '../../testing/photos';
import type { JobContext } from '../context';
import { byteAt, createPicture, type Picture } from '../image/picture';
import type { ModelStore } from '../networks/models';
import { clearFaces } from './faces';

const SIDE = 96;
const FACE = { left: 24, top: 24, width: 48, height: 48, score: 1 };

/** Sharp squares on an even ground, without noise. */
function sharp(): Picture {
  const picture = createPicture(SIDE, SIDE);
  for (let i = 0; i < picture.data.length; i++) {
    const pixel = Math.floor(i / 3);
    const [x, y] = [pixel % SIDE, Math.floor(pixel / SIDE)];
    picture.data[i] = (Math.floor(x / 16) + Math.floor(y / 16)) % 2 === 0 ? 60 : 190;
  }
  return picture;
}

/** Counts how often a network is asked for; there is none. */
function asked(): { context: JobContext; count: () => number } {
  let count = 0;
  const none = () => {
    count++;
    return Promise.reject(new Error('no network here'));
  };
  const models: ModelStore = { find: none, load: none };
  return { context: { models, checkpoint: () => undefined, onProgress: () => undefined }, count: () => count };
}

const TREATMENT = { least: 0, most: 0.7 };

test('a sharp face does not run through the network and keeps its bytes', async () => {
  const { context, count } = asked();
  const picture = sharp();
  const cleared = await clearFaces(context, picture, [FACE], TREATMENT, () => undefined);
  expect(count()).toBe(0);
  expect(cleared.data).toEqual(picture.data);
});

test('a soft face runs through the network', async () => {
  const { context, count } = asked();
  const soft = blurred(sharp(), 3);
  await expect(clearFaces(context, soft, [FACE], TREATMENT, () => undefined)).rejects.toThrow('no network here');
  expect(count()).toBe(1);
});

test('a tool for faces also restores sharp ones', async () => {
  const { context } = asked();
  const promise = clearFaces(context, sharp(), [FACE], { least: 0.25, most: 0.85 }, () => undefined);
  await expect(promise).rejects.toThrow('no network here');
});

test('the fewer pixels an enlarged face had, the less of it is cleared', async () => {
  const white = modelsInMemory({
    upscaler: ({ dims: [, channels = 0, height = 0, width = 0] }) => [filled([1, channels, height * 4, width * 4], 1)],
  });
  const soft = blurred(sharp(), 3);
  const middle = (SIDE / 2) * (SIDE + 1) * 3;
  const whitened = async (enlargedBy: 2 | 4) => {
    const context = { ...asked().context, models: white };
    const cleared = await clearFaces(context, soft, [FACE], { ...TREATMENT, enlargedBy }, () => undefined);
    return byteAt(cleared.data, middle) - byteAt(soft.data, middle);
  };
  expect(await whitened(4)).toBeGreaterThan(0);
  expect(await whitened(4)).toBeLessThan((await whitened(2)) * 0.9);
});
