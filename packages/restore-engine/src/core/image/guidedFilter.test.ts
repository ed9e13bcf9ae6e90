import { expect, test } from '@jest/globals';
import { guidedFilter } from './guidedFilter';
import { at, createRaster, type Raster } from './picture';

const SIDE = 64;
const EDGE = 37;

/** Dark to the left of EDGE, bright from there on. */
function guideOf(): Raster {
  const guide = createRaster(SIDE, SIDE, 1);
  for (let i = 0; i < guide.data.length; i++) guide.data[i] = i % SIDE < EDGE ? 40 : 210;
  return guide;
}

/** Two channels, a quarter as wide and high as the guide, whose edge is where the cells allow: at 36 instead of 37. */
function coarseField(): Raster {
  const side = SIDE / 4;
  const field = createRaster(side, side, 2);
  for (let i = 0; i < side * side; i++) {
    const isLeft = i % side < Math.round(EDGE / 4);
    field.data[i * 2] = isLeft ? -20 : 30;
    field.data[i * 2 + 1] = 7;
  }
  return field;
}

test('a coarse field is upsampled to the size of the guide, with the guide’s edges', () => {
  const filtered = guidedFilter(guideOf(), coarseField(), { radius: 2, softness: 12 });
  expect([filtered.width, filtered.height, filtered.channels]).toEqual([SIDE, SIDE, 2]);
  const row = (SIDE / 2) * SIDE;
  const [before, after] = [at(filtered.data, (row + EDGE - 1) * 2), at(filtered.data, (row + EDGE) * 2)];
  expect(after - before).toBeGreaterThan(35);
  expect(at(filtered.data, (row + 4) * 2)).toBeCloseTo(-20, 0);
  expect(at(filtered.data, (row + SIDE - 4) * 2)).toBeCloseTo(30, 0);
});

test('a channel that is even stays even across the edge', () => {
  const filtered = guidedFilter(guideOf(), coarseField(), { radius: 2, softness: 12 });
  for (let i = 1; i < filtered.data.length; i += 2) expect(at(filtered.data, i)).toBeCloseTo(7, 1);
});
