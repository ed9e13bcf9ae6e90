import { expect, test } from '@jest/globals';
import { filled, modelsInMemory } from '../../testing/modelsInMemory';
import { noisy } from '../../testing/photos';
import type { Mask } from '../image/mask';
import { byteAt, createPicture } from '../image/picture';
import type { Model, ModelStore } from '../networks/models';
import { fillHoles } from './fill';

const SIDE = 200;
const GREY = 120;
const HOLE_PX = 16;

/** A grey picture with white squares, and the mask of them. */
function withHoles(count: number) {
  const picture = createPicture(SIDE, SIDE);
  picture.data.fill(GREY);
  const mask: Mask = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  for (let hole = 0; hole < count; hole++) {
    const [left, top] = [12 + (hole % 4) * 46, 12 + Math.floor(hole / 4) * 46];
    for (let y = top; y < top + HOLE_PX; y++) {
      mask.data.fill(1, y * SIDE + left, y * SIDE + left + HOLE_PX);
      picture.data.fill(255, (y * SIDE + left) * 3, (y * SIDE + left + HOLE_PX) * 3);
    }
  }
  return { picture, mask };
}

const contextOf = (models: ModelStore) => ({ models, checkpoint: () => undefined, onProgress: () => undefined });
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const middleOf = (data: Uint8ClampedArray) => byteAt(data, (20 * SIDE + 20) * 3);

test('without a network a wide hole is filled from its rims', async () => {
  const { picture, mask } = withHoles(1);
  const out = await fillHoles(contextOf(modelsInMemory({})), picture, mask);
  expect(Math.abs(middleOf(out.data) - GREY)).toBeLessThan(3);
  expect(middleOf(picture.data)).toBe(255);
});

test('a network fills all holes of one window in one call', async () => {
  let calls = 0;
  const model: Model = {
    name: 'inpaint',
    isUsers: true,
    inputs: ['image', 'mask'].map((name) => ({ name, type: 'float32', shape: [1, 3, 512, 512] })),
    outputs: ['out'],
    infer: async () => {
      calls++;
      return { out: filled([1, 3, 512, 512], 1) };
    },
  };
  const { picture, mask } = withHoles(4);
  const out = await fillHoles(contextOf({ find: async () => model, load: async () => model }), picture, mask);
  expect(calls).toBe(1);
  expect(middleOf(out.data)).toBe(255);
});

test('a scratch across a grainy ground leaves no smooth band and no streaks', async () => {
  const [left, right] = [95, 105];
  const even = createPicture(SIDE, SIDE);
  even.data.fill(GREY);
  const picture = noisy(even, 6, 5);
  const mask: Mask = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  for (let y = 0; y < SIDE; y++) {
    mask.data.fill(1, y * SIDE + left, y * SIDE + right);
    picture.data.fill(255, (y * SIDE + left) * 3, (y * SIDE + right) * 3);
  }
  const out = await fillHoles(contextOf(modelsInMemory({})), picture, mask);
  const across = Array.from({ length: SIDE }, (_, y) =>
    Array.from({ length: right - left }, (_, x) => byteAt(out.data, (y * SIDE + left + x) * 3) - GREY),
  );
  const deviationOf = (values: readonly number[]) => Math.sqrt(meanOf(values.map((value) => value ** 2)));
  expect(deviationOf(across.flat())).toBeGreaterThan(5);
  expect(deviationOf(across.flat())).toBeLessThan(7.5);
  // Of independent grain the mean of ten has a third of the deviation; a streak has all of it.
  expect(deviationOf(across.map(meanOf))).toBeLessThan(3.2);
  const moved = [...out.data.keys()].filter((i) => out.data[i] !== picture.data[i]);
  expect(moved.every((i) => mask.data[Math.floor(i / 3)])).toBe(true);
});
