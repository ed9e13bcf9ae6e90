import { describe, expect, test } from '@jest/globals';
import { createRaster, type Raster } from './picture';
import { type Filter, resample } from './resample';

function ramp(width: number, height: number): Raster {
  const raster = createRaster(width, height, 1);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raster.data[y * width + x] = x + 0.5;
  return raster;
}

describe.each<Filter>(['cubic', 'linear', 'area'])('%s', (filter) => {
  test('keeps an even surface even', () => {
    const flat = createRaster(13, 9, 3);
    flat.data.fill(77);
    for (const value of resample(flat, 29, 5, filter).data) expect(value).toBeCloseTo(77, 3);
  });

  test('does not shift: a ramp stays where it was', () => {
    const half = resample(ramp(32, 4), 16, 4, filter);
    for (let x = 4; x < 12; x++) expect(half.data[x]).toBeCloseTo((x + 0.5) * 2, 3);
  });
});

test('enlarging by the cubic is exact on a ramp', () => {
  const double = resample(ramp(16, 2), 32, 4, 'cubic');
  for (let x = 8; x < 24; x++) expect(double.data[x]).toBeCloseTo((x + 0.5) / 2, 3);
});

test('shrinking by area is the mean of what each pixel covers', () => {
  const source = { width: 4, height: 1, channels: 1, data: Float32Array.of(0, 10, 20, 60) };
  expect([...resample(source, 2, 1, 'area').data]).toEqual([5, 40]);
});

/**
 * The taps of one side are the same whatever the other side does, so a picture can be checked one side after the other.
 */
test('resizing both sides at once gives the same as one after the other', () => {
  const noise = createRaster(37, 23, 3);
  for (let i = 0; i < noise.data.length; i++) noise.data[i] = (i * 7919) % 256;
  for (const [width, height] of [
    [14, 61],
    [90, 7],
    [14, 7],
  ] as const) {
    const atOnce = resample(noise, width, height, 'cubic').data;
    const inTurn = resample(resample(noise, width, 23, 'cubic'), width, height, 'cubic').data;
    expect(Math.max(...atOnce.map((value, i) => Math.abs(value - (inTurn[i] ?? Number.NaN))))).toBeLessThan(0.001);
  }
});

test('shrinking by 17 gives every row the same weight, even over several batches of rows', () => {
  const source = { width: 1, height: 34, channels: 1, data: Float32Array.from({ length: 34 }, (_, i) => i) };
  expect([...resample(source, 1, 2, 'area').data].map((value) => Math.round(value * 1000) / 1000)).toEqual([8, 25]);
});
