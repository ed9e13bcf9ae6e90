import { type Adjustment, PLAIN_RESULT, STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import { adjusted, mapsOf, type Rows, rowsOf } from '@heirlight/imaging/adjust';
import { describe, expect, test } from '@jest/globals';
import { mendPictures } from './mendPictures';

const SIZE = { width: 240, height: 160 };
const SCRATCH = { left: 116, right: 123, top: 35, bottom: 124 };
const RADIUS_PX = 9;

type Colour = readonly [number, number, number];
const inScratch = (x: number, y: number) =>
  x >= SCRATCH.left && x <= SCRATCH.right && y >= SCRATCH.top && y <= SCRATCH.bottom;

function drawn({ width, height }: typeof SIZE, colourAt: (x: number, y: number) => Colour): Rows {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue] = colourAt(at % width, Math.floor(at / width));
    data[at * 4] = red;
    data[at * 4 + 1] = green;
    data[at * 4 + 2] = blue;
    data[at * 4 + 3] = 255;
  }
  return rowsOf({ width, height, data });
}
/** Light falls from the left, warm in the result; both have colours of their own. */
const cleanBefore = (x: number, y: number): Colour => [60 + x / 2, 60 + x / 2, 30 + y / 2 + x / 3];
const cleanAfter = (x: number, y: number): Colour => [90 + x / 2, 70 + x / 2 + y / 8, 40 + x / 3];
const scratched =
  (clean: typeof cleanBefore): typeof cleanBefore =>
  (x, y) =>
    inScratch(x, y) ? [240, 240, 235] : clean(x, y);
const pictures = { original: drawn(SIZE, scratched(cleanBefore)), result: drawn(SIZE, scratched(cleanAfter)) };

/** Points in pixels of `SIZE`. */
const stroke = (points: readonly Colour[0][][], change: Partial<Stroke> = {}): Stroke => ({
  kind: 'mend',
  radius: RADIUS_PX / SIZE.width,
  edges: true,
  points: points.flatMap(([x = 0, y = 0]) => [
    Math.round((x / SIZE.width) * STROKE_STEPS),
    Math.round((y / SIZE.height) * STROKE_STEPS),
  ]),
  ...change,
});
const MEND = stroke([
  [120, 30],
  [120, 130],
]);

function adjust(strokes: Stroke[], change: Partial<Adjustment> = {}, pair = pictures): Rows {
  const maps = { ...mapsOf(pair.original, pair.result, []), mend: mendPictures(pair, strokes) };
  return adjusted(pair, maps, { ...PLAIN_RESULT, ...change, strokes });
}
const whole = (rows: Rows) => Uint8ClampedArray.from(rows.read(0, rows.height));
const pixel = (data: Uint8ClampedArray, x: number, y: number) =>
  [...data.subarray((y * SIZE.width + x) * 4).slice(0, 3)] as unknown as Colour;
/** By how much the colours of a part differ at most. */
function furthest(
  data: Uint8ClampedArray,
  expected: (x: number, y: number) => Colour,
  isIn: (x: number, y: number) => boolean,
) {
  let most = 0;
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      if (!isIn(x, y)) continue;
      const colour = pixel(data, x, y);
      for (const [at, value] of expected(x, y).entries()) most = Math.max(most, Math.abs(value - (colour[at] ?? 0)));
    }
  }
  return most;
}
const isBeyond = (x: number, y: number) =>
  Math.hypot(x + 0.5 - 120, y + 0.5 - Math.min(130, Math.max(30, y + 0.5))) >= RADIUS_PX;

const NONE = { repair: 0, colour: 0, faces: 0, sharpness: 0 };

test.each([
  ['the result', {}, cleanAfter, pictures.result],
  ['the original', NONE, cleanBefore, pictures.original],
] as const)('a scratch is filled from around it in %s, and nothing changes beyond the brush', (_, by, clean, was) => {
  const data = whole(adjust([MEND], by));
  expect(furthest(whole(was), clean, inScratch)).toBeGreaterThan(60);
  expect(furthest(data, clean, inScratch)).toBeLessThan(4);
  const before = whole(was);
  expect(furthest(data, (x, y) => pixel(before, x, y), isBeyond)).toBe(0);
});

test('a mended place stays mended: strokes that bring the original back show the mended original, in any order', () => {
  const protect = stroke([[120, 80]], { kind: 'protect', radius: 30 / SIZE.width, edges: false });
  const isProtected = (x: number, y: number) => inScratch(x, y) && Math.abs(y - 80) < 15;
  for (const strokes of [
    [MEND, protect],
    [protect, MEND],
  ])
    expect(furthest(whole(adjust(strokes)), cleanBefore, isProtected)).toBeLessThan(4);
  const restored = whole(adjust([MEND, stroke([[120, 80]], { kind: 'restore' })]));
  expect(furthest(restored, cleanAfter, inScratch)).toBeLessThan(4);
});

test('where a mark goes on beyond the brush, the fill is no lighter and no darker than its rim', () => {
  const half = stroke([
    [120, 60],
    [120, 100],
  ]);
  const line = drawn(SIZE, (x, y) => (inScratch(x, y) ? [0, 0, 0] : [200, 200, 200]));
  const data = whole(adjust([half], {}, { original: line, result: line }));
  expect(
    furthest(
      data,
      () => [100, 100, 100],
      () => true,
    ),
  ).toBeLessThanOrEqual(100);
});

test('no stroke that mends, nothing to mend', () => {
  expect(mendPictures(pictures, [])).toBeNull();
  expect(mendPictures(pictures, [stroke([[120, 80]], { kind: 'protect' })])).toBeNull();
});

test('bands of it are the whole of it', () => {
  const rows = adjust([MEND], { repair: 0.6, warmth: 0.3 });
  const once = whole(rows);
  for (let from = 0; from < SIZE.height; from += 7) {
    const band = rows.read(from, Math.min(7, SIZE.height - from));
    const start = from * SIZE.width * 4;
    expect(band.every((value, at) => value === once[start + at])).toBe(true);
  }
});

test('a mended place has the grain of its neighbours, and none of their edges', () => {
  const noise = (x: number, y: number) => ((x * 7919 + y * 104_729 + ((x * y) % 31) * 613) % 17) - 8;
  const grainy = (x: number, y: number): Colour => {
    // A dark line beside the scratch, where the grain is taken from.
    const level = (Math.abs(x - 130) < 2 ? 40 : 120) + noise(x, y);
    return inScratch(x, y) ? [240, 240, 240] : [level, level, level];
  };
  const pair = { original: drawn(SIZE, grainy), result: drawn(SIZE, grainy) };
  const narrow = stroke(
    [
      [120, 30],
      [120, 130],
    ],
    { radius: 6 / SIZE.width },
  );
  const data = whole(adjust([narrow], {}, pair));
  const values: number[] = [];
  for (let y = 40; y < 120; y++) for (let x = 117; x <= 122; x++) values.push(pixel(data, x, y)[0]);
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
  // Of the noise above: 4.9 levels.
  expect(deviation).toBeGreaterThan(2.5);
  expect(deviation).toBeLessThan(8);
  expect(Math.min(...values)).toBeGreaterThan(90);
});

test('no grain is taken from what is mended itself', () => {
  // What is left beside the brush is narrower than a square of the mark.
  const [REACH, MARKED] = [105, 100];
  const isMarked = (x: number, y: number) => Math.hypot(x - 120, y - 80) < MARKED;
  const noise = (x: number, y: number) => ((x * 7919 + y * 104_729 + ((x * y) % 31) * 613) % 17) - 8;
  const picture = drawn(SIZE, (x, y) => {
    const level = isMarked(x, y) ? (((x >> 3) + (y >> 3)) % 2 === 0 ? 0 : 240) : 120 + noise(x, y);
    return [level, level, level];
  });
  const wide = stroke([[120, 80]], { radius: REACH / SIZE.width });
  const data = whole(adjust([wide], {}, { original: picture, result: picture }));
  // The noise, and its grain on top of it.
  expect(furthest(data, () => [120, 120, 120], isMarked)).toBeLessThan(25);
});

test('a large file shows what its small preview shows', () => {
  const by = 3;
  const large = { width: SIZE.width * by, height: SIZE.height * by };
  const enlarged = (clean: typeof cleanBefore) =>
    drawn(large, (x, y) =>
      inScratch(Math.floor(x / by), Math.floor(y / by)) ? [240, 240, 235] : clean(x / by, y / by),
    );
  const pair = { original: pictures.original, result: enlarged(cleanAfter) };
  const rows = adjust([MEND], {}, pair);
  const band = rows.read(80 * by, 1);
  for (let x = SCRATCH.left; x <= SCRATCH.right; x++) {
    const at = (x * by + 1) * 4;
    for (const [channel, value] of cleanAfter(x, 80).entries())
      expect(Math.abs((band[at + channel] ?? 0) - value)).toBeLessThan(6);
  }
});

describe('in a scan much larger than the mask', () => {
  const BY = 10;
  const large = { width: SIZE.width * BY, height: SIZE.height * BY };
  // Neither has a pattern that repeats within the steps in which grain is looked for.
  const noise = (x: number, y: number) => (Math.imul(x * 7919 + y * 104_729, (x + 31 * y) | 1) >>> 24) % 17;
  const levelOf = (x: number, y: number): Colour => {
    const isScratch = inScratch(Math.floor(x / BY), Math.floor(y / BY));
    const level = isScratch ? 240 : 112 + noise(x, y);
    return [level, level, level];
  };
  const scan = drawn(large, levelOf);
  const mendedBy = (mend: Stroke) => adjust([mend], {}, { original: scan, result: scan });

  /** How much one pixel differs from the next, on average. */
  const roughness = (row: Uint8ClampedArray, from: number, to: number) => {
    let sum = 0;
    for (let x = from; x < to; x++) sum += Math.abs((row[x * 4] ?? 0) - (row[(x + 1) * 4] ?? 0));
    return sum / (to - from);
  };
  const [LEFT, RIGHT, MIDDLE] = [SCRATCH.left * BY, (SCRATCH.right + 1) * BY, 80 * BY];
  const brightest = (row: Uint8ClampedArray) =>
    Math.max(...row.subarray(LEFT * 4, RIGHT * 4).filter((_, at) => at % 4 < 3));

  test('the grain of a mended place is as fine as that of its neighbours', () => {
    const row = mendedBy(MEND).read(MIDDLE, 1);
    const share = roughness(row, LEFT, RIGHT) / roughness(row, 0, 80 * BY);
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.2);
    expect(brightest(row)).toBeLessThan(145);
  });

  test.each([
    ['edge', (x: number) => x % 400 < 60],
    ['hair', (x: number, y: number) => (x + 3 * y) % 160 < 4],
  ])('no %s is brought with the grain', (_, isDark) => {
    const lined = drawn(large, (x, y) => (isDark(x, y) ? [40, 40, 40] : levelOf(x, y)));
    const level = stroke([
      [20, 80],
      [100, 80],
    ]);
    const row = adjust([level], {}, { original: lined, result: lined }).read(MIDDLE, 1);
    // The grain alone differs by at most 16.
    for (let x = 30 * BY; x < 90 * BY; x++) {
      expect(Math.abs((row[x * 4] ?? 0) - (row[(x + 1) * 4] ?? 0))).toBeLessThan(18);
    }
  });

  test('each part of a long mark has the grain of its own ground', () => {
    // On the left it is rough, on the right without any grain, and a line hides what is beside the mark there.
    const isLine = (x: number, y: number) => x > 60 * BY && Math.abs(Math.abs(y - MIDDLE) - 80) < 12;
    const grounds = drawn(large, (x, y) =>
      isLine(x, y) ? [20, 20, 20] : x > 60 * BY ? [120, 120, 120] : levelOf(Math.floor(x / 3), Math.floor(y / 3)),
    );
    const narrow = stroke(
      [
        [20, 80],
        [100, 80],
      ],
      { radius: 4 / SIZE.width },
    );
    const row = adjust([narrow], {}, { original: grounds, result: grounds }).read(MIDDLE, 1);
    expect(roughness(row, 25 * BY, 55 * BY)).toBeGreaterThan(1);
    expect(roughness(row, 65 * BY, 95 * BY)).toBeLessThan(0.2);
  });

  test('bands of it are the whole of it, though their grain comes from beyond them', () => {
    const level = stroke([
      [20, 80],
      [100, 80],
    ]);
    const rows = mendedBy(level);
    const from = MIDDLE - 30;
    const once = Uint8ClampedArray.from(rows.read(from, 60));
    expect(roughness(once.subarray(30 * large.width * 4), 30 * BY, 90 * BY)).toBeGreaterThan(4);
    for (let row = 0; row < 60; row += 4) {
      const start = row * large.width * 4;
      const band = rows.read(from + row, 4);
      expect(band.every((value, at) => value === once[start + at])).toBe(true);
    }
  });
});
