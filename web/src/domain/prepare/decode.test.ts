/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import sharp, { type Sharp, type TiffOptions } from 'sharp';
import { decodeWith } from './decodeHeic';
import { decodeTiff } from './decodeTiff';
import { foreignFormat } from './foreignFormat';
import type { Pixels } from './pixels';

const HEIF = path.dirname(require.resolve('libheif-js/libheif-wasm/libheif.js'));
const bytesOf = (file: string) => Uint8Array.from(readFileSync(file)).buffer;
const heic = bytesOf(path.join(__dirname, '../../../testdata/portrait.heic'));

const RED = { r: 200, g: 60, b: 40 };
const red = (size: { width: number; height: number }) => sharp({ create: { ...size, channels: 3, background: RED } });
const pixel = ({ width, data }: Pixels, x: number, y: number) => [...data.slice((y * width + x) * 4).slice(0, 4)];
const tiff = async (picture: Sharp, options: TiffOptions = {}) =>
  Uint8Array.from(await picture.tiff({ compression: 'none', ...options }).toBuffer()).buffer;

describe('a TIFF', () => {
  test.each(['none', 'lzw', 'deflate'] as const)('of 8 bits is read (%s)', async (compression) => {
    const read = decodeTiff(await tiff(red({ width: 40, height: 30 }), { compression }));
    expect([read.width, read.height]).toEqual([40, 30]);
    expect(pixel(read, 39, 29)).toEqual([200, 60, 40, 255]);
  });

  test('of 16 bits is read', async () => {
    const read = decodeTiff(await tiff(red({ width: 20, height: 20 }).toColourspace('rgb16')));
    expect(pixel(read, 10, 10)).toEqual([200, 60, 40, 255]);
  });

  test('in gray is read', async () => {
    const read = decodeTiff(await tiff(red({ width: 20, height: 20 }).toColourspace('b-w')));
    const [r, g, b] = pixel(read, 10, 10);
    expect([g, b]).toEqual([r, r]);
  });

  test('in CMYK keeps about its colour', async () => {
    const read = decodeTiff(await tiff(red({ width: 20, height: 20 }).toColourspace('cmyk')));
    const [r = 0, g = 0, b = 0] = pixel(read, 10, 10);
    expect(r).toBeGreaterThan(150);
    expect(Math.max(g, b)).toBeLessThan(110);
  });

  test('of two pages gives the first', async () => {
    const colours = [RED, { r: 0, g: 0, b: 255 }];
    const page = (background: typeof RED) => sharp({ create: { width: 16, height: 16, channels: 3, background } });
    const parts = await Promise.all(colours.map((colour) => page(colour).png().toBuffer()));
    const pages = await sharp(parts, { join: { animated: true } })
      .tiff({ compression: 'none' })
      .toBuffer();
    expect(pixel(decodeTiff(Uint8Array.from(pages).buffer), 8, 8)).toEqual([200, 60, 40, 255]);
  });

  test('that lies on its side is put upright', async () => {
    const read = decodeTiff(await tiff(red({ width: 40, height: 30 }).withMetadata({ orientation: 6 })));
    expect([read.width, read.height]).toEqual([30, 40]);
  });

  test('that is broken or claims a size beyond all measure is refused', async () => {
    const whole = await tiff(red({ width: 40, height: 30 }));
    expect(() => decodeTiff(whole.slice(0, 100))).toThrow();
    const bomb = whole.slice(0);
    const view = new DataView(bomb);
    const directory = view.getUint32(4, true);
    for (let entry = 0; entry < view.getUint16(directory, true); entry += 1) {
      const at = directory + 2 + 12 * entry;
      if ([256, 257].includes(view.getUint16(at, true))) {
        view.setUint16(at + 2, 4, true);
        view.setUint32(at + 8, 100_000, true);
      }
    }
    expect(() => decodeTiff(bomb)).toThrow('too large');
  });
});

describe('a HEIC', () => {
  const wasm = bytesOf(path.join(HEIF, 'libheif.wasm'));

  test('is read upright', async () => {
    const read = await decodeWith(wasm, heic);
    expect([read.width, read.height]).toEqual([384, 480]);
    const photo = await sharp(path.join(__dirname, '../../../../e2e/photos/mary_mackillop_c1890.jpg'))
      .resize(384, 480)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const same = Array.from({ length: 384 * 480 }, (_, at) =>
      Math.abs((read.data[at * 4] ?? 0) - (photo.data[at * photo.info.channels] ?? 0)),
    );
    expect(same.reduce((sum, off) => sum + off, 0) / same.length).toBeLessThan(8);
  });

  test('that is broken is refused', async () => {
    await expect(decodeWith(wasm, heic.slice(0, 3000))).rejects.toThrow('HEIC');
  });
});

describe('a format that can be converted', () => {
  test.each([
    ['HEIC', heic],
    ['TIFF', new Uint8Array([0x49, 0x49, 42, 0, 8, 0, 0, 0])],
    ['TIFF', new Uint8Array([0x4d, 0x4d, 0, 42, 0, 0, 0, 8])],
    ['WebP', new TextEncoder().encode('RIFF1234WEBPVP8 ')],
    [null, new TextEncoder().encode('....ftypavif....mif1')],
    [null, new TextEncoder().encode('GIF89a')],
    [null, new Uint8Array()],
  ])('is known by its first bytes: %s', async (format, bytes) => {
    expect(await foreignFormat(new Blob([bytes]))).toBe(format);
  });
});
