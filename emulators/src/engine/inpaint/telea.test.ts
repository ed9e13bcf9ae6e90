import { describe, expect, test } from '@jest/globals';
import { createPicture, type Picture } from '../image/picture';
import { inpaintTelea } from './telea';

function gradient(width: number, height: number): Picture {
  const picture = createPicture(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) picture.data.set([x * 4, y * 4, 128], (y * width + x) * 3);
  }
  return picture;
}

describe('Telea inpainting', () => {
  test('continues a gradient across a scratch and keeps every other byte', () => {
    const truth = gradient(48, 48);
    const damaged = { ...truth, data: Uint8ClampedArray.from(truth.data) };
    const mask = new Uint8Array(48 * 48);
    for (let y = 0; y < 48; y++) for (let x = 22; x < 26; x++) mask[y * 48 + x] = 1;
    for (let i = 0; i < mask.length; i++) if (mask[i]) damaged.data.fill(255, i * 3, i * 3 + 3);
    inpaintTelea(damaged, mask);
    for (let i = 0; i < mask.length; i++) {
      for (let c = 0; c < 3; c++) {
        const difference = Math.abs((damaged.data[i * 3 + c] ?? 0) - (truth.data[i * 3 + c] ?? 0));
        expect(difference).toBeLessThanOrEqual(mask[i] ? 8 : 0);
      }
    }
  });

  test('fills a hole at a corner', () => {
    const picture = createPicture(20, 20);
    picture.data.fill(90);
    const mask = new Uint8Array(400);
    for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) mask[y * 20 + x] = 1;
    for (let i = 0; i < 400; i++) if (mask[i]) picture.data.fill(0, i * 3, i * 3 + 3);
    inpaintTelea(picture, mask);
    expect(Math.min(...picture.data)).toBe(90);
  });

  test('a picture that is all hole stays as it is', () => {
    const picture = gradient(16, 16);
    const before = [...picture.data];
    inpaintTelea(picture, new Uint8Array(256).fill(1));
    expect([...picture.data]).toEqual(before);
  });

  test('can be stopped', () => {
    const picture = gradient(100, 100);
    const mask = new Uint8Array(10_000).fill(1, 0, 9_000);
    const stop = () => {
      throw new Error('stopped');
    };
    expect(() => inpaintTelea(picture, mask, { checkpoint: stop })).toThrow('stopped');
  });
});
