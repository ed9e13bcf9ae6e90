import { expect, test } from '@jest/globals';
import { randomOf } from '../../testing/photos';
import { topHat } from './morphology';
import { at, createRaster, type Raster } from './picture';

function random(width: number, height: number): Raster {
  const raster = createRaster(width, height, 1);
  const next = randomOf(7);
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = Math.round(next() * 255);
  return raster;
}

/** By definition: of all pixels within the square that the raster has. */
function extreme({ width, height, data }: Raster, radius: number, pick: (...values: number[]) => number): Raster {
  const out = createRaster(width, height, 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const values: number[] = [];
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++)
          values.push(at(data, v * width + u));
      }
      out.data[y * width + x] = pick(...values);
    }
  }
  return out;
}

test.each([1, 3, 24])('top-hats of radius %d match their definition, borders included', (radius) => {
  const source = random(37, 21);
  const opening = extreme(extreme(source, radius, Math.min), radius, Math.max);
  const closing = extreme(extreme(source, radius, Math.max), radius, Math.min);
  const bright = topHat(source, radius, 'bright');
  const dark = topHat(source, radius, 'dark');
  for (let i = 0; i < source.data.length; i++) {
    expect(at(bright.data, i)).toBeCloseTo(at(source.data, i) - at(opening.data, i), 9);
    expect(at(dark.data, i)).toBeCloseTo(at(closing.data, i) - at(source.data, i), 9);
  }
});
