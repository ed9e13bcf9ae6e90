import { describe, expect, test } from '@jest/globals';
import { coverage, type Mask } from '../image/mask';
import { byteAt, createRaster, type Raster } from '../image/picture';
import { longDamage } from './longDamage';

/** The usual look, the look from further away, and the scan. */
const [USUAL, DISTANT, SCAN] = [600, 240, 300];
const GROUND = 110;

/** What both looks see at a place given in shares of the sides, and how light it is. */
interface Seen {
  usual: number;
  distant: number;
  tone?: number;
}
type Scene = (x: number, y: number) => Seen | undefined;

function look(side: number, valueAt: (x: number, y: number) => number): Raster {
  const out = createRaster(side, side, 1);
  for (let i = 0; i < out.data.length; i++)
    out.data[i] = valueAt(((i % side) + 0.5) / side, Math.floor(i / side) / side);
  return out;
}

function marksIn(scene: Scene): Mask {
  const usual = look(USUAL, (x, y) => scene(x, y)?.usual ?? 0);
  const distant = look(DISTANT, (x, y) => scene(x, y)?.distant ?? 0);
  const luma = look(SCAN, (x, y) => (scene(x, y) ? (scene(x, y)?.tone ?? 230) : GROUND));
  return longDamage([usual, distant], luma).mask;
}

/** A line across the picture, from one share of its width to another. */
const line =
  (seenAt: (x: number) => Seen, { from = 0.1, to = 0.9, half = 0.006, y = 0.5 } = {}): Scene =>
  (x, row) =>
    x >= from && x <= to && Math.abs(row - y) <= half ? seenAt(x) : undefined;

/** Share of the columns from one to another, in shares of the width, in which something is marked near the row. */
function marked({ width, height, data }: Mask, { from = 0.1, to = 0.9, y = 0.5 } = {}): number {
  let found = 0;
  const [first, last] = [Math.ceil(from * width), Math.floor(to * width)];
  for (let x = first; x < last; x++) {
    const near = [-2, -1, 0, 1, 2].map((dy) => (Math.round(y * height) + dy) * width + x);
    if (near.some((pixel) => byteAt(data, pixel) === 1)) found++;
  }
  return found / (last - first);
}

function widthAt({ width, height, data }: Mask, x: number): number {
  const column = Math.round(x * width);
  return Array.from({ length: height }, (_, y) => byteAt(data, y * width + column)).reduce((sum, one) => sum + one, 0);
}

const inPieces = (x: number): boolean => (x * 20) % 4 < 2.7;

describe('a crack', () => {
  test('that the usual look sees in pieces is marked from end to end, and no further', () => {
    const marks = marksIn(line((x) => ({ usual: inPieces(x) ? 0.95 : 0, distant: 0.9 })));
    expect(marked(marks)).toBeGreaterThan(0.98);
    expect(marked(marks, { from: 0, to: 0.07 })).toBe(0);
    expect(marked(marks, { from: 0.93, to: 1 })).toBe(0);
  });

  test('with gaps in every look is marked over the gaps, as wide as elsewhere', () => {
    const isGap = (x: number) => (x * 10) % 2 > 1.6;
    const marks = marksIn(line((x) => (isGap(x) ? { usual: 0, distant: 0 } : { usual: 0.95, distant: 0.9 })));
    expect(marked(marks)).toBeGreaterThan(0.95);
    expect(widthAt(marks, 0.38)).toBeGreaterThanOrEqual(widthAt(marks, 0.25) * 0.6);
  });

  test.each([
    ['light', 230],
    ['dark', 20],
  ])('that is %s and bent is marked whole', (_, tone) => {
    const bow = (x: number) => 0.5 + 0.08 * Math.sin(5 * x);
    const marks = marksIn((x, y) => line(() => ({ usual: 0.9, distant: 0.9, tone }), { y: bow(x) })(x, y));
    for (const x of [0.15, 0.3, 0.5, 0.7, 0.85]) {
      expect(marked(marks, { from: x, to: x + 0.01, y: bow(x) })).toBe(1);
    }
  });

  test('is as wide as the finest look says that sees it whole', () => {
    const thin = marksIn((x, y) => {
      const core = line(() => ({ usual: (x * 20) % 4 < 3.2 ? 0.95 : 0, distant: 0.9 }), { half: 0.002 })(x, y);
      return core ?? line(() => ({ usual: 0, distant: 0.9, tone: GROUND }), { half: 0.008 })(x, y);
    });
    expect(widthAt(thin, 0.5)).toBeLessThanOrEqual(5);
    // Here the usual look sees less than half of a crack that fills the whole width.
    const wide = marksIn(line((x) => ({ usual: (x * 20) % 2 < 1.1 ? 0.95 : 0, distant: 0.95 }), { half: 0.008 }));
    expect(widthAt(wide, 0.475)).toBeGreaterThanOrEqual(7);
  });
});

describe('stays:', () => {
  test.each<[string, Scene]>([
    ['a mast, which only the look from further away takes for a crack', line(() => ({ usual: 0.2, distant: 0.95 }))],
    ['a hem, which the usual look doubts', line(() => ({ usual: 0.4, distant: 0.8 }), { from: 0.2, to: 0.7 })],
    [
      'the edge of a lace, of which the usual look sees knots',
      line((x) => ({ usual: (x * 20) % 1 < 0.2 ? 0.9 : 0.05, distant: 0.9 }), { from: 0.3, to: 0.7 }),
    ],
    ['the edge of the scan', line(() => ({ usual: 0.95, distant: 0.95 }), { from: 0, to: 1, y: 0.012 })],
  ])('%s', (_, scene) => {
    expect(coverage(marksIn(scene))).toBe(0);
  });
});

test('the longer a line is, the less sure the usual look must be', () => {
  const sure = () => ({ usual: 0.6, distant: 0.9 });
  expect(coverage(marksIn(line(sure, { from: 0.4, to: 0.55 })))).toBe(0);
  expect(marked(marksIn(line(sure)))).toBeGreaterThan(0.95);
});

test('a picture too small for a look from further away has no lines', () => {
  const usual = look(USUAL, (x, y) => line(() => ({ usual: 0.95, distant: 0 }))(x, y)?.usual ?? 0);
  const luma = look(SCAN, () => GROUND);
  expect(coverage(longDamage([usual], luma).mask)).toBe(0);
});

test('cancellation is checked at each line', () => {
  const scene = look(USUAL, (x, y) => line(() => ({ usual: 0.95, distant: 0 }))(x, y)?.usual ?? 0);
  const stop = () => {
    throw new Error('cancelled');
  };
  const luma = look(SCAN, () => GROUND);
  expect(() => longDamage([scene, look(DISTANT, () => 0)], luma, stop)).toThrow('cancelled');
});
