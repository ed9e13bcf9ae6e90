import { describe, expect, test } from '@jest/globals';
import { at, createRaster, type Raster } from './picture';
import { regionMean } from './regionMean';

const SIDE = 32;
const WAY = { edge: 4, smoothing: 400 };

function drawn(value: (x: number, y: number) => number): Raster {
  const out = createRaster(SIDE, SIDE, 1);
  for (let i = 0; i < out.data.length; i++) out.data[i] = value(i % SIDE, Math.floor(i / SIDE));
  return out;
}
const halves = drawn((x) => (x < SIDE / 2 ? 30 : 60));
const valueAt = (raster: Raster, x: number, y: number) => at(raster.data, y * SIDE + x);

describe('the mean of each region', () => {
  test('makes a region even and leaves the next one as it is', () => {
    const striped = drawn((x, y) => (x < SIDE / 2 ? (y % 2) * 20 : 50));
    const mean = regionMean(halves, striped, WAY);
    for (const [x, y] of [
      [3, 3],
      [8, 16],
      [14, 28],
    ] as const) {
      expect(valueAt(mean, x, y)).toBeGreaterThan(8);
      expect(valueAt(mean, x, y)).toBeLessThan(12);
      expect(valueAt(mean, SIDE - 1 - x, y)).toBeCloseTo(50, 0);
    }
  });

  test('reaches around a corner, where rows and columns alone would not', () => {
    const bent = drawn((x, y) => (x < 8 || y >= SIDE - 8 ? 40 : 80));
    const onlyAbove = drawn((x, y) => (x < 8 && y < 20 ? 30 : 0));
    expect(valueAt(regionMean(bent, onlyAbove, WAY), SIDE - 14, SIDE - 4)).toBeGreaterThan(1);
    expect(valueAt(regionMean(bent, onlyAbove, WAY), SIDE - 8, 8)).toBeLessThan(0.5);
  });

  test('keeps a constant and smooths each channel by itself', () => {
    const two = createRaster(SIDE, SIDE, 2);
    for (let i = 0; i < two.data.length; i += 2) two.data.set([7, i % 4], i);
    const mean = regionMean(halves, two, WAY);
    expect(at(mean.data, 2 * (5 * SIDE + 5))).toBeCloseTo(7, 3);
    expect(at(mean.data, 2 * (5 * SIDE + 5) + 1)).toBeCloseTo(1, 0);
  });
});
