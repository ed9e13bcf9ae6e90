import { tileLevels } from '@heirlight/contract/tiles';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { levelFor, runsOf, tilesInSight } from './tilesInSight';

const large = fc.record({ width: fc.integer({ min: 2049, max: 9000 }), height: fc.integer({ min: 2049, max: 9000 }) });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the tiles in sight', () => {
  test('cover what is seen, and none of them lies outside', () => {
    fc.assert(
      fc.property(large, share, share, share, share, (size, u, v, w, h) => {
        const part = { x: u * (1 - w), y: v * (1 - h), width: w, height: h };
        for (const level of tileLevels(size)) {
          const tiles = tilesInSight(level, part);
          const left = Math.min(...tiles.map(({ at }) => at.x));
          const right = Math.max(...tiles.map(({ at }) => at.x + at.width));
          const top = Math.min(...tiles.map(({ at }) => at.y));
          const bottom = Math.max(...tiles.map(({ at }) => at.y + at.height));
          expect(left).toBeLessThanOrEqual(part.x + 1e-9);
          expect(right).toBeGreaterThanOrEqual(part.x + part.width - 1e-9);
          expect(top).toBeLessThanOrEqual(part.y + 1e-9);
          expect(bottom).toBeGreaterThanOrEqual(part.y + part.height - 1e-9);
          const area = tiles.reduce((sum, { at }) => sum + at.width * at.height, 0);
          expect(area).toBeCloseTo((right - left) * (bottom - top), 9);
          const whole = level.columns * level.rows;
          const most = (Math.ceil((w * level.width) / 512) + 1) * (Math.ceil((h * level.height) / 512) + 1);
          expect(tiles.length).toBeLessThanOrEqual(Math.min(whole, most));
          const inLevel = ({ number }: { number: number }) => number >= level.first && number < level.first + whole;
          expect(tiles.every(inLevel)).toBe(true);
        }
      }),
    );
  });
});

test('the smallest level that is sharp enough is chosen', () => {
  const levels = tileLevels({ width: 6400, height: 5200 });
  expect([2200, 3600, 3700, 6400, 20_000].map((px) => levelFor(levels, px)?.width)).toEqual([
    3200, 3200, 6400, 6400, 6400,
  ]);
  expect(levelFor([], 1000)).toBeUndefined();
});

test('neighbours in the file are fetched together', () => {
  expect(runsOf([3, 4, 5, 16, 17, 30])).toEqual([[3, 4, 5], [16, 17], [30]]);
  expect(runsOf([])).toEqual([]);
});
