/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { findPrint, SURE } from '../../src/domain/prepare/print/findPrint';
import { findPrints, MOST_PRINTS } from '../../src/domain/prepare/print/findPrints';
import { errorOf, readPicture } from './measure';
import { makeRoom, makeScan, type Scan, type ScanRequest } from './scans';
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

describe('several prints on one scan', () => {
  const scanOf = async (count: number) =>
    makeScan({ photos: [await photo], seed: 5, count, grounds: ['white lid'], longest: 400 });

  const expectAll = ({ picture, prints }: Pick<Scan, 'picture' | 'prints'>) => {
    const found = findPrints(picture);
    expect(found).toHaveLength(prints.length);
    prints.forEach((print, index) => {
      expect(found[index] && errorOf(found[index].corners, print, picture)).toBeLessThan(0.02);
    });
  };

  test('are found in reading order', async () => {
    expectAll(await scanOf(2));
  });

  const alike: [string, ScanRequest['grounds'], number, number][] = [
    ['that touch', ['white lid'], 52, 2],
    ['of which a part is as dark as the lid', ['black lid'], 18, 2],
    ['three of which touch', ['black lid'], 37, 3],
    ['that their shadows join on a coloured table', ['plain'], 40, 2],
    ['of which much is as pale as the table', ['plain'], 33, 2],
    ['of which two together look like one long print', ['plain'], 49, 3],
  ];
  test.each(alike)('%s are told apart', async (_, grounds, seed, count) => {
    const scan = makeScan({ photos: [await photo], seed, count, grounds, longest: 400 });
    expectAll(scan);
  });

  test('are found where the light falls off to the sides', async () => {
    const { picture, prints } = await scanOf(2);
    const { width, height, data } = picture;
    const dimmed = data.map((value, at) => {
      const [x, y] = [(((at >> 2) % width) / width) * 2 - 1, (Math.floor((at >> 2) / width) / height) * 2 - 1];
      return at % 4 === 3 ? value : value * (1 - 0.25 * (x * x + y * y));
    });
    expectAll({ picture: { width, height, data: dimmed }, prints });
  });

  test('are six at most', async () => {
    const { picture } = await scanOf(MOST_PRINTS + 1);
    expect(findPrints(picture)).toHaveLength(MOST_PRINTS);
  });

  test('are not seen in a photograph of windows on a wall', async () => {
    const room = makeRoom({ photos: [await photo], seed: 57, longest: 320 });
    expect(findPrints(room).length).toBeLessThan(2);
  });
});
