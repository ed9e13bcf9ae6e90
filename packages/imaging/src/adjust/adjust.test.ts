import { type Adjustment, PLAIN_RESULT, STRENGTHS } from '@heirlight/contract/adjustment';
import type { FaceBox } from '@heirlight/contract/photo';
import { describe, expect, test } from '@jest/globals';
import { adjusted, enlargedPart, LUMA, mapsOf, type Rows, rowsOf } from './adjust';

interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}
type Colour = readonly [number, number, number];

const SIZE = { width: 240, height: 180 };
const NONE: Adjustment = { ...PLAIN_RESULT, repair: 0, colour: 0, faces: 0, sharpness: 0 };

function drawn(
  { width, height }: { width: number; height: number },
  colourAt: (x: number, y: number) => Colour,
): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    data.set([...colourAt(at % width, Math.floor(at / width)), 255], at * 4);
  }
  return { width, height, data };
}
const grey = (value: number): Colour => [value, value, value];
const whole = (rows: Rows) => rows.read(0, rows.height);

function adjustedBy(
  change: Partial<Adjustment>,
  before: Picture,
  after: Picture,
  faces: readonly FaceBox[] = [],
): Picture {
  const pictures = { original: rowsOf(before), result: rowsOf(after) };
  const rows = adjusted(pictures, mapsOf(pictures.original, pictures.result, faces), { ...PLAIN_RESULT, ...change });
  return { width: rows.width, height: rows.height, data: Uint8ClampedArray.from(whole(rows)) };
}

const pixel = ({ width, data }: Picture, x: number, y: number): Colour => {
  const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
  return [red, green, blue];
};
const luma = ([red, green, blue]: Colour) => LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;

/** By how much the bytes differ at most. Jest's own comparison of large arrays takes seconds. */
function furthest(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? Number.NaN))), 0);
}

/** Always the same noise. */
function noise(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}

/** Faded and scratched on the left; lighter, in colour, mended and with a fine texture on the right. */
const FACE: FaceBox = { x: 0.6, y: 0.3, width: 0.25, height: 0.4 };
const isScratch = (x: number) => x >= 60 && x < 63;
const texture = (x: number, y: number) => ((x + y) % 2 === 0 ? 4 : -4);
const faded = drawn(SIZE, (x, y) => (isScratch(x) ? grey(220) : grey(90 + y / 10)));
const restored = drawn(SIZE, (x, y) => {
  const value = 120 + y / 10 + texture(x, y);
  return [value + 25, value, value - 20];
});

describe('the ends', () => {
  const random = noise();
  const random255 = (): Colour => [random() * 255, random() * 255, random() * 255];
  const before = drawn(SIZE, random255);
  const after = drawn(SIZE, random255);

  test('all of the result is the result, byte for byte', () => {
    expect(furthest(adjustedBy({}, before, after, [FACE]).data, after.data)).toBe(0);
  });

  test('nothing of it is the original, byte for byte', () => {
    expect(furthest(adjustedBy(NONE, before, after, [FACE]).data, before.data)).toBe(0);
  });

  test('nothing of a larger result is the original, enlarged evenly to the edges', () => {
    const small = drawn({ width: 3, height: 1 }, (x) => grey(x * 100));
    const large = drawn({ width: 12, height: 4 }, () => [10, 200, 40]);
    const { data } = adjustedBy(NONE, small, large);
    const values = Array.from({ length: 12 }, (_, x) => data[x * 4]);
    expect(values).toEqual([0, 0, 12, 38, 62, 88, 112, 138, 162, 188, 200, 200]);
    expect(data.subarray(36 * 4)).toEqual(data.subarray(0, 12 * 4));
  });

  test('a smaller result takes the mean of the original, and no single pixels', () => {
    const fine = drawn({ width: 64, height: 64 }, (x, y) => grey((x + y) % 2 === 0 ? 255 : 0));
    const small = drawn({ width: 8, height: 8 }, () => grey(0));
    for (const value of adjustedBy(NONE, fine, small).data.filter((_, at) => at % 4 === 0)) {
      expect(Math.abs(value - 127.5)).toBeLessThanOrEqual(8);
    }
  });

  test('a picture of one pixel', () => {
    const [one, other] = [
      drawn({ width: 1, height: 1 }, () => grey(10)),
      drawn({ width: 1, height: 1 }, () => grey(30)),
    ];
    expect(pixel(adjustedBy({}, one, other), 0, 0)).toEqual([30, 30, 30]);
    expect(pixel(adjustedBy(NONE, one, other), 0, 0)).toEqual([10, 10, 10]);
  });
});

describe('each strength', () => {
  test('colour changes the colours, and never the light', () => {
    const half = adjustedBy({ colour: 0.5 }, faded, restored);
    const none = adjustedBy({ colour: 0 }, faded, restored);
    for (const [x, y] of [
      [10, 10],
      [61, 90],
      [200, 120],
    ] as const) {
      const full = pixel(restored, x, y);
      expect(Math.abs(luma(pixel(none, x, y)) - luma(full))).toBeLessThan(1);
      expect(Math.abs(luma(pixel(half, x, y)) - luma(full))).toBeLessThan(1);
      const spread = ([red, , blue]: Colour) => red - blue;
      expect(spread(pixel(none, x, y))).toBe(0);
      expect(Math.abs(spread(pixel(half, x, y)) - 22.5)).toBeLessThanOrEqual(1);
    }
  });

  test('repair takes the light and the mended marks back, and leaves fine detail', () => {
    const none = adjustedBy({ repair: 0 }, faded, restored);
    const detail = (picture: Picture, x: number, y: number) =>
      luma(pixel(picture, x, y)) - luma(pixel(picture, x + 1, y));
    expect(Math.abs(luma(pixel(none, 150, 90)) - luma(pixel(faded, 150, 90)))).toBeLessThan(6);
    expect(detail(none, 150, 90)).toBeCloseTo(detail(restored, 150, 90), 0);
    expect(luma(pixel(none, 61, 90))).toBeGreaterThan(200);
  });

  test('sharpness takes fine detail back, and neither the light nor a scratch', () => {
    const none = adjustedBy({ sharpness: 0 }, faded, restored);
    expect(Math.abs(luma(pixel(none, 150, 90)) - luma(pixel(none, 151, 90)))).toBeLessThan(1);
    expect(luma(pixel(none, 150, 90))).toBeGreaterThan(luma(pixel(faded, 150, 90)) + 20);
    expect(Math.abs(luma(pixel(none, 61, 90)) - luma(pixel(restored, 61, 90)))).toBeLessThan(8);
  });

  test('faces takes the details of faces back, and nothing elsewhere', () => {
    const none = adjustedBy({ faces: 0 }, faded, restored, [FACE]);
    const middle = Math.round((FACE.x + FACE.width / 2) * SIZE.width);
    expect(Math.abs(luma(pixel(none, middle, 90)) - luma(pixel(none, middle + 1, 90)))).toBeLessThan(1);
    expect(pixel(none, 20, 20)).toEqual(pixel(restored, 20, 20));
    expect(furthest(adjustedBy({ faces: 0 }, faded, restored).data, restored.data)).toBe(0);
  });

  test.each(STRENGTHS)('more %s is always nearer to the result', (name) => {
    const distances = [0, 0.25, 0.5, 0.75, 1].map((value) => {
      const { data } = adjustedBy({ [name]: value }, faded, restored, [FACE]);
      return data.reduce((sum, one, at) => sum + Math.abs(one - (restored.data[at] ?? 0)), 0);
    });
    expect(distances).toEqual([...distances].sort((one, other) => other - one));
    expect(distances[0]).toBeGreaterThan(0);
    expect(distances[4]).toBe(0);
  });
});

describe('tones', () => {
  const ramp = drawn({ width: 256, height: 2 }, (x) => grey(x));
  const values = (change: Partial<Adjustment>) => {
    const bent = adjustedBy(change, ramp, ramp);
    return Array.from({ length: 256 }, (_, x) => pixel(bent, x, 0));
  };

  test('warmth makes red of blue, keeps the light, and leaves black black', () => {
    const warm = values({ warmth: 1 });
    expect(warm[0]).toEqual([0, 0, 0]);
    const [red, green, blue] = warm[128] ?? grey(0);
    expect(red).toBeGreaterThan(135);
    expect(blue).toBeLessThan(120);
    expect(Math.abs(luma([red, green, blue]) - 128)).toBeLessThan(1);
    const [coolRed, , coolBlue] = values({ warmth: -1 })[128] ?? grey(0);
    expect([coolRed + red, coolBlue + blue]).toEqual([256, 256]);
  });

  test('contrast parts dark from light, never turns, and keeps both ends', () => {
    for (const contrast of [-1, -0.5, 0.5, 1]) {
      const bent = values({ contrast }).map(([red]) => red);
      expect([bent[0], bent[255]]).toEqual([0, 255]);
      expect(bent).toEqual([...bent].sort((one, other) => one - other));
      expect(Math.sign((bent[190] ?? 0) - 190)).toBe(Math.sign(contrast));
      expect(Math.sign((bent[65] ?? 0) - 65)).toBe(-Math.sign(contrast));
    }
  });
});

test('bands are the whole, wherever they begin', () => {
  const small = drawn({ width: 97, height: 71 }, (x, y) => [x * 2, y * 3, (x * y) % 256]);
  const pictures = { original: rowsOf(small), result: rowsOf(restored) };
  const recipe: Adjustment = {
    version: 1,
    repair: 0.3,
    colour: 0.6,
    faces: 0.2,
    sharpness: 0.8,
    warmth: 0.4,
    contrast: -0.5,
  };
  const rows = adjusted(pictures, mapsOf(pictures.original, pictures.result, [FACE]), recipe);
  const once = Uint8ClampedArray.from(whole(rows));
  for (const count of [1, 7, 64]) {
    for (let from = 0; from < rows.height; from += count) {
      const band = rows.read(from, Math.min(count, rows.height - from));
      const start = from * rows.width * 4;
      expect(furthest(band, once.subarray(start, start + band.length))).toBe(0);
    }
  }
});

test('a part of an enlarged original is that part of the whole one, from no more pixels than it is made of', () => {
  const next = noise();
  const small = drawn({ width: 13, height: 9 }, () => [255 * next(), 255 * next(), 255 * next()]);
  const size = { width: 52, height: 36 };
  const large = adjustedBy(
    NONE,
    small,
    drawn(size, () => grey(0)),
  );
  for (const [left, top, width, height] of [
    [0, 0, 52, 36],
    [0, 0, 10, 7],
    [21, 9, 17, 20],
    [40, 30, 12, 6],
  ] as const) {
    const [x, y] = [Math.max(0, Math.floor(left / 4) - 1), Math.max(0, Math.floor(top / 4) - 1)];
    const [across, down] = [
      Math.min(13, Math.ceil((left + width) / 4) + 1) - x,
      Math.min(9, Math.ceil((top + height) / 4) + 1) - y,
    ];
    const sheet = drawn({ width: across, height: down }, (column, row) => pixel(small, x + column, y + row));
    const part = { x: left / 52, y: top / 36, width: width / 52, height: height / 36 };
    const at = { x: -x, y: -y, width: 13, height: 9 };
    const made = enlargedPart(sheet.data, across, { at, part }, { width, height });
    const wanted = drawn({ width, height }, (column, row) => pixel(large, left + column, top + row));
    expect(furthest(made, wanted.data)).toBe(0);
  }
});

test('a smaller copy shows what the whole picture will be', () => {
  const smooth = (tone: number) =>
    drawn({ width: 320, height: 240 }, (x, y) => {
      const value = tone + 40 * Math.sin(x / 20) + 30 * Math.cos(y / 25);
      return [value + 10, value, value - 10];
    });
  const half = ({ width, data }: Picture) =>
    drawn({ width: 160, height: 120 }, (x, y) => {
      const at = [0, 1].flatMap((dy) => [0, 1].map((dx) => ((2 * y + dy) * width + 2 * x + dx) * 4));
      const mean = (channel: number) => Math.round(at.reduce((sum, one) => sum + (data[one + channel] ?? 0), 0) / 4);
      return [mean(0), mean(1), mean(2)];
    });
  const [before, after] = [smooth(90), smooth(130)];
  const recipe = { repair: 0.3, colour: 0.5, sharpness: 0.7, faces: 0.4, warmth: 0.5, contrast: 0.6 };
  const large = half(adjustedBy(recipe, before, after, [FACE])).data;
  const small = adjustedBy(recipe, half(before), half(after), [FACE]).data;
  expect(furthest(large, small)).toBeLessThanOrEqual(1);
});
