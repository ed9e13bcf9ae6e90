import { describe, expect, test } from '@jest/globals';
import { createRaster, type Raster } from '../image/picture';
import { type Line, longLines, type Point } from './longLines';

const SIDE = 200;
const GROUND = 120;
const LIMITS = { least: 20, most: 10 };

interface Drawn {
  evidence: Raster;
  luma: Raster;
}

/** A scene in which each of the paths is seen as damage, lighter than the ground or darker. */
function scene(...paths: { points: readonly Point[]; tone?: number; chance?: number }[]): Drawn {
  const [evidence, luma] = [createRaster(SIDE, SIDE, 1), createRaster(SIDE, SIDE, 1)];
  luma.data.fill(GROUND);
  for (const { points, tone = 230, chance = 0.9 } of paths) {
    for (const { x, y } of points) {
      for (const dy of [-1, 0, 1]) {
        const pixel = (Math.round(y) + dy) * SIDE + Math.round(x);
        evidence.data[pixel] = chance;
        luma.data[pixel] = tone;
      }
    }
  }
  return { evidence, luma };
}

const path = (from: number, to: number, yAt: (x: number) => number): Point[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ x: from + i, y: yAt(from + i) }));
const turned = (points: readonly Point[]): Point[] => points.map(({ x, y }) => ({ x: y, y: x }));
const found = ({ evidence, luma }: Drawn): Line[] => longLines(evidence, luma, LIMITS);

/** Share of the drawn points that a line comes near, and of the line's that are near the drawn ones. */
function agreement(line: Line | undefined, drawn: readonly Point[]): number {
  const isNear = (a: Point, others: readonly Point[]) => others.some((b) => Math.hypot(a.x - b.x, a.y - b.y) <= 3);
  const points = line?.points ?? [];
  const covered = drawn.filter((point) => isNear(point, points)).length / drawn.length;
  const inside = points.filter((point) => isNear(point, drawn)).length / Math.max(1, points.length);
  return Math.min(covered, inside);
}

const STRAIGHT = path(30, 160, () => 80);

describe('one line from end to end', () => {
  test.each<[string, readonly Point[]]>([
    ['straight', STRAIGHT],
    ['slanted', path(30, 160, (x) => 20 + 0.8 * x)],
    ['steep', turned(path(30, 160, (x) => 60 + 0.3 * x))],
    ['bent', path(30, 160, (x) => 80 + 25 * Math.sin(x / 25))],
    ['from border to border', path(0, SIDE - 1, (x) => 40 + 0.3 * x)],
  ])('%s', (_, points) => {
    const lines = found(scene({ points }));
    expect(lines).toHaveLength(1);
    expect(agreement(lines[0], points)).toBeGreaterThan(0.93);
  });

  test('from its first pixel on, however steep, and from the border if it begins a few pixels inside', () => {
    const { evidence, luma } = scene({ points: path(31, 160, (x) => 20 + x) });
    // One pixel wide: the row from which its first step goes has no evidence.
    for (let i = 0; i < evidence.data.length; i++) if (Math.floor(i / SIDE) !== 20 + (i % SIDE)) evidence.data[i] = 0;
    expect(longLines(evidence, luma, LIMITS)[0]?.points[0]).toEqual({ x: 30, y: 50 });
    expect(found(scene({ points: path(8, 160, () => 80) }))[0]?.points[0]?.x).toBe(0);
  });

  test('over gaps that are shorter than its pieces', () => {
    const points = STRAIGHT.filter(({ x }) => x % 40 < 28);
    const lines = found(scene({ points }));
    expect(lines).toHaveLength(1);
    expect(agreement(lines[0], points)).toBeGreaterThan(0.75);
    expect(lines[0]?.points.length).toBeGreaterThan(100);
  });

  test('to the border if it stops just before it', () => {
    const [line] = found(scene({ points: path(8, 160, () => 80) }));
    expect(line?.points[0]?.x).toBeLessThanOrEqual(5);
  });
});

test('pieces too far apart are two lines', () => {
  const points = path(10, 190, () => 80).filter(({ x }) => x < 60 || x > 140);
  expect(found(scene({ points }))).toHaveLength(2);
});

test('a light line and a dark one that go on from each other are two', () => {
  const lines = found(scene({ points: path(20, 99, () => 80) }, { points: path(100, 180, () => 80), tone: 20 }));
  expect(lines.map(({ isLight }) => isLight).sort()).toEqual([false, true]);
});

test('a fork is a stem and a branch, the better one first', () => {
  const branch = path(80, 130, (x) => 80 + 0.7 * (x - 80));
  const lines = found(scene({ points: STRAIGHT }, { points: branch }));
  expect(lines).toHaveLength(2);
  expect(agreement(lines[0], STRAIGHT)).toBeGreaterThan(0.9);
  expect(lines[0]?.score).toBeGreaterThan(lines[1]?.score ?? 0);
});

test.each([
  ['short', { points: path(80, 105, () => 80) }],
  ['unlikely', { points: STRAIGHT, chance: 0.35 }],
  ['of the ground’s own tone', { points: STRAIGHT, tone: GROUND, chance: 0.3 }],
])('a line that is %s is none', (_, one) => {
  expect(found(scene(one))).toEqual([]);
});

test('there are no more lines than asked for, and each is a checkpoint', () => {
  const drawn = scene(...[40, 80, 120, 160].map((y) => ({ points: path(20, 180, () => y) })));
  let calls = 0;
  const lines = longLines(drawn.evidence, drawn.luma, { ...LIMITS, most: 3, checkpoint: () => void calls++ });
  expect(lines).toHaveLength(3);
  expect(calls).toBe(3);
});
