import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { photoFile } from '../testing/photos';
import { decodePicture } from './decode';

/** A 40 x 20 picture: left half red, right half blue. */
const halves = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 20, height: 20, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ]);

const pixel = async (input: Buffer, x: number, y: number) => {
  const picture = await decodePicture(input);
  const i = (y * picture.width + x) * 3;
  return { size: [picture.width, picture.height], rgb: [...picture.data.subarray(i, i + 3)] };
};

const expectNear = (rgb: number[], wanted: number[], tolerance: number) => {
  for (const [c, value] of wanted.entries()) expect(Math.abs((rgb[c] ?? 999) - value)).toBeLessThanOrEqual(tolerance);
};

describe('every kind of picture file arrives upright in 8-bit sRGB', () => {
  test('orientation is applied', async () => {
    const input = await halves().withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    const { size, rgb } = await pixel(input, 10, 5);
    expect(size).toEqual([20, 40]);
    expectNear(rgb, [255, 0, 0], 6);
  });

  test('grey', async () => {
    const input = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#808080' } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect((await sharp(input).metadata()).channels).toBe(1);
    expectNear((await pixel(input, 3, 3)).rgb, [128, 128, 128], 1);
  });

  test('16 bits a channel', async () => {
    const input = await halves().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(input).metadata()).depth).toBe('ushort');
    expectNear((await pixel(input, 30, 3)).rgb, [0, 0, 255], 1);
  });

  test('CMYK', async () => {
    const input = await halves().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(input).metadata()).space).toBe('cmyk');
    const { rgb } = await pixel(input, 5, 5);
    expect(rgb[0]).toBeGreaterThan(180);
    expect(rgb[1]).toBeLessThan(80);
  });

  test('transparency is laid on white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const input = await sharp({ create: { width: 20, height: 20, channels: 4, background: clear } })
      .png()
      .toBuffer();
    expectNear((await pixel(input, 3, 3)).rgb, [255, 255, 255], 0);
  });

  test('a wide-gamut profile is converted', async () => {
    const input = await halves().withIccProfile('p3').png().toBuffer();
    expectNear((await pixel(input, 5, 5)).rgb, [255, 0, 0], 3);
  });
});

describe('PNGs of 8 and 16 bits with the same profile and values have the same colour', () => {
  const RUST = { r: 208, g: 48, b: 32 };
  /** Of a PNG, its signature and its header chunk. */
  const HEADER_BYTES = 33;

  function chunk(type: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  }

  /** By hand: sharp converts what it tags, and wrongly so at 16 bits. */
  function tagged(png: Buffer, profile: Buffer | undefined): Buffer {
    if (!profile) return png;
    const name = Buffer.from('profile\0\0', 'latin1');
    const embedded = chunk('iCCP', Buffer.concat([name, deflateSync(profile)]));
    return Buffer.concat([png.subarray(0, HEADER_BYTES), embedded, png.subarray(HEADER_BYTES)]);
  }

  async function profileOf(name: 'srgb' | 'p3'): Promise<Buffer | undefined> {
    const file = await halves().withIccProfile(name).png().toBuffer();
    return (await sharp(file).metadata()).icc;
  }

  const rust = (channels: 3 | 4, depth: 8 | 16) => {
    const plain = sharp({ create: { width: 20, height: 20, channels, background: { ...RUST, alpha: 1 } } });
    return (depth === 16 ? plain.toColourspace('rgb16') : plain).png().toBuffer();
  };

  test.each([
    { name: 'none', rgb: [208, 48, 32] },
    { name: 'srgb', rgb: [208, 48, 32] },
    { name: 'p3', rgb: [227, 14, 7] },
  ] as const)('$name', async ({ name, rgb }) => {
    const profile = name === 'none' ? undefined : await profileOf(name);
    for (const depth of [8, 16] as const) {
      for (const channels of [3, 4] as const) {
        const input = tagged(await rust(channels, depth), profile);
        const header = await sharp(input).metadata();
        expect([header.depth, header.channels]).toEqual([depth === 16 ? 'ushort' : 'uchar', channels]);
        expect(header.icc).toEqual(profile);
        expectNear((await pixel(input, 5, 5)).rgb, [...rgb], 2);
      }
    }
  });
});

describe('files that cannot be restored are refused in plain words', () => {
  test.each([
    ['text', Buffer.from('this is not a picture')],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_name, input) => {
    await expect(decodePicture(input)).rejects.toMatchObject({ code: 'unreadable_image' });
  });

  test('a photo cut off in the middle', async () => {
    const whole = photoFile('sally_ride_1984');
    await expect(decodePicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'unreadable_image',
    });
  });

  test('a decompression bomb, by its header alone', async () => {
    const input = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const frame = input.indexOf(Buffer.from([0xff, 0xc0]));
    input.writeUInt16BE(9000, frame + 5);
    input.writeUInt16BE(9000, frame + 7);
    await expect(decodePicture(input)).rejects.toMatchObject({
      code: 'image_too_large',
      message: expect.stringContaining('81 megapixels'),
    });
  });

  test('a picture that is too small', async () => {
    const input = await sharp({ create: { width: 8, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(decodePicture(input)).rejects.toMatchObject({ code: 'image_too_small' });
  });
});
