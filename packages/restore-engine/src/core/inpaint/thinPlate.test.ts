import { describe, expect, test } from '@jest/globals';
import { byteAt, copyPicture, createPicture, type Picture } from '../image/picture';
import { inpaintThinPlate } from './thinPlate';

/** Pictures of this side. */
const SIDE = 48;

function painted(tone: (x: number, y: number) => number): Picture {
  const picture = createPicture(SIDE, SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) picture.data.fill(tone(x, y), (y * SIDE + x) * 3, (y * SIDE + x + 1) * 3);
  }
  return picture;
}

function marked(isHole: (x: number, y: number) => boolean): Uint8Array {
  return new Uint8Array(SIDE * SIDE).map((_, i) => (isHole(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0));
}

/** The truth with white where the mask is, and what is made of it. */
function filled(truth: Picture, mask: Uint8Array): Picture {
  const picture = copyPicture(truth);
  mask.forEach((hole, i) => {
    if (hole) picture.data.fill(255, i * 3, i * 3 + 3);
  });
  inpaintThinPlate(picture, mask);
  return picture;
}

/** Grey levels by which the pixels in the mask, or those outside, are off at most. */
function largestError(picture: Picture, truth: Picture, isCounted: (pixel: number) => boolean): number {
  let largest = 0;
  truth.data.forEach((value, i) => {
    if (isCounted(Math.floor(i / 3))) largest = Math.max(largest, Math.abs(value - byteAt(picture.data, i)));
  });
  return largest;
}

const SCRATCH = marked((x) => x >= 22 && x < 26);

describe('thin-plate inpainting', () => {
  test.each([
    ['a slope', (x: number, y: number) => 2 * x + y, 1],
    ['a curve, where a straight line from rim to rim would be 6 off', (x: number) => 200 - (x - 24) ** 2 / 3, 3],
  ])('continues across a scratch and keeps every other byte: %s', (_, tone, tolerance) => {
    const truth = painted(tone);
    const picture = filled(truth, SCRATCH);
    expect(largestError(picture, truth, (pixel) => SCRATCH[pixel] === 1)).toBeLessThanOrEqual(tolerance);
    expect(largestError(picture, truth, (pixel) => SCRATCH[pixel] === 0)).toBe(0);
  });

  test('continues an edge that a scratch crosses, off by at most a third of its height', () => {
    const truth = painted((_, y) => (y < 24 ? 60 : 190));
    expect(largestError(filled(truth, SCRATCH), truth, () => true)).toBeLessThanOrEqual(45);
  });

  test.each([
    ['a corner', (x: number, y: number) => x < 8 && y < 8],
    ['a side', (x: number) => x >= SIDE - 3],
    ['all but one pixel', (x: number, y: number) => x + y > 0],
  ])('fills %s of a uniform picture with the same tone', (_, isHole) => {
    const truth = painted(() => 90);
    expect(largestError(filled(truth, marked(isHole)), truth, () => true)).toBe(0);
  });

  test('a wide hole in a gradient does not exceed the values at its rims', () => {
    const truth = painted((x) => (x < 24 ? 40 : 40 + (x - 24) * 6));
    const hole = marked((x, y) => x > 8 && x < 40 && y > 8 && y < 40);
    const { data } = filled(truth, hole);
    expect(Math.min(...data)).toBeGreaterThanOrEqual(35);
    expect(Math.max(...data)).toBeLessThanOrEqual(184);
  });

  test('a picture that is all hole, or has none, stays unchanged', () => {
    const truth = painted((x, y) => x * 2 + y);
    for (const value of [0, 1]) {
      const picture = copyPicture(truth);
      inpaintThinPlate(picture, new Uint8Array(SIDE * SIDE).fill(value));
      expect(largestError(picture, truth, () => true)).toBe(0);
    }
  });

  test('can be cancelled in any round: in a large photo each takes a while', () => {
    let rounds = 0;
    const count = () => {
      rounds++;
    };
    const noisy = painted((x, y) => (x * 37 + y * 91) % 200);
    inpaintThinPlate(noisy, SCRATCH, { checkpoint: count });
    expect(rounds).toBeGreaterThan(15);
    let left = rounds - 1;
    const stop = () => {
      if (left-- === 0) throw new Error('stopped');
    };
    const again = painted((x, y) => (x * 37 + y * 91) % 200);
    expect(() => inpaintThinPlate(again, SCRATCH, { checkpoint: stop })).toThrow('stopped');
  });

  test('the channels of a colour picture are filled independently', () => {
    const tones = [
      (x: number, y: number) => 60 + 2 * x + y,
      (x: number, y: number) => 200 - 3 * Math.abs(x - 20) + y / 2,
      (x: number, y: number) => 90 + 40 * Math.sin(x / 5) + y,
    ];
    const alone = tones.map((tone) => filled(painted(tone), SCRATCH));
    const coloured = createPicture(SIDE, SIDE);
    for (let i = 0; i < coloured.data.length; i++) {
      const [pixel, channel] = [Math.floor(i / 3), i % 3];
      coloured.data[i] = tones[channel]?.(pixel % SIDE, Math.floor(pixel / SIDE)) ?? 0;
    }
    const together = filled(coloured, SCRATCH);
    expect([...together.data]).toEqual([...together.data.keys()].map((i) => alone[i % 3]?.data[i]));
  });
});
