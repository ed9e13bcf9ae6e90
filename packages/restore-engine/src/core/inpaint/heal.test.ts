import { expect, test } from '@jest/globals';
import type { Mask } from '../image/mask';
import { byteAt, createPicture, type Picture } from '../image/picture';
import { healed } from './heal';

const [WIDTH, HEIGHT] = [80, 60];

const noMask = (): Mask => ({ width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT) });

/** Grain on a ground that gets lighter to the right. */
function ground(width = WIDTH, height = HEIGHT): Picture {
  const picture = createPicture(width, height);
  for (let i = 0; i < width * height; i++) {
    const grain = ((i * 2654435761) >>> 28) - 8;
    const level = 100 + (40 * (i % width)) / width + grain;
    picture.data.set([level, level - 10, level - 20], i * 3);
  }
  return picture;
}

function marked(left: number, top: number, side: number, mask = noMask()): Mask {
  for (let y = top; y < top + side; y++) mask.data.fill(1, y * WIDTH + left, y * WIDTH + left + side);
  return mask;
}

function spotted(marks: Mask): Picture {
  const picture = ground();
  for (let i = 0; i < marks.data.length; i++) if (marks.data[i]) picture.data.fill(20, i * 3, i * 3 + 3);
  return picture;
}

function levelsIn(picture: Picture, marks: Mask): number[] {
  return Array.from(marks.data.keys()).flatMap((i) => (marks.data[i] ? [byteAt(picture.data, i * 3)] : []));
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spreadOf = (values: readonly number[]) => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
};

test('a covered mark has the light and the grain of its ground, and the rest keeps its bytes', () => {
  const marks = marked(40, 30, 7);
  const picture = spotted(marks);
  const out = healed(picture, marks, { taken: noMask() });
  const [was, is] = [levelsIn(ground(), marks), levelsIn(out, marks)];
  expect(Math.abs(meanOf(is) - meanOf(was))).toBeLessThan(3);
  expect(spreadOf(is)).toBeGreaterThan(0.7 * spreadOf(was));
  for (let i = 0; i < marks.data.length; i++) {
    if (!marks.data[i]) expect(byteAt(out.data, i * 3)).toBe(byteAt(picture.data, i * 3));
  }
});

test('the ground is not taken from another mark nor from what is taken', () => {
  const marks = marked(48, 30, 7, marked(30, 30, 7));
  const taken = noMask();
  for (let y = 0; y < 26; y++) taken.data.fill(1, y * WIDTH, (y + 1) * WIDTH);
  const picture = spotted(marks);
  for (let i = 0; i < 26 * WIDTH; i++) picture.data.fill(250, i * 3, i * 3 + 3);
  for (const level of levelsIn(healed(picture, marks, { taken }), marks)) {
    expect(level).toBeGreaterThan(80);
    expect(level).toBeLessThan(170);
  }
});

test('a mark at the border is covered, one without free ground near it stays', () => {
  const marks = marked(0, 0, 7);
  const picture = spotted(marks);
  for (const level of levelsIn(healed(picture, marks, { taken: noMask() }), marks)) expect(level).toBeGreaterThan(60);
  const taken = noMask();
  taken.data.fill(1);
  expect(healed(picture, marks, { taken }).data).toEqual(picture.data);
});

test('a piece of the ground that shows something is not copied', () => {
  const marks = marked(40, 30, 7);
  const picture = spotted(marks);
  // Short dark dashes in most directions, none of them marked.
  const dashes = noMask();
  for (const [left, top] of [
    [27, 31],
    [49, 31],
    [39, 19],
    [39, 42],
    [30, 22],
    [49, 22],
    [30, 40],
  ] as const)
    for (let y = top; y < top + 2; y++) dashes.data.fill(1, y * WIDTH + left, y * WIDTH + left + 6);
  for (let i = 0; i < dashes.data.length; i++) if (dashes.data[i]) picture.data.fill(30, i * 3, i * 3 + 3);
  for (const level of levelsIn(healed(picture, marks, { taken: noMask() }), marks)) expect(level).toBeGreaterThan(80);
});

test('a chain of marks near something dark is covered with ground', () => {
  const [width, height] = [240, 180];
  const picture = ground(width, height);
  const marks: Mask = { width, height, data: new Uint8Array(width * height) };
  for (let step = 0; step < 24; step++) {
    for (let y = 20 + step * 5; y < 26 + step * 5; y++)
      marks.data.fill(1, y * width + 70 + step * 5, y * width + 76 + step * 5);
  }
  for (let i = 0; i < marks.data.length; i++) {
    // A coat fills the lower left corner.
    const isCoat = i % width < Math.floor(i / width) + 10;
    if (isCoat || marks.data[i]) picture.data.fill(15, i * 3, i * 3 + 3);
  }
  const taken: Mask = { ...marks, data: new Uint8Array(marks.data.length) };
  const [was, is] = [levelsIn(ground(width, height), marks), levelsIn(healed(picture, marks, { taken }), marks)];
  for (const [i, level] of is.entries()) expect(Math.abs(level - (was[i] ?? 0))).toBeLessThan(35);
});

test('where no ground is like what is round the mark, the mark stays', () => {
  const marks = marked(40, 30, 7);
  const picture = spotted(marks);
  // Stripes as wide as a mark everywhere else.
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    if (x > 36 && x < 51 && y > 26 && y < 41) continue;
    picture.data.fill(Math.floor(x / 7) % 2 ? 20 : 230, i * 3, i * 3 + 3);
  }
  expect(healed(picture, marks, { taken: noMask() }).data).toEqual(picture.data);
});

test('marks that lie close together, wider than a square, are covered to their middle', () => {
  const [width, height] = [300, 240];
  const picture = ground(width, height);
  const marks: Mask = { width, height, data: new Uint8Array(width * height) };
  for (let y = 80; y < 155; y++) marks.data.fill(1, y * width + 110, y * width + 185);
  for (let i = 0; i < marks.data.length; i++) if (marks.data[i]) picture.data.fill(20, i * 3, i * 3 + 3);
  const taken: Mask = { ...marks, data: new Uint8Array(marks.data.length) };
  const [was, is] = [levelsIn(ground(width, height), marks), levelsIn(healed(picture, marks, { taken }), marks)];
  for (const [i, level] of is.entries()) expect(Math.abs(level - (was[i] ?? 0))).toBeLessThan(35);
});

test('a chain of marks is covered whole, or it stays', () => {
  const [width, height] = [300, 60];
  const picture = ground(width, height);
  const marks: Mask = { width, height, data: new Uint8Array(width * height) };
  for (let y = 26; y < 34; y++) marks.data.fill(1, y * width + 40, y * width + 260);
  for (let i = 0; i < marks.data.length; i++) if (marks.data[i]) picture.data.fill(20, i * 3, i * 3 + 3);
  // Round its right end nothing may be taken.
  const taken: Mask = { ...marks, data: marks.data.map((_, i) => (i % width >= 150 ? 1 : 0)) };
  expect(healed(picture, marks, { taken }).data).toEqual(picture.data);
});
