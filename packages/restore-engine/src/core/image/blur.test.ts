import { describe, expect, test } from '@jest/globals';
import { gaussianBlur } from './blur';
import { at, createRaster } from './picture';

const SIDE = 41;
const MIDDLE = (SIDE - 1) / 2;

/** Standard deviation, in pixels and along x, of what a single bright pixel becomes. */
function spreadOf(sigma: number): number {
  const point = createRaster(SIDE, SIDE, 1);
  point.data[MIDDLE * SIDE + MIDDLE] = 1;
  const { data } = gaussianBlur(point, sigma);
  let variance = 0;
  for (let i = 0; i < data.length; i++) variance += at(data, i) * ((i % SIDE) - MIDDLE) ** 2;
  return Math.sqrt(variance);
}

describe('a Gaussian blur', () => {
  test.each([0.5, 0.7, 1.4, 1.8, 3])('of %d pixels has the right spread', (sigma) => {
    expect(Math.abs(spreadOf(sigma) / sigma - 1)).toBeLessThan(0.08);
  });

  test('keeps an even picture even, up to its borders and in every channel', () => {
    const even = createRaster(9, 5, 3);
    for (let i = 0; i < even.data.length; i++) even.data[i] = 10 * (1 + (i % 3));
    const { data } = gaussianBlur(even, 2);
    for (let i = 0; i < data.length; i++) expect(data[i]).toBeCloseTo(10 * (1 + (i % 3)), 3);
  });
});
