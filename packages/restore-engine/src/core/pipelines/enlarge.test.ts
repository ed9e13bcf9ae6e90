import { describe, expect, jest, test } from '@jest/globals';
import { filled, type Infer, modelsInMemory } from '../../testing/modelsInMemory';
import type { JobContext } from '../context';
import { byteAt, createPicture, type Picture } from '../image/picture';
import { enlarge } from './enlarge';

/** Only the size is looked at before the first model is asked for. */
const sized = (width: number, height: number): Picture => ({ width, height, data: new Uint8ClampedArray(0) });

function enlarging(source: Picture, scale: 2 | 4) {
  const load = jest.fn(async () => {
    throw new Error('a model was asked for');
  });
  const context = { models: { load, find: load }, checkpoint: () => undefined, onProgress: () => undefined };
  return { load, result: enlarge(context as JobContext, source, scale, () => undefined) };
}

describe('enlarging refuses results that are too large, before any model is loaded', () => {
  test.each([
    { why: 'more than 120 megapixels', width: 6001, height: 5000, scale: 2 },
    { why: 'more than 120 megapixels', width: 3000, height: 2501, scale: 4 },
    { why: 'a side beyond 16384 pixels', width: 8193, height: 16, scale: 2 },
    { why: 'a side beyond 16384 pixels', width: 16, height: 4097, scale: 4 },
  ] as const)('$why: $width x $height by $scale', async ({ width, height, scale }) => {
    const { load, result } = enlarging(sized(width, height), scale);
    await expect(result).rejects.toMatchObject({
      code: 'image_too_large',
      message: expect.stringContaining(`${width} × ${height} pixels`),
    });
    expect(load).not.toHaveBeenCalled();
  });

  test.each([
    { width: 6000, height: 5000, scale: 2 },
    { width: 8192, height: 16, scale: 2 },
    { width: 16, height: 4096, scale: 4 },
  ] as const)('but not $width x $height by $scale', async ({ width, height, scale }) => {
    await expect(enlarging(sized(width, height), scale).result).rejects.toThrow('a model was asked for');
  });
});

/** Repeats each pixel four times each way, and makes everything much redder. */
const redder: Infer = ({ dims, data }) => {
  const [channels = 0, height = 0, width = 0] = dims.slice(-3);
  const large = filled([1, channels, height * 4, width * 4]);
  for (let i = 0; i < large.data.length; i++) {
    const x = i % (width * 4);
    const y = Math.floor(i / (width * 4)) % (height * 4);
    const c = Math.floor(i / (width * height * 16));
    large.data[i] = (data[(c * height + (y >> 2)) * width + (x >> 2)] ?? 0) + (c === 0 ? 0.2 : 0);
  }
  return [large];
};

test.each([2, 4] as const)('enlarging by %i keeps positions and colours', async (scale) => {
  // Wide enough for several tiles.
  const source = createPicture(400, 20);
  for (let i = 0; i < source.data.length; i++) source.data[i] = 40 + (Math.floor(i / 3) % source.width) / 3;
  const context = {
    models: modelsInMemory({ upscaler: redder }),
    checkpoint: () => undefined,
    onProgress: () => undefined,
  };
  const shares: number[] = [];
  const out = await enlarge(context, source, scale, (share) => shares.push(share));
  // Each report is a checkpoint.
  expect(shares).toEqual([0, 1 / 3, 2 / 3, 1]);
  let [largest, red, all] = [0, 0, 0];
  for (let i = 0; i < out.data.length; i++) {
    const x = Math.floor(i / 3) % out.width;
    const difference = byteAt(out.data, i) - (40 + x / scale / 3);
    largest = Math.max(largest, Math.abs(difference));
    if (i % 3 === 0) red += difference;
    all++;
  }
  expect(largest).toBeLessThan(8);
  expect(Math.abs(red / (all / 3))).toBeLessThan(1.5);
});
