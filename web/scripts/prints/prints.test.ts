/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { findPrint, SURE } from '../../src/domain/prepare/print/findPrint';
import { errorOf, readPicture } from './measure';
import { makeSnapshot } from './snapshots';
import type { SurfaceName } from './surfaces';

/** Small: Jest's sandbox makes work on pixels slow. */
const photo = readPicture('e2e/photos/mary_mackillop_c1890.jpg', 240);

describe('the print in a snapshot', () => {
  const made: [number, SurfaceName][] = [[73, 'cloth']];
  test.each(made)('is found on a table, to 1 %% of the diagonal (seed %d, %s)', async (seed, surface) => {
    const { picture, corners } = makeSnapshot({ photo: await photo, seed, surfaces: [surface], longest: 320 });
    const found = findPrint(picture);
    expect(found?.confidence).toBeGreaterThan(SURE);
    expect(found && errorOf(found.corners, corners, picture)).toBeLessThan(0.01);
  });

  test('is not looked for within a scan', async () => {
    expect(findPrint(await photo)?.confidence ?? 0).toBeLessThan(SURE);
  });

  test('is not seen in an even or a tiny picture', () => {
    const even = (width: number, height: number) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4).fill(128),
    });
    expect(findPrint(even(200, 100))).toBeNull();
    expect(findPrint(even(2, 1))).toBeNull();
  });
});
