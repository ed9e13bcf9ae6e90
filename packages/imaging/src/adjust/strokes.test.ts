import { type Adjustment, PLAIN_RESULT, STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import { expect, test } from '@jest/globals';
import { adjusted, LUMA, mapsOf, type Rows, rowsOf } from './adjust';
import { createStrokeMask, MASK_SIDE_PX, type Mask, strokeGuide } from './strokes';

const SIZE = { width: 300, height: 200 };
const NONE: Adjustment = { ...PLAIN_RESULT, repair: 0, colour: 0, faces: 0, sharpness: 0 };

function drawn(
  { width, height }: typeof SIZE,
  levelAt: (x: number, y: number) => readonly [number, number, number],
): Rows {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) data.set([...levelAt(at % width, Math.floor(at / width)), 255], at * 4);
  return rowsOf({ width, height, data });
}
const grey = (level: number) => [level, level, level] as const;

/** Points in pixels of `SIZE`. */
const stroke = (points: readonly (readonly [number, number])[], change: Partial<Stroke> = {}): Stroke => ({
  kind: 'protect',
  radius: 30 / SIZE.width,
  edges: true,
  points: points.flatMap(([x, y]) => [
    Math.round((x / SIZE.width) * STROKE_STEPS),
    Math.round((y / SIZE.height) * STROKE_STEPS),
  ]),
  ...change,
});
type Tone = Record<'luma' | 'red' | 'blue', number>;
const at = (mask: Mask, x: number, y: number) => mask.data[y * mask.width + x];
/** By how much bytes differ at most. */
function furthest(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let most = 0;
  for (let index = 0; index < one.length; index++) {
    most = Math.max(most, Math.abs((one[index] ?? 0) - (other[index] ?? Number.NaN)));
  }
  return most;
}

const even = drawn(SIZE, () => grey(120));
/** Dark with grain on the left of x = 150, light on its right. */
const edged = drawn(SIZE, (x, y) => grey((x < 150 ? 70 : 190) + ((x * 7 + y * 13) % 11) - 5));
const renderOn = (original: Rows, strokes: readonly Stroke[]): Mask => createStrokeMask(original, SIZE).render(strokes);

test.each([true, false])(
  'a stroke is whole in its middle, soft at its radius and nothing beyond (edges: %p)',
  (edges) => {
    const mask = renderOn(even, [
      stroke(
        [
          [100, 100],
          [200, 100],
        ],
        { edges },
      ),
    ]);
    expect([at(mask, 100, 100), at(mask, 150, 110), at(mask, 150, 85)]).toEqual([255, 255, 255]);
    expect(at(mask, 150, 125)).toBeGreaterThan(30);
    expect(at(mask, 150, 125)).toBeLessThan(225);
    expect([at(mask, 150, 131), at(mask, 150, 68), at(mask, 69, 100), at(mask, 231, 100)]).toEqual([0, 0, 0, 0]);
  },
);

test('a stroke keeps to the side of an edge on which its middle is', () => {
  const beside = [
    [133, 60],
    [133, 140],
  ] as const;
  const mask = renderOn(edged, [stroke(beside)]);
  for (const y of [60, 80, 100, 120]) {
    expect([at(mask, 116, y), at(mask, 148, y)].every((value) => value! > 250)).toBe(true);
    expect([at(mask, 152, y), at(mask, 156, y)].every((value) => value! < 5)).toBe(true);
  }
  // One that does not, and one whose middle goes over both sides, cover both.
  expect(at(renderOn(edged, [stroke(beside, { edges: false })]), 153, 100)).toBe(255);
  const across = renderOn(edged, [
    stroke([
      [120, 100],
      [180, 100],
    ]),
  ]);
  expect([at(across, 130, 112), at(across, 170, 112)].every((value) => value! > 250)).toBe(true);
});

test('a later stroke goes over an earlier one', () => {
  const wide = stroke([[150, 100]], { radius: 0.25 });
  const small = stroke([[150, 100]], { kind: 'restore' });
  const hole = renderOn(even, [wide, small]);
  expect([at(hole, 150, 100), at(hole, 190, 100)]).toEqual([0, 255]);
  expect(at(renderOn(even, [small, wide]), 150, 100)).toBe(255);
  expect(furthest(renderOn(even, [wide, wide, wide]).data, renderOn(even, [wide]).data)).toBe(0);
});

test('a mask that grows, is undone and redone is the one that is rendered at once', () => {
  const path = Array.from({ length: 10 }, (_, index) => [60 + index * 9, 100 + 40 * Math.sin(index / 4)] as const);
  const [small, fine] = [{ radius: 0.04 }, { radius: 0.03, kind: 'restore' as const }];
  const strokes = [stroke([[60, 60]], small), stroke(path, small), stroke([[150, 110]], fine)];
  const growing = createStrokeMask(edged, SIZE);
  for (let count = 1; count <= path.length; count++) growing.render([strokes[0]!, stroke(path.slice(0, count), small)]);
  for (const count of [2, 1, 0, 3, 2]) {
    expect(furthest(growing.render(strokes.slice(0, count)).data, renderOn(edged, strokes.slice(0, count)).data)).toBe(
      0,
    );
  }
  // Others in their place, and more of them.
  const others = [stroke([[200, 150]], small), ...strokes];
  expect(furthest(growing.render(others).data, renderOn(edged, others).data)).toBe(0);
});

const coloured = (shift: number) =>
  drawn(SIZE, (x, y) => [(x + shift) % 256, (y * 3 + shift) % 256, (x * y + shift) % 256]);
const [before, after] = [coloured(0), coloured(90)];
const maps = mapsOf(before, after, []);
const whole = (adjustment: Adjustment) =>
  adjusted({ original: before, result: after }, maps, adjustment).read(0, SIZE.height);
const pixel = (data: Uint8ClampedArray, x: number, y: number) => [
  ...data.subarray((y * SIZE.width + x) * 4).slice(0, 4),
];

test('under a stroke is the original byte for byte, beside it the result, and tones go over both', () => {
  const strokes = [stroke([[80, 100]], { edges: false })];
  const mixed = whole({ ...PLAIN_RESULT, strokes });
  const toned = whole({ ...PLAIN_RESULT, warmth: 0.6, contrast: 0.4, repair: 0.7, strokes });
  const originalToned = whole({ ...NONE, warmth: 0.6, contrast: 0.4 });
  const resultToned = whole({ ...PLAIN_RESULT, warmth: 0.6, contrast: 0.4, repair: 0.7 });
  for (const [x, y] of [
    [80, 100],
    [95, 105],
    [70, 90],
  ] as const) {
    expect(pixel(mixed, x, y)).toEqual(pixel(before.read(0, SIZE.height), x, y));
    expect(pixel(toned, x, y)).toEqual(pixel(originalToned, x, y));
  }
  for (const [x, y] of [
    [120, 100],
    [10, 10],
    [299, 199],
  ] as const) {
    expect(pixel(mixed, x, y)).toEqual(pixel(after.read(0, SIZE.height), x, y));
    expect(pixel(toned, x, y)).toEqual(pixel(resultToned, x, y));
  }
});

test.each([
  ['grey', [0, 0, 0]],
  ['brown', [16, 0, -22]],
] as const)('under a stroke a %s print brings its light back, and leaves the colours of the result', (_, tone) => {
  const level = (x: number, y: number) => 110 + ((x * 7 + y * 13) % 60);
  const print = drawn(SIZE, (x, y) => [level(x, y) + tone[0], level(x, y) + tone[1], level(x, y) + tone[2]]);
  const result = drawn(SIZE, (_, y) => (y < 100 ? [150, 120, 90] : [90, 120, 150]));
  const adjustment = { ...PLAIN_RESULT, strokes: [stroke([[150, 100]], { edges: false })] };
  const pictures = { original: print, result };
  const mixed = adjusted(pictures, mapsOf(print, result, []), adjustment).read(0, SIZE.height);
  for (const y of [90, 110]) {
    const [is, light, colours] = [mixed, print.read(0, SIZE.height), result.read(0, SIZE.height)].map((data) => {
      const [red = 0, green = 0, blue = 0] = pixel(data, 150, y);
      const luma = LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue;
      return { luma, red: red - luma, blue: blue - luma };
    }) as [Tone, Tone, Tone];
    expect(Math.abs(is.luma - light.luma)).toBeLessThan(1);
    expect(Math.abs(is.red - colours.red)).toBeLessThan(1);
    expect(Math.abs(is.blue - colours.blue)).toBeLessThan(1);
  }
});

test('bands of it are the whole of it', () => {
  const adjustment: Adjustment = {
    ...PLAIN_RESULT,
    repair: 0.4,
    strokes: [
      stroke([
        [80, 100],
        [200, 60],
      ]),
    ],
  };
  const rows = adjusted({ original: before, result: after }, maps, adjustment);
  const once = Uint8ClampedArray.from(whole(adjustment));
  for (let from = 0; from < SIZE.height; from += 7) {
    const band = rows.read(from, Math.min(7, SIZE.height - from));
    const start = from * SIZE.width * 4;
    expect(furthest(band, once.subarray(start, start + band.length))).toBe(0);
  }
});

test('the guide of a large original is read in bands, and no larger than a mask', () => {
  const counts: number[] = [];
  const large: Rows = {
    width: 2000,
    height: 1500,
    read(_, count) {
      counts.push(count);
      return new Uint8ClampedArray(2000 * count * 4).fill(200);
    },
  };
  const guide = strokeGuide(large, { width: 8000, height: 6000 });
  expect([guide.width, guide.height]).toEqual([MASK_SIDE_PX, 768]);
  expect(guide.data.every((luma) => Math.abs(luma - 200 / 255) < 1e-3)).toBe(true);
  expect(Math.max(...counts)).toBeLessThan(520);
});
