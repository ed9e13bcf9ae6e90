import { expect, test } from '@jest/globals';
import { createRaster } from './picture';
import { turn } from './turn';

/** 20 x 10, zero but for one bright spot of 3 x 3 pixels round (15.5, 3.5). */
const spot = createRaster(20, 10, 1);
for (let y = 2; y < 5; y++) for (let x = 14; x < 17; x++) spot.data[y * 20 + x] = 90;

test.each([0, 30, -38, 90, 180])('a spot is in the right place after a turn by %i degrees', (degrees) => {
  const { raster, back } = turn(spot, degrees, { fill: 0, multiple: 4 });
  const [sum, sx, sy] = raster.data.reduce(
    ([total, x, y], value, i) => {
      const [px, py] = back((i % raster.width) + 0.5, Math.floor(i / raster.width) + 0.5);
      return [total + value, x + px * value, y + py * value] as const;
    },
    [0, 0, 0] as readonly [number, number, number],
  );
  expect(sx / sum).toBeCloseTo(15.5, 0);
  expect(sy / sum).toBeCloseTo(3.5, 0);
  expect(raster.width % 4).toBe(0);
});

test('a quarter turn clockwise brings the right side down', () => {
  const { raster } = turn(spot, 90, { fill: 0, multiple: 1 });
  expect(raster.height).toBeGreaterThanOrEqual(20);
  const brightest = raster.data.indexOf(Math.max(...raster.data));
  expect(Math.floor(brightest / raster.width)).toBeGreaterThanOrEqual(14);
});
