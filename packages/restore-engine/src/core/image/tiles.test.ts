import { describe, expect, test } from '@jest/globals';
import { tilesOf } from './tiles';

describe.each([
  [772, 1032],
  [385, 769],
  [90, 61],
])('%i by %i', (width, height) => {
  const tiles = tilesOf({ width, height }, 384, 32);

  test('tile cores cover every pixel once', () => {
    const covered = new Uint8Array(width * height);
    for (const { core } of tiles) {
      for (let y = core.top; y < core.top + core.height; y++) {
        for (let x = core.left; x < core.left + core.width; x++)
          covered[y * width + x] = (covered[y * width + x] ?? 0) + 1;
      }
    }
    expect(covered.every((times) => times === 1)).toBe(true);
  });

  test('no core exceeds the given size by more than a pixel', () => {
    for (const { core } of tiles) expect(Math.max(core.width, core.height)).toBeLessThanOrEqual(385);
  });

  test('tiles begin at even pixels, and end at even pixels except at the far borders', () => {
    for (const { outer } of tiles) {
      expect([outer.left % 2, outer.top % 2]).toEqual([0, 0]);
      if (outer.left + outer.width < width) expect(outer.width % 2).toBe(0);
      if (outer.top + outer.height < height) expect(outer.height % 2).toBe(0);
    }
  });
});
