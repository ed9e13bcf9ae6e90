import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodePicture } from '../../node/decode';
import { loadPhoto, noisy, toPng } from '../../testing/photos';
import { gaussianBlur } from './blur';
import { blurOf, detailWithin, noiseOf, rowStep } from './measure';
import { createRaster, lumaOf, type Raster } from './picture';

/** The raster beside and below itself, `count` times each way. */
function tiled(raster: Raster, count: number): Raster {
  const out = createRaster(raster.width * count, raster.height * count, 1);
  for (let y = 0; y < out.height; y++) {
    const row = (y % raster.height) * raster.width;
    for (let nth = 0; nth < count; nth++) {
      out.data.set(raster.data.subarray(row, row + raster.width), y * out.width + nth * raster.width);
    }
  }
  return out;
}

describe('noise', () => {
  test.each([6, 12, 20])('of %i grey levels is estimated within a quarter', async (deviation) => {
    const luma = lumaOf(noisy(await loadPhoto('sally_ride_1984'), deviation, 1));
    expect(Math.abs(noiseOf(luma) - deviation) / deviation).toBeLessThan(0.25);
  });

  // Read at full size alone this is 2: JPEG leaves of such noise only its coarse half.
  test('of 8 grey levels is found under JPEG', async () => {
    const grainy = await toPng(noisy(await loadPhoto('sally_ride_1984'), 8, 1));
    const jpeg = await decodePicture(await sharp(grainy).jpeg({ quality: 75 }).toBuffer());
    expect(Math.abs(noiseOf(lumaOf(jpeg)) - 8)).toBeLessThan(2);
  });

  test.each(['sally_ride_1984', 'moraine_lake', 'bench/cat_chelsea'])('%s counts as clean', async (name) => {
    expect(noiseOf(lumaOf(await loadPhoto(name)))).toBeLessThan(2.5);
  });

  test('is not found in the texture of a busy street', async () => {
    expect(noiseOf(lumaOf(await loadPhoto('bench/london_street_rain')))).toBeLessThan(3);
  });
});

describe('softness', () => {
  test('grows with the blur', async () => {
    const luma = lumaOf(await loadPhoto('sally_ride_1984'));
    const measured = [0, 1, 2, 3].map((sigma) => blurOf(sigma ? gaussianBlur(luma, sigma) : luma));
    expect(measured).toEqual([...measured].sort((a, b) => a - b));
    expect(measured[3]).toBeGreaterThan((measured[0] ?? 0) * 1.5);
  });

  test.each([0, 2])('of a large picture, blurred by %i, is measured on some of its rows', async (sigma) => {
    const photo = lumaOf(await loadPhoto('sally_ride_1984'));
    const luma = sigma ? gaussianBlur(photo, sigma) : photo;
    const sheet = tiled(luma, 5);
    expect(rowStep(luma)).toBe(1);
    expect(rowStep(sheet)).toBeGreaterThan(4);
    expect(Math.abs(blurOf(sheet) / blurOf(luma) - 1)).toBeLessThan(0.05);
  });
});

describe('the width of the finest detail', () => {
  const SIDE = 64;
  /** One bright line, a pixel wide, blurred. */
  function line(sigma: number): Raster {
    const luma = createRaster(SIDE, SIDE, 1);
    for (let y = 0; y < SIDE; y++) luma.data[y * SIDE + SIDE / 2] = 200;
    return sigma ? gaussianBlur(luma, sigma) : luma;
  }
  const everywhere = { data: new Uint8Array(SIDE * SIDE).fill(1) };

  test.each([2, 3, 5])('in a line blurred by %i pixels is .82 of them', (sigma) => {
    expect(Math.abs(detailWithin(line(sigma), everywhere) / (sigma * Math.sqrt(2 / 3)) - 1)).toBeLessThan(0.15);
  });

  test('in a line that is sharp to the pixel is less than half a pixel', () => {
    expect(detailWithin(line(0), everywhere)).toBeLessThan(0.5);
  });

  test('is measured in the mask only', () => {
    const both = line(3);
    for (let y = 0; y < SIDE; y++) both.data[y * SIDE + 5] = 200;
    const marked = { data: Uint8Array.from(everywhere.data, (_, i) => (i % SIDE > SIDE / 2 - 10 ? 1 : 0)) };
    expect(detailWithin(both, marked)).toBeGreaterThan(2 * detailWithin(both, everywhere));
  });

  test('is 0 without a mask or without detail', () => {
    expect(detailWithin(line(2), { data: new Uint8Array(SIDE * SIDE) })).toBe(0);
    expect(detailWithin(createRaster(SIDE, SIDE, 1), everywhere)).toBe(0);
  });
});
