import { describe, expect, test } from '@jest/globals';
import { loadPhoto, noisy } from '../testing/photos';
import { gaussianBlur } from './blur';
import { blurOf, noiseOf } from './measure';
import { lumaOf } from './picture';

describe('noise', () => {
  test.each([6, 12, 20])('of %i grey levels is estimated within a quarter', async (deviation) => {
    const luma = lumaOf(noisy(await loadPhoto('sally_ride_1984'), deviation, 1));
    expect(Math.abs(noiseOf(luma) - deviation) / deviation).toBeLessThan(0.25);
  });

  test.each(['sally_ride_1984', 'karl_marx_1875', 'moraine_lake'])('%s counts as clean', async (name) => {
    expect(noiseOf(lumaOf(await loadPhoto(name)))).toBeLessThan(2.5);
  });
});

describe('softness', () => {
  test('grows with the blur', async () => {
    const luma = lumaOf(await loadPhoto('sally_ride_1984'));
    const measured = [0, 1, 2, 3].map((sigma) => blurOf(sigma ? gaussianBlur(luma, sigma) : luma));
    expect(measured).toEqual([...measured].sort((a, b) => a - b));
    expect(measured[3]).toBeGreaterThan((measured[0] ?? 0) * 1.5);
  });
});
