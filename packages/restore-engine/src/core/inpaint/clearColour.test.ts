import { expect, test } from '@jest/globals';
import { asUploaded, loadPhoto, scratched } from '../../testing/photos';
import { type Mask, threshold } from '../image/mask';
import { at, byteAt, lumaOf, type Picture } from '../image/picture';
import { clearColour } from './clearColour';
import { inpaintThinPlate } from './thinPlate';

function drawnOn(before: Picture, after: Picture): Mask {
  const [from, to] = [lumaOf(before), lumaOf(after)];
  return threshold({ ...to, data: to.data.map((value, i) => Math.abs(value - at(from.data, i))) }, 12);
}

/** Squared distance of the colours, red and blue against luma, summed over the picture. */
function colourError(picture: Picture, truth: Picture): number {
  const [luma, trueLuma] = [lumaOf(picture).data, lumaOf(truth).data];
  let sum = 0;
  for (let i = 0; i < luma.length; i++) {
    for (const channel of [0, 2]) {
      const colour = byteAt(picture.data, 3 * i + channel) - at(luma, i);
      sum += (colour - byteAt(truth.data, 3 * i + channel) + at(trueLuma, i)) ** 2;
    }
  }
  return sum;
}

test('removes the pale JPEG rim around a scratch in colour, but keeps the detail', async () => {
  const truth = await loadPhoto('sally_ride_1984');
  const damaged = await scratched(truth, 11);
  const scan = await asUploaded(damaged);
  const mask = drawnOn(truth, damaged);
  inpaintThinPlate(scan, mask.data);
  const cleared = { ...scan, data: scan.data.slice() };
  clearColour(cleared, mask, () => undefined);

  const goal = await asUploaded(truth);
  expect(colourError(cleared, goal)).toBeLessThan(0.8 * colourError(scan, goal));
  const [before, after] = [lumaOf(scan).data, lumaOf(cleared).data];
  const moved = after.filter((value, i) => Math.abs(value - at(before, i)) > 2).length;
  expect(moved).toBeLessThan(0.002 * after.length);
});

test('leaves everything further away unchanged, and stops when cancelled', async () => {
  const photo = await loadPhoto('sally_ride_1984');
  const { width, height } = photo;
  const mask: Mask = { width, height, data: new Uint8Array(width * height) };
  const pixel = 50 * width + 50;
  mask.data[pixel] = 1;
  const cleared = { ...photo, data: photo.data.slice() };
  clearColour(cleared, mask, () => undefined);
  const changed = [...photo.data].flatMap((value, i) => (value === byteAt(cleared.data, i) ? [] : [Math.floor(i / 3)]));
  expect(changed.length).toBeGreaterThan(0);
  for (const near of changed) {
    expect(Math.abs((near % width) - 50)).toBeLessThanOrEqual(2);
    expect(Math.abs(Math.floor(near / width) - 50)).toBeLessThanOrEqual(2);
  }
  const stop = () => {
    throw new Error('stopped');
  };
  expect(() => clearColour(cleared, mask, stop)).toThrow('stopped');
});

test('a scratch across many tiles is cleared in all of them, up to its ends', () => {
  const [width, height] = [2_500, 40];
  const wall: Picture = { width, height, data: new Uint8ClampedArray(width * height * 3) };
  const mask: Mask = { width, height, data: new Uint8Array(width * height) };
  for (let pixel = 0; pixel < width * height; pixel++) {
    const y = Math.floor(pixel / width);
    mask.data[pixel] = y === 20 ? 1 : 0;
    // Washed out where the scratch is and a pixel beside it; of one brightness all over.
    wall.data.set(Math.abs(y - 20) <= 1 ? [110, 110, 110] : [180, 85, 60], 3 * pixel);
  }
  clearColour(wall, mask, () => undefined);
  const reds = wall.data.filter((_, i) => i % 3 === 0);
  expect(Math.max(...reds.map((red) => Math.abs(red - 180)))).toBeLessThanOrEqual(3);
});
