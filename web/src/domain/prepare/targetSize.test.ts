import { MAX_CANVAS_PX, MAX_DECODE_PX, MAX_IMAGE_PX } from '@heirlight/contract/limits';
import { describe, expect, test } from '@jest/globals';
import { sizeProblem, TRIED_PX, targetSize } from './targetSize';

describe('targetSize', () => {
  test('keeps a size that fits', () => {
    expect(targetSize({ width: 4800, height: 4494 }, MAX_IMAGE_PX)).toEqual({ width: 4800, height: 4494 });
    expect(targetSize({ width: 4096, height: 4096 }, MAX_CANVAS_PX)).toEqual({ width: 4096, height: 4096 });
    expect(targetSize({ width: 1, height: 1 }, MAX_IMAGE_PX)).toEqual({ width: 1, height: 1 });
  });

  test.each(TRIED_PX)('scales down to %i pixels, keeping the shape', (most) => {
    const { width, height } = targetSize({ width: 9000, height: 6000 }, most);
    expect(width * height).toBeLessThanOrEqual(most);
    expect(width * height).toBeGreaterThan(most * 0.99);
    expect(width / height).toBeCloseTo(1.5, 2);
  });

  test('keeps the longest side within the server’s limit', () => {
    expect(targetSize({ width: 20_000, height: 400 }, MAX_IMAGE_PX)).toEqual({ width: 16_384, height: 327 });
  });
});

describe('sizeProblem', () => {
  test.each([
    ['a decompression bomb', 14_000, 14_000, 'tooManyPixels'],
    ['a dot', 1, 1, 'tooSmall'],
    ['a hair', 1, 20_000, 'tooSmall'],
    ['a strip that becomes too thin when scaled', 18, 20_000, 'tooSmall'],
    ['the smallest', 16, 16, null],
    ['a phone’s 108 megapixels', 12_000, 9000, null],
    ['the largest', MAX_DECODE_PX / 10_000, 10_000, null],
  ])('%s', (_, width, height, problem) => {
    expect(sizeProblem({ width, height })).toBe(problem);
  });
});
