import { expect, test } from '@jest/globals';
import { loadPhoto } from '../../testing/photos';
import { gaussianBlur } from '../image/blur';
import { lumaOf } from '../image/picture';
import { isSure, workScale } from './damageDetector';

/** So many pixels of each chance of damage. */
const piece = (...parts: ReadonlyArray<readonly [pixels: number, chance: number]>): Float32Array =>
  Float32Array.from(parts.flatMap(([pixels, chance]) => Array.from({ length: pixels }, () => chance)));

test('a sound piece is looked at once', () => {
  expect(isSure(piece([1000, 0.05]))).toBe(true);
});

test('a clear scratch with its soft rim is looked at once', () => {
  expect(isSure(piece([900, 0.01], [70, 0.97], [30, 0.5]))).toBe(true);
});

test('what might be a scratch or might be lace is looked at twice', () => {
  expect(isSure(piece([980, 0.01], [20, 0.3]))).toBe(false);
  expect(isSure(piece([900, 0.01], [50, 0.97], [50, 0.5]))).toBe(false);
});

test('a small crisp scan is shown enlarged, a soft one less so, a very soft one reduced, a large one to fit', async () => {
  const crisp = lumaOf(await loadPhoto('karl_marx_1875'));
  expect(workScale(crisp)).toBe(2.5);
  const soft = workScale(gaussianBlur(crisp, 1.4));
  expect(soft).toBeLessThan(1.75);
  expect(soft).toBeGreaterThan(1);
  expect(workScale(gaussianBlur(crisp, 4))).toBeLessThan(1);
  expect(workScale({ ...crisp, width: 3600, height: 1, data: new Float32Array(3600) })).toBe(0.5);
});
