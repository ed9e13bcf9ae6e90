import { describe, expect, test } from '@jest/globals';
import type { Mask } from '../image/mask';
import { at, createPicture, createRaster } from '../image/picture';
import { unveil } from './unveil';

const SIDE = 40;
/** A photograph of two gradients. */
const photo = createPicture(SIDE, SIDE);
for (let i = 0; i < SIDE * SIDE; i++)
  photo.data.set([40 + (i % SIDE) * 4, 60 + Math.floor(i / SIDE) * 3, 200 - (i % SIDE) * 3], i * 3);
/** One broad letter stroke across it. */
const letters: Mask = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
for (let y = 5; y < 35; y++) for (let x = 12; x < 28; x++) letters.data[y * SIDE + x] = 1;

function stamped(through: number) {
  const piece = createRaster(SIDE, SIDE, 3);
  piece.data.set(
    photo.data.map((value, i) => (letters.data[Math.floor(i / 3)] ? value * through + 255 * (1 - through) : value)),
  );
  return piece;
}

describe('taking off a veil', () => {
  test('gives back the photograph under translucent white letters', () => {
    const result = unveil(stamped(0.6), photo, letters);
    expect(result).toBeDefined();
    for (let y = 8; y < 32; y++) {
      for (let x = 15; x < 25; x++) {
        const i = (y * SIDE + x) * 3;
        expect(Math.abs(at(result?.piece.data ?? [], i) - at(photo.data, i))).toBeLessThan(3);
      }
    }
  });

  test('leaves the rim to be painted over', () => {
    const rim = unveil(stamped(0.6), photo, letters)?.rim;
    expect(rim?.data[20 * SIDE + 12]).toBe(1);
    expect(rim?.data[20 * SIDE + 20]).toBe(0);
    expect(rim?.data[2]).toBe(0);
  });

  test.each([
    ['opaque letters', 0],
    ['no letters at all', 1],
  ])('%s are no veil', (_name, through) => {
    expect(unveil(stamped(through), photo, letters)).toBeUndefined();
  });
});
