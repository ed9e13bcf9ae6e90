import { describe, expect, test } from '@jest/globals';
import { readTileIndex, tileArea, tileCount, tileIndexBytes, tileLevels, writeTileIndex } from './tiles';

describe('the levels of a picture', () => {
  test('end with its own size, and halve it until the screen picture is large enough', () => {
    expect(tileLevels({ width: 6400, height: 5243 })).toEqual([
      { width: 3200, height: 2622, columns: 7, rows: 6, first: 0 },
      { width: 6400, height: 5243, columns: 13, rows: 11, first: 42 },
    ]);
    expect(tileLevels({ width: 16_384, height: 2048 }).map(({ width }) => width)).toEqual([4096, 8192, 16_384]);
  });

  test('a picture that is decoded whole has none', () => {
    expect(tileLevels({ width: 2048, height: 2048 })).toEqual([]);
    expect(tileLevels({ width: 4096, height: 1024 })).toEqual([]);
    expect(tileLevels({ width: 2049, height: 2048 })).toHaveLength(1);
  });

  test('the tiles of a level cover it, and none reaches over its edges', () => {
    for (const level of tileLevels({ width: 5001, height: 1033 })) {
      let pixels = 0;
      for (let row = 0; row < level.rows; row++) {
        for (let column = 0; column < level.columns; column++) {
          const { left, top, width, height } = tileArea(level, column, row);
          expect(Math.min(width, height)).toBeGreaterThan(0);
          expect([left + width <= level.width, top + height <= level.height]).toEqual([true, true]);
          pixels += width * height;
        }
      }
      expect(pixels).toBe(level.width * level.height);
    }
  });
});

test('the index gives back where each tile begins and the last one ends', () => {
  const levels = tileLevels({ width: 3000, height: 2000 });
  const lengths = Array.from({ length: tileCount(levels) }, (_, tile) => 1000 + tile);
  const index = writeTileIndex(lengths);
  expect(index.length).toBe(tileIndexBytes(levels));
  const offsets = readTileIndex(new Uint8Array(index).buffer);
  expect(offsets[0]).toBe(index.length);
  expect(offsets.slice(1).map((end, tile) => end - (offsets[tile] ?? 0))).toEqual(lengths);
});
