import { MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '@heirlight/contract/limits';
import { TOOLS } from '@heirlight/contract/tools';
import { describe, expect, test } from '@jest/globals';
import { reducedSize } from './tools';

const ENLARGING = ['photoscaler', 'lowrezfix'] as const;

describe('what an enlarging tool may see', () => {
  test.each([
    ['a scan of 12 megapixels', 4000, 3000],
    ['a school photograph a yard long', 5000, 400],
    ['a panorama', 8000, 800],
    ['the widest picture the page sends', 16_384, 327],
    ['a tall one', 300, 9000],
  ])('%s, four times as large, stays within what a model takes and a picture may be', (_, width, height) => {
    for (const tool of ENLARGING) {
      const size = reducedSize(tool, { width, height }) ?? { width: 0, height: 0 };
      expect(size.width * size.height).toBeLessThanOrEqual(2_090_000);
      expect(4 * Math.max(size.width, size.height)).toBeLessThanOrEqual(MAX_IMAGE_SIDE_PX);
      expect(Math.abs(size.width / width - size.height / height)).toBeLessThan(1 / Math.min(width, height));
    }
  });

  test.each([
    [16_384, 41],
    [16, 16_384],
    [9_000, 20],
  ])('a strip of %i x %i keeps the least side that a model takes', (width, height) => {
    for (const tool of ENLARGING) {
      const size = reducedSize(tool, { width, height });
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBe(MIN_IMAGE_SIDE_PX);
      expect(4 * Math.max(size?.width ?? 0, size?.height ?? 0)).toBeLessThanOrEqual(MAX_IMAGE_SIDE_PX);
    }
  });

  test('a picture within both comes as it is', () => {
    for (const tool of ENLARGING) {
      expect(reducedSize(tool, { width: 1600, height: 1200 })).toBeNull();
      expect(reducedSize(tool, { width: 4096, height: 500 })).toBeNull();
    }
  });

  test('the other tools see every picture whole', () => {
    const others = TOOLS.filter(({ id }) => !(ENLARGING as readonly string[]).includes(id));
    expect(others).toHaveLength(4);
    for (const { id } of others) expect(reducedSize(id, { width: 16_384, height: 2_000 })).toBeNull();
  });
});
