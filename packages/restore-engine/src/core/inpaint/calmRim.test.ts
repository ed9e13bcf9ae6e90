import { expect, test } from '@jest/globals';
import { noisy } from '../../testing/photos';
import type { Mask } from '../image/mask';
import { byteAt, createPicture, type Picture } from '../image/picture';
import { calmRim } from './calmRim';

const [WIDTH, HEIGHT] = [120, 120];
const HOLE = { left: 54, right: 66 };
const GRAIN = 6;

const mask: Mask = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT) };
for (let y = 0; y < HEIGHT; y++) mask.data.fill(1, y * WIDTH + HOLE.left, y * WIDTH + HOLE.right);

/** A picture whose grey level is told for each pixel, with grain and a white scratch. */
function painted(levelAt: (x: number, y: number) => number, grain = GRAIN): Picture {
  const picture = createPicture(WIDTH, HEIGHT);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    picture.data.fill(levelAt(pixel % WIDTH, Math.floor(pixel / WIDTH)), pixel * 3, pixel * 3 + 3);
  }
  const scan = noisy(picture, grain, 3);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    if (byteAt(mask.data, pixel)) scan.data.fill(255, pixel * 3, pixel * 3 + 3);
  }
  return scan;
}

const calmed = (picture: Picture, noise = GRAIN): Picture => {
  const out = { ...picture, data: picture.data.slice() };
  calmRim(out, mask, { noise, checkpoint: () => undefined });
  return out;
};

const isRim = (x: number) => (x >= HOLE.left - 2 && x < HOLE.left) || (x >= HOLE.right && x < HOLE.right + 2);

/** The root of the mean square by which the rim lies off what was painted, beside the rows that are left out. */
function errorAtRim(picture: Picture, levelAt: (x: number, y: number) => number, from = 0): number {
  let [sum, count] = [0, 0];
  for (let y = from; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (!isRim(x)) continue;
      sum += (byteAt(picture.data, (y * WIDTH + x) * 3) - levelAt(x, y)) ** 2;
      count++;
    }
  }
  return Math.sqrt(sum / count);
}

test('the rim of a hole loses its grain, on even ground and on a slope', () => {
  for (const levelAt of [() => 128, (x: number, y: number) => 40 + x + y / 2]) {
    const picture = painted(levelAt);
    expect(errorAtRim(picture, levelAt)).toBeGreaterThan(0.9 * GRAIN);
    expect(errorAtRim(calmed(picture), levelAt)).toBeLessThan(0.45 * GRAIN);
  }
});

test('only the rim changes', () => {
  const before = painted(() => 128);
  const after = calmed(before);
  const moved = [...before.data.keys()].filter((byte) => before.data[byte] !== after.data[byte]);
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.every((byte) => isRim(Math.floor(byte / 3) % WIDTH))).toBe(true);
});

test('an edge across the rim stays where it is', () => {
  const edge = (_: number, y: number) => (y < 60 ? 60 : 190);
  const picture = painted(edge);
  const rows = (all: Picture) => [58, 59, 60, 61].map((y) => byteAt(all.data, (y * WIDTH + HOLE.left - 1) * 3));
  for (const [index, level] of rows(calmed(picture)).entries()) {
    expect(Math.abs(level - (rows(picture)[index] ?? 0))).toBeLessThan(1.5 * GRAIN);
  }
});

test('a picture without noise keeps its bytes', () => {
  const picture = painted((x) => 128 + 20 * Math.sin(x / 5), 0);
  expect(calmed(picture, 0).data).toEqual(picture.data);
});

test('colours stay: all three channels move alike', () => {
  const tinted = painted(() => 128);
  for (let i = 1; i < tinted.data.length; i += 3) tinted.data[i] = byteAt(tinted.data, i) - 30;
  const out = calmed(tinted);
  const steps = new Set<number>();
  for (let i = 0; i < out.data.length; i += 3) steps.add(byteAt(out.data, i) - byteAt(out.data, i + 1));
  expect([...steps]).toEqual([30]);
});
