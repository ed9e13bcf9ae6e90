import { expect, test } from '@jest/globals';
import { denoiseShare } from './denoise';

test('a clean photo is not denoised, and no photo loses all its grain', () => {
  expect(denoiseShare(2.5)).toBe(0);
  expect(denoiseShare(40)).toBeLessThan(0.9);
});
