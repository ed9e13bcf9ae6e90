/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import sharp, { type Sharp, type TiffOptions } from 'sharp';
import { colourPng } from './colourPng';
import { decodeWith } from './decodeHeic';
import { decodeWith as decodeTiffWith } from './decodeTiff';
import { type ForeignFormat, foreignFormat, type Unconvertible } from './foreignFormat';
import type { Pixels } from './pixels';

const HEIF = path.dirname(require.resolve('libheif-js/libheif-wasm/libheif.js'));
const bytesOf = (file: string) => Uint8Array.from(readFileSync(file)).buffer;
const MAGICK = path.dirname(require.resolve('@imagemagick/magick-wasm'));
const magick = bytesOf(path.join(MAGICK, 'x86/magick.wasm'));
const heic = bytesOf(path.join(__dirname, '../../../testdata/portrait.heic'));

const RED = { r: 200, g: 60, b: 40 };
const red = (size: { width: number; height: number }) => sharp({ create: { ...size, channels: 3, background: RED } });
const pixel = ({ width, data }: Pixels, x: number, y: number) => [...data.slice((y * width + x) * 4).slice(0, 4)];
const tiff = async (picture: Sharp, options: TiffOptions = {}) =>
  Uint8Array.from(await picture.tiff({ compression: 'none', ...options }).toBuffer()).buffer;

/** Red, green, blue and yellow in the quarters of every picture in `testdata` that is named after a condition. */
const QUARTERS = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 60, 200],
  [220, 200, 40],
] as const;
const quartersOf = (picture: Pixels) =>
  [0.1, 0.9]
    .flatMap((down) => [0.1, 0.9].map((right) => [right, down] as const))
    .map(([right, down]) =>
      pixel(picture, Math.floor(right * picture.width), Math.floor(down * picture.height)).slice(0, 3),
    );
const farthest = (colours: readonly (readonly number[])[], from: readonly (readonly number[])[]) =>
  Math.max(
    ...colours.flatMap((colour, at) => colour.map((value, channel) => Math.abs(value - (from[at]?.[channel] ?? 0)))),
  );

const BLACK_AND_WHITE = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
];

const testdata = (name: string) => bytesOf(path.join(__dirname, '../../../testdata', name));
const decode = (bytes: ArrayBuffer) => decodeTiffWith(magick, bytes);

describe('a TIFF', () => {
  /** The picture with its quarters, 48 x 32. */
  const quarters = () => {
    const side = { width: 24, height: 16, channels: 3 } as const;
    const parts = QUARTERS.map(([r, g, b], at) => ({
      input: { create: { ...side, background: { r, g, b } } },
      left: (at % 2) * 24,
      top: Math.floor(at / 2) * 16,
    }));
    return sharp({ create: { width: 48, height: 32, channels: 3, background: '#000' } }).composite(parts);
  };

  const MADE: [string, TiffOptions][] = [
    ['uncompressed', { compression: 'none' }],
    ['LZW', { compression: 'lzw' }],
    ['deflate', { compression: 'deflate' }],
    ['packbits', { compression: 'packbits' }],
    ['tiles', { compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }],
    ['a horizontal predictor', { compression: 'lzw', predictor: 'horizontal' }],
    ['JPEG in YCbCr', { compression: 'jpeg', quality: 95 }],
    ['a pyramid', { compression: 'deflate', pyramid: true, tile: true, tileWidth: 16, tileHeight: 16 }],
    ['BigTIFF', { bigtiff: true }],
  ];
  test.each(MADE)('of %s shows its true colours', async (_, options) => {
    const read = await decode(await tiff(quarters(), options));
    expect([read.width, read.height]).toEqual([48, 32]);
    expect(farthest(quartersOf(read), QUARTERS)).toBeLessThanOrEqual(4);
    expect(pixel(read, 0, 0)[3]).toBe(255);
  });

  const KEPT: [string, number][] = [
    ['t-planar.tif', 0],
    ['t-cmyk-planar.tif', 0],
    ['t-bigtiff.tif', 0],
    ['t-orient5.tif', 0],
    ['t-rgb-infrared.tif', 0],
    ['t-lab.tif', 4],
    ['t-float-predictor.tif', 0],
    ['t-thumbnail-first.tif', 0],
  ];
  test.each(KEPT)('of another kind shows its true colours: %s', async (name, off) => {
    const read = await decode(testdata(name));
    expect(read.width / read.height).toBeCloseTo(1.5, 5);
    expect(farthest(quartersOf(read), QUARTERS)).toBeLessThanOrEqual(off);
    expect(pixel(read, 0, 0)[3]).toBe(255);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('of orientation %i is put upright', async (orientation) => {
    const read = await decode(await tiff(quarters().withMetadata({ orientation })));
    const upright = await sharp(await quarters().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer())
      .autoOrient()
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    expect([read.width, read.height]).toEqual([width, height]);
    const expected = { width, height, data: new Uint8ClampedArray(upright.data) };
    expect(farthest(quartersOf(read), quartersOf(expected))).toBeLessThanOrEqual(4);
  });

  test.each([1, 2, 4] as const)('of %i bit and gray is read', async (bitdepth) => {
    const levels = sharp(Buffer.from([0, 255, 255, 0]), { raw: { width: 2, height: 2, channels: 1 } });
    const read = await decode(await tiff(levels.toColourspace('b-w'), { bitdepth }));
    expect([pixel(read, 0, 0), pixel(read, 1, 0)]).toEqual(BLACK_AND_WHITE);
  });

  test.each(['t-fill-order-2.tif', 't-fax.tif'])('of black and white is read: %s', async (name) => {
    const read = await decode(testdata(name));
    expect([pixel(read, 0, 0), pixel(read, 47, 0)]).toEqual(BLACK_AND_WHITE);
  });

  test('of 16 bits is read', async () => {
    expect(
      farthest(quartersOf(await decode(await tiff(quarters().toColourspace('rgb16')))), QUARTERS),
    ).toBeLessThanOrEqual(1);
  });

  test('in CMYK keeps about its colour, and by its profile exactly', async () => {
    const [r = 0, g = 0, b = 0] = pixel(
      await decode(await tiff(red({ width: 20, height: 20 }).toColourspace('cmyk'))),
      10,
      10,
    );
    expect(r).toBeGreaterThan(150);
    expect(Math.max(g, b)).toBeLessThan(110);
    const printed = await tiff(red({ width: 20, height: 20 }).withIccProfile('cmyk'));
    const onScreen = await sharp(printed).toColourspace('srgb').raw().toBuffer();
    expect(farthest([pixel(await decode(printed), 10, 10)], [[...onScreen.subarray(0, 3), 255]])).toBeLessThanOrEqual(
      6,
    );
  });

  test('in Display P3 is brought to sRGB', async () => {
    const colours = await decode(await tiff(red({ width: 20, height: 20 }).withIccProfile('p3')));
    expect(farthest([pixel(colours, 10, 10)], [[200, 60, 40, 255]])).toBeLessThanOrEqual(2);
  });

  test.each([
    ['t-adobe-rgb.tif', [174, 121, 53]],
    ['t-grey-linear.tif', [133, 133, 133]],
  ])('is brought to sRGB by its own profile: %s', async (name, colour) => {
    expect(farthest([pixel(await decode(testdata(name)), 4, 4)], [[...colour, 255]])).toBeLessThanOrEqual(2);
  });

  test('of two pages gives the first', async () => {
    const colours = [RED, { r: 0, g: 0, b: 255 }];
    const page = (background: typeof RED) => sharp({ create: { width: 16, height: 16, channels: 3, background } });
    const parts = await Promise.all(colours.map((colour) => page(colour).png().toBuffer()));
    const pages = await sharp(parts, { join: { animated: true } })
      .tiff({ compression: 'none' })
      .toBuffer();
    expect(pixel(await decode(Uint8Array.from(pages).buffer), 8, 8)).toEqual([200, 60, 40, 255]);
  });

  test('that is broken, cut or claims a size beyond all measure is refused', async () => {
    const whole = await tiff(red({ width: 40, height: 30 }));
    await expect(decode(whole.slice(0, 100))).rejects.toThrow();
    await expect(decode(testdata('t-planar.tif').slice(0, 1000))).rejects.toThrow();
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
    await expect(decode(bomb)).rejects.toThrow('too large');
  });
});

describe('a HEIC', () => {
  const wasm = bytesOf(path.join(HEIF, 'libheif.wasm'));

  test('is read upright', async () => {
    const { pixels: read, colour } = await decodeWith(wasm, heic);
    expect(colour).toBeNull();
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

  test('in Display P3 has its profile, by which a browser brings it to sRGB', async () => {
    const { pixels, colour } = await decodeWith(wasm, testdata('q-p3.heic'));
    if (!colour) throw new Error('The HEIC has lost its profile');
    expect(pixel(pixels, 10, 10)).toEqual([200, 40, 40, 255]);
    const png = await colourPng(pixels, colour).arrayBuffer();
    const { data, info } = await sharp(png).pipelineColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const read = { ...info, data: new Uint8ClampedArray(data) };
    expect([read.width, read.height]).toEqual([240, 160]);
    expect(farthest([pixel(read, 10, 10)], [[218, 0, 25, 255]])).toBeLessThanOrEqual(3);
  });

  test('whose colours are named by their numbers hands them on', async () => {
    const png = await colourPng(
      { width: 1, height: 1, data: new Uint8ClampedArray(4) },
      { primaries: 12, transfer: 13 },
    );
    const text = Buffer.from(await png.arrayBuffer()).toString('latin1');
    expect(text.slice(text.indexOf('cICP') + 4).slice(0, 4)).toBe('\x0c\x0d\0\x01');
  });

  test('that is broken is refused', async () => {
    await expect(decodeWith(wasm, heic.slice(0, 3000))).rejects.toThrow('HEIC');
  });
});

describe('what is chosen is known by its content', () => {
  const bytes = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0))).buffer;
  const KINDS: [string, ArrayBuffer, ForeignFormat | Unconvertible | null][] = [
    ['a HEIC', heic, 'HEIC'],
    ['a WebP', bytes('RIFF1234WEBPVP8 '), 'WebP'],
    ['an AVIF', bytes('....ftypavif....mif1'), null],
    ['a GIF', bytes('GIF89a'), null],
    ['nothing', bytes(''), null],
    ...['t-planar', 't-cmyk-planar', 't-bigtiff', 't-rgb-infrared', 't-float-predictor', 't-orient5', 't-lab'].map(
      (name): [string, ArrayBuffer, 'TIFF'] => [name, testdata(`${name}.tif`), 'TIFF'],
    ),
    ...['t-zstd', 't-lzma', 't-webp'].map((name): [string, ArrayBuffer, 'unknownTiff'] => [
      name,
      testdata(`${name}.tif`),
      'unknownTiff',
    ]),
    ['a TIFF that ends in its header', bytes('II*\0broken'), 'unreadable'],
    ['DNG', testdata('x-raw.dng'), 'rawPhoto'],
    ['NEF or ARW: the sensor is in a directory below', testdata('x-raw.nef'), 'rawPhoto'],
    ['CR2', bytes('II*\0\x10\0\0\0CR\x02\0....'), 'rawPhoto'],
    ['IIQ', bytes('II*\0\x10\0\0\0IIII....'), 'rawPhoto'],
    ['CR3', bytes('\0\0\0\x18ftypcrx ....'), 'rawPhoto'],
    ['CRW', bytes('II\x1a\0\0\0HEAPCCDR'), 'rawPhoto'],
    ['ORF', bytes('IIRO\b\0\0\0'), 'rawPhoto'],
    ['RW2', bytes('IIU\0\b\0\0\0'), 'rawPhoto'],
    ['RAF', bytes('FUJIFILMCCD-RAW 0201'), 'rawPhoto'],
    ['MRW', bytes('\0MRM....'), 'rawPhoto'],
    ['X3F', bytes('FOVb....'), 'rawPhoto'],
  ];
  test.each(KINDS)('%s', async (_, content, kind) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await foreignFormat(new Blob([content]))).toBe(kind);
    log.mockRestore();
  });
});
