import { expect, test } from '@jest/globals';
import { randomOf } from '../../testing/photos';
import { byteAt, createPicture, type Picture } from '../image/picture';
import { fadingGain } from '../image/tone';
import { keepFacesAndGrain, reviveTone } from './reviveTone';

const [WIDTH, HEIGHT] = [200, 160];

/** A faded print with dark and pale stripes, and grain. */
function faded(): Picture {
  const random = randomOf(9);
  const out = createPicture(WIDTH, HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const value = (i % 100 < 50 ? 90 : 165) + 12 * (random() - 0.5);
    out.data.set([value, value, value], i * 3);
  }
  return out;
}

/** Mean, and the mean step from pixel to pixel, in a part of one stripe. */
function levelsIn(picture: Picture, left: number): { mean: number; roughness: number } {
  let [sum, steps] = [0, 0];
  for (let y = 40; y < 120; y++) {
    for (let i = y * WIDTH + left; i < y * WIDTH + left + 26; i++) {
      sum += byteAt(picture.data, i * 3);
      steps += Math.abs(byteAt(picture.data, i * 3) - byteAt(picture.data, i * 3 - 3));
    }
  }
  return { mean: sum / (80 * 26), roughness: steps / (80 * 26) };
}

test('a faded print gets its contrast back and no stronger grain', () => {
  const before = faded();
  const after = keepFacesAndGrain(reviveTone(before, true), before, []);
  const step = (picture: Picture) => levelsIn(picture, 62).mean - levelsIn(picture, 112).mean;
  expect(step(after)).toBeGreaterThan(0.95 * fadingGain(before) * step(before));
  for (const left of [62, 112])
    expect(levelsIn(after, left).roughness).toBeLessThan(1.15 * levelsIn(before, left).roughness);
});
