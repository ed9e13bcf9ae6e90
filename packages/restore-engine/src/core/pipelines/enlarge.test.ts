import { describe, expect, jest, test } from '@jest/globals';
import type { JobContext } from '../context';
import type { Picture } from '../image/picture';
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

describe('enlarging refuses what would grow too large, before any model is loaded', () => {
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
