import { expect, test } from '@jest/globals';
import { filled, modelsInMemory } from '../../testing/modelsInMemory';
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
