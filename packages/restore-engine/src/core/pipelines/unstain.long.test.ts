import { expect, test } from '@jest/globals';
import { FOXING, lumaError, STAINED_SIZE, stained, stainedPrint } from '../../testing/stains';
import { createPicture, type Picture } from '../image/picture';
import { unstained } from './unstain';

/** Enough for a scan of 1920 pixels. */
const TIMES = 12;
/** The pixel of the larger picture that a pixel of the smaller one is the middle of, and the other way round. */
const enlarged = (picture: Picture): Picture => sampled(picture, TIMES, (place) => Math.floor(place / TIMES));
const thinned = (picture: Picture): Picture => sampled(picture, 1 / TIMES, (place) => place * TIMES + TIMES / 2);

function sampled(from: Picture, scale: number, placeOf: (place: number) => number): Picture {
  const out = createPicture(from.width * scale, from.height * scale);
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) {
      const i = (placeOf(y) * from.width + placeOf(x)) * 3;
      out.data.set(from.data.subarray(i, i + 3), (y * out.width + x) * 3);
    }
  }
  return out;
}

test('brown spots are removed from a scan larger than the size of the stain search', () => {
  const truth = stainedPrint();
  const out = unstained(enlarged(stained(truth, FOXING)));
  expect(out.width).toBe(STAINED_SIZE.width * TIMES);
  expect(lumaError(thinned(out), truth)).toBeLessThan(6);
});
