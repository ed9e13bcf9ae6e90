import { expect, test } from '@jest/globals';
import { filled, modelsInMemory } from '../../testing/modelsInMemory';
import { createPicture, type Picture, type Rect } from '../image/picture';
import { skinLuma } from '../image/tone';
import type { ModelName } from '../networks/models';
import { QUICK_LOOK_MODELS, quickLook } from './quickLook';

const SIDE = 160;
const WHOLE = { left: 0, top: 0, width: SIDE, height: SIDE };

/** @param rgbAt the colour of a pixel */
function drawn(rgbAt: (x: number, y: number) => readonly [number, number, number]): Picture {
  const picture = createPicture(SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) picture.data.set(rgbAt(i % SIDE, Math.floor(i / SIDE)), i * 3);
  return picture;
}

/** What a quick look makes of it if nothing is damaged and all is brown, and the networks it asked. */
async function looked(picture: Picture, { faces = [] as Rect[], chroma = 15 } = {}) {
  const asked = new Set<ModelName>();
  const models = modelsInMemory(
    {
      damage: ({ dims }) => [filled(dims)],
      colour: ({ dims: [, , height = 0, width = 0] }) => [filled([1, 2, height, width], chroma)],
    },
    (name) => void asked.add(name),
    false,
  );
  const out = await quickLook({ models, checkpoint: () => undefined, onProgress: () => undefined }, picture, faces);
  return { out, asked: [...asked].sort() };
}

test('of a grey print asks two networks, colours it, and lifts its fading without making its middle darker', async () => {
  const faded = drawn((x) => {
    const grey = x < 20 ? 100 : x < SIDE - 20 ? 120 : 200;
    return [grey, grey, grey];
  });
  const { out, asked } = await looked(faded);
  expect(asked).toEqual([...QUICK_LOOK_MODELS].sort());
  // What the brown takes of it.
  expect(skinLuma(out, WHOLE)).toBeGreaterThan(skinLuma(faded, WHOLE) - 8);
  const [red = 0, , blue = 0] = out.data.subarray((80 * SIDE + 80) * 3);
  expect(red).toBeGreaterThan(blue + 15);
  expect(out.data[0]).toBeLessThan(90);
});

test('a face that is found is skin, where the network sees no colour', async () => {
  const print = drawn((x) => {
    const grey = x < 20 ? 60 : x < SIDE - 20 ? 150 : 200;
    return [grey, grey, grey];
  });
  const face = { left: 50, top: 40, width: 60, height: 70 };
  const redness = ({ data }: Picture) => {
    const at = (75 * SIDE + 80) * 3;
    return (data[at] ?? 0) - (data[at + 1] ?? 0);
  };
  const [plain, found] = [await looked(print, { chroma: 0 }), await looked(print, { chroma: 0, faces: [face] })];
  expect(redness(found.out)).toBeGreaterThan(redness(plain.out) + 5);
});

test('of a photograph in colour asks only where it is damaged', async () => {
  const { asked } = await looked(drawn((x, y) => [x, y, SIDE - x]));
  expect(asked).toEqual(['damage']);
});
