import { describe, expect, test } from '@jest/globals';
import { randomOf } from '../../testing/photos';
import { byteAt, copyPicture, createPicture, lumaAt, type Picture } from '../image/picture';
import { unstained } from './unstain';

const [WIDTH, HEIGHT] = [160, 120];

/** A print in warm greys with a soft drawing on it and a little grain, as a scanner gives it. */
function print(): Picture {
  const picture = createPicture(WIDTH, HEIGHT);
  const random = randomOf(1);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const tone = 150 + 60 * Math.sin(x / 17) * Math.cos(y / 23) + 4 * (random() - 0.5);
      const [red, green, blue] = [tone, 0.93 * tone, 0.78 * tone].map((value) => value + 2 * (random() - 0.5));
      picture.data.set([red, green, blue] as number[], (y * WIDTH + x) * 3);
    }
  }
  return picture;
}

/** What is left of each channel under a full stain. */
const FOXING = [0.85, 0.7, 0.45];
const BLUE_INK = [0.4, 0.5, 0.85];

const isUnder = (x: number, y: number) => Math.hypot(x - 60, y - 50) < 14 || Math.hypot(x - 120, y - 80) < 9;

function stained(picture: Picture, stain: readonly number[], isStained = isUnder): Picture {
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i++) {
    const pixel = Math.floor(i / 3);
    if (isStained(pixel % WIDTH, Math.floor(pixel / WIDTH))) out.data[i] = byteAt(out.data, i) * (stain[i % 3] ?? 1);
  }
  return out;
}

/** Mean difference in luma, in grey levels, of the pixels a stain covers. */
function lumaError(picture: Picture, truth: Picture): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (!isUnder(i % WIDTH, Math.floor(i / WIDTH))) continue;
    sum += Math.abs(lumaAt(picture.data, i * 3) - lumaAt(truth.data, i * 3));
    count++;
  }
  return sum / count;
}

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

describe('stains', () => {
  test('brown spots leave a print of one tint, and what was drawn under them shows', () => {
    const truth = print();
    const spotted = stained(truth, FOXING);
    expect(lumaError(spotted, truth)).toBeGreaterThan(25);
    const out = unstained(spotted);
    expect(lumaError(out, truth)).toBeLessThan(5);
    const far = (100 * WIDTH + 20) * 3;
    expect(out.data.slice(far, far + 60)).toEqual(spotted.data.slice(far, far + 60));
  });

  test('they do in a scan larger than stains are looked for in', () => {
    const truth = print();
    const out = unstained(enlarged(stained(truth, FOXING)));
    expect(out.width).toBe(WIDTH * TIMES);
    expect(lumaError(thinned(out), truth)).toBeLessThan(6);
  });

  test.each([
    ['a print without stains', print()],
    ['one that writing in blue ink stands on', stained(print(), BLUE_INK)],
    ['one of which a third is stained: that may be its own tint', stained(print(), FOXING, (x) => x < 56)],
    ['one in neutral greys', { ...print(), data: print().data.map((_, i, data) => data[i - (i % 3)] ?? 0) }],
  ])('%s is the very same', (_, picture) => {
    expect(unstained(picture)).toBe(picture);
  });
});
