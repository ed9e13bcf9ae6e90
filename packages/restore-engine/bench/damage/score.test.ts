import { expect, test } from '@jest/globals';
import { createPicture, type Picture } from '../../src/core/image/picture';
import { disturbedBy, gainOf, removedWithin } from './score';

const SIDE = 40;

/** Grey 100, with another tone in some of two 10 x 10 squares. */
function squares(first: number, second: number): Picture {
  const picture = createPicture(SIDE, SIDE);
  picture.data.fill(100);
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 10; x++) {
      picture.data.fill(first, (y * SIDE + x) * 3, (y * SIDE + x) * 3 + 3);
      picture.data.fill(second, ((y + 20) * SIDE + x) * 3, ((y + 20) * SIDE + x) * 3 + 3);
    }
  }
  return picture;
}

const damage = {
  width: SIDE,
  height: SIDE,
  data: new Uint8Array(SIDE * SIDE).map((_, i) => (i % SIDE < 10 && Math.floor(i / SIDE) % 20 < 10 ? 1 : 0)),
};
const [sound, damaged] = [squares(100, 100), squares(200, 200)];

test.each([
  ['all of it', squares(100, 100), { share: 1, halfDone: 0 }],
  ['none of it', damaged, { share: 0, halfDone: 0 }],
  ['one of two pieces', squares(100, 200), { share: 0.5, halfDone: 0 }],
  ['a part of each', squares(170, 170), { share: 0.51, halfDone: 1 }],
  ['nothing, and made it worse', squares(200, 250), { share: -0.625, halfDone: 0 }],
])('A repair that removed %s', (_, repaired, expected) => {
  const removed = removedWithin(damage, { sound, damaged, repaired });
  expect(removed.share).toBeCloseTo(expected.share, 5);
  expect(removed.halfDone).toBeCloseTo(expected.halfDone, 5);
});

test('A sound photograph is disturbed where a byte changed, and a gain is in decibels of the whole picture', () => {
  expect(disturbedBy(sound, sound)).toEqual({ changed: 0, psnr: 99 });
  expect(disturbedBy(sound, squares(101, 100)).changed).toBeCloseTo(100 / (SIDE * SIDE), 6);
  expect(gainOf({ sound, damaged, repaired: squares(100, 200) })).toBeCloseTo(10 * Math.log10(2), 3);
});
