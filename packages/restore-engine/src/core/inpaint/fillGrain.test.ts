import { expect, test } from '@jest/globals';
import { noisy } from '../../testing/photos';
import type { Mask } from '../image/mask';
import { byteAt, createPicture, lumaAt, type Picture } from '../image/picture';
import { bringGrain } from './fillGrain';

const GREY = 128;
const GRAIN = 6;

interface Size {
  width: number;
  height: number;
}

const SIZE: Size = { width: 200, height: 160 };

/** A grey ground with grain of that standard deviation, in grey levels. */
function ground(deviation = GRAIN, { width, height } = SIZE): Picture {
  const picture = createPicture(width, height);
  picture.data.fill(GREY);
  return noisy(picture, deviation, 7);
}

/** Marks a box. */
function boxed(picture: Size, [left, top, width, height]: readonly number[] = [90, 20, 12, 120]): Mask {
  const mask: Mask = {
    width: picture.width,
    height: picture.height,
    data: new Uint8Array(picture.width * picture.height),
  };
  return alsoBoxed(mask, [left, top, width, height] as number[]);
}

function alsoBoxed(mask: Mask, [left = 0, top = 0, width = 0, height = 0]: readonly number[]): Mask {
  for (let y = top; y < top + height; y++) mask.data.fill(1, y * mask.width + left, y * mask.width + left + width);
  return mask;
}

const pixelsOf = ({ data }: Mask): number[] => [...data.keys()].filter((pixel) => data[pixel]);

/** Paints the marked pixels evenly, as a thin plate would. */
function flattened(picture: Picture, mask: Mask, level = GREY): Picture {
  for (const pixel of pixelsOf(mask)) picture.data.fill(level, pixel * 3, pixel * 3 + 3);
  return picture;
}

const withGrain = (picture: Picture, mask: Mask, noise = GRAIN): Picture => {
  bringGrain(picture, mask, { noise, checkpoint: () => undefined });
  return picture;
};

const levelsIn = (picture: Picture, mask: Mask): number[] =>
  pixelsOf(mask).map((pixel) => lumaAt(picture.data, pixel * 3));

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

test('a filled mark is as grainy as the ground, and keeps its level', () => {
  const mask = boxed(SIZE);
  const levels = levelsIn(withGrain(flattened(ground(), mask), mask), mask);
  expect(deviationOf(levels)).toBeGreaterThan(0.85 * GRAIN);
  expect(deviationOf(levels)).toBeLessThan(1.15 * GRAIN);
  expect(Math.abs(levels.reduce((sum, level) => sum + level, 0) / levels.length - GREY)).toBeLessThan(1);
});

test('what is not marked keeps its bytes', () => {
  const mask = boxed(SIZE);
  const before = flattened(ground(), mask);
  const after = withGrain({ ...before, data: before.data.slice() }, mask);
  const moved = [...before.data.keys()].filter((byte) => before.data[byte] !== after.data[byte]);
  expect(moved.every((byte) => byteAt(mask.data, Math.floor(byte / 3)))).toBe(true);
  expect(moved.length).toBeGreaterThan(0);
});

test('a ground without grain gives none', () => {
  const mask = boxed(SIZE);
  const picture = flattened(ground(0), mask);
  const before = picture.data.slice();
  expect(withGrain(picture, mask).data).toEqual(before);
});

test('a fill gets only what it lacks', () => {
  const mask = boxed(SIZE);
  const whole = ground();
  const before = whole.data.slice();
  withGrain(whole, mask);
  const added = pixelsOf(mask).map((pixel) => byteAt(whole.data, pixel * 3) - byteAt(before, pixel * 3));
  expect(deviationOf(added)).toBeLessThan(0.4 * GRAIN);
  expect(deviationOf(levelsIn(whole, mask))).toBeLessThan(1.15 * GRAIN);
});

test('grain comes from the calmer ground', () => {
  const mask = boxed(SIZE);
  const picture = ground();
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 90; x < SIZE.width; x++) {
      const pixel = y * SIZE.width + x;
      picture.data.fill(GREY + (((x >> 1) + (y >> 1)) % 2 ? 20 : -20), 3 * pixel, 3 * pixel + 3);
    }
  }
  const levels = levelsIn(withGrain(flattened(picture, mask), mask, 100), mask);
  expect(deviationOf(levels)).toBeLessThan(1.2 * GRAIN);
  expect(deviationOf(levels)).toBeGreaterThan(0.8 * GRAIN);
});

test('a mark gets no more than twice the noise of the picture: what the ground has beyond that is texture', () => {
  const mask = boxed(SIZE);
  const levels = levelsIn(withGrain(flattened(ground(3 * GRAIN), mask), mask, GRAIN / 2), mask);
  expect(deviationOf(levels)).toBeLessThan(1.2 * GRAIN);
});

test('beside a soft edge the levels of a fill stay', () => {
  const mask = boxed(SIZE, [0, 74, 200, 12]);
  const picture = createPicture(SIZE.width, SIZE.height);
  const levelAt = (x: number) => 20 + 200 / (1 + Math.exp((100 - x) / 5));
  for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel++) {
    picture.data.fill(levelAt(pixel % SIZE.width), pixel * 3, pixel * 3 + 3);
  }
  const before = picture.data.slice();
  const grainy = noisy(picture, 2, 7);
  for (const pixel of pixelsOf(mask)) grainy.data.set(before.subarray(pixel * 3, pixel * 3 + 3), pixel * 3);
  withGrain(grainy, mask, 100);
  for (let x = 70; x < 130; x++) {
    const column = levelsIn(grainy, boxed(SIZE, [x, 74, 1, 12]));
    expect(Math.abs(column.reduce((sum, level) => sum + level, 0) / column.length - levelAt(x))).toBeLessThan(2);
  }
});

test('where no place has grain for the whole of a mark, the one that has most gives it', () => {
  const size = { width: 24, height: 24 };
  const mask = boxed(size, [0, 0, 14, 24]);
  const levels = levelsIn(withGrain(flattened(ground(GRAIN, size), mask), mask), mask);
  expect(deviationOf(levels)).toBeGreaterThan(0.6 * GRAIN);
});

test('edges and specks beside a mark are not copied into it', () => {
  const mask = boxed(SIZE);
  const picture = ground();
  for (let y = 3; y < SIZE.height; y += 9) {
    for (let x = y % 2; x < SIZE.width; x += 11)
      picture.data.fill(250, 3 * (y * SIZE.width + x), 3 * (y * SIZE.width + x) + 3);
  }
  const levels = levelsIn(withGrain(flattened(picture, mask), mask), mask);
  expect(Math.max(...levels)).toBeLessThan(GREY + 4 * GRAIN);
  expect(deviationOf(levels)).toBeGreaterThan(0.5 * GRAIN);
});

test('grain is not taken from other damage, whose fill has none', () => {
  const beside = [
    [60, 0, 26, 160],
    [106, 0, 26, 160],
  ];
  const one = boxed(SIZE);
  const mask = beside.reduce(alsoBoxed, boxed(SIZE));
  const picture = withGrain(flattened(ground(), mask), mask);
  expect(deviationOf(levelsIn(picture, one))).toBeGreaterThan(0.85 * GRAIN);
});

test('a long mark in a large scan has grain from end to end', () => {
  const size = { width: 2200, height: 160 };
  const mask = boxed(size, [0, 70, 2200, 16]);
  const picture = withGrain(flattened(ground(GRAIN, size), mask), mask);
  for (let left = 0; left < size.width; left += 240) {
    expect(deviationOf(levelsIn(picture, boxed(size, [left, 70, 100, 16])))).toBeGreaterThan(0.75 * GRAIN);
  }
});

test('colours stay: all three channels move alike', () => {
  const mask = boxed(SIZE);
  const picture = flattened(ground(), mask);
  for (const pixel of pixelsOf(mask)) picture.data.set([150, 120, 90], pixel * 3);
  withGrain(picture, mask);
  for (const pixel of pixelsOf(mask)) {
    const [red = 0, green = 0, blue = 0] = picture.data.slice(pixel * 3, pixel * 3 + 3);
    expect([red - green, green - blue]).toEqual([30, 30]);
  }
});
