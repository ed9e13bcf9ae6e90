import { expect, test } from '@jest/globals';
import type { RawPicture } from '../../../platform/pictures';
import { withoutFrame } from './frame';

interface Drawing {
  width: number;
  height: number;
  level: (x: number, y: number) => number;
}

function drawn({ width, height, level }: Drawing): RawPicture {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) data.fill(level(i % width, Math.floor(i / width)), i * 3, i * 3 + 3);
  return { data, width, height };
}
/** Waves and a slope: no line of it is plain. */
const scene = (x: number, y: number) => Math.round(120 + 50 * Math.sin(x / 9) + 40 * Math.cos(y / 7 + x / 30));
const photo = drawn({ width: 300, height: 200, level: scene });

/** The scene with a border of this many pixels on each side. */
const bordered = (border: number, level: number, sides = 'lrtb') =>
  drawn({
    width: 300 + 2 * border,
    height: 200 + 2 * border,
    level: (x, y) => {
      const isOut =
        (sides.includes('l') && x < border) ||
        (sides.includes('r') && x >= 300 + border) ||
        (sides.includes('t') && y < border) ||
        (sides.includes('b') && y >= 200 + border);
      return isOut ? level : scene(x - border, y - border);
    },
  });

test.each([
  ['white', 6, 250],
  ['black', 12, 4],
])('a plain frame is cut off: %s, %d pixels', async (_, border, level) => {
  const { picture, left, top } = await withoutFrame(photo, bordered(border, level));
  // Its edge may be soft, so a little more goes.
  expect(left).toBeGreaterThanOrEqual(border);
  expect(left).toBeLessThanOrEqual(border + 3);
  expect(top).toBe(left);
  expect([picture.width, picture.height]).toEqual([300 + 2 * (border - left), 200 + 2 * (border - top)]);
  expect(picture.data[0]).toBe(scene(left - border, top - border));
});

test.each([
  ['no frame', photo, photo],
  ['a border that the photo has itself', bordered(8, 240), bordered(8, 240)],
  ['a plain sky, on one side only', photo, bordered(8, 240, 't')],
  ['a mount so wide that much of the photo would go', photo, bordered(40, 240)],
  ['a print without any structure', photo, drawn({ width: 300, height: 200, level: () => 128 })],
])('%s: the picture stays whole', async (_, before, output) => {
  const { picture, left, top } = await withoutFrame(before, output);
  expect([picture, left, top]).toEqual([output, 0, 0]);
});
