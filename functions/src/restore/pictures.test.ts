import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodeRgb } from '../platform/pictures';
import { inspectUpload as inspect } from './inspectUpload';
import { shownPictures } from './shownPictures';

const inspectUpload = (bytes: Buffer) => inspect(bytes, () => false);
const SIDE = 32;
type Rgb = [number, number, number];
const RED: Rgb = [208, 48, 32];
/** RED read as Display P3, in sRGB. */
const RED_OF_P3: Rgb = [227, 14, 7];

async function profile(name: 'srgb' | 'p3'): Promise<Buffer> {
  const create = { width: 1, height: 1, channels: 3, background: '#000' } as const;
  const { icc } = await sharp(await sharp({ create }).withIccProfile(name).png().toBuffer()).metadata();
  if (!icc) throw new Error(`No profile ${name}`);
  return icc;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** An even PNG, byte by byte (https://www.w3.org/TR/png-3): no library converts a colour on the way in. */
function evenPng({ bits, rgb, icc }: { bits: 8 | 16; rgb: Rgb; icc: Buffer | null }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([bits, 2], 8);
  const pixel = rgb.flatMap((value) => (bits === 16 ? [value, value] : [value]));
  const row = Buffer.from([0, ...Array<number[]>(SIDE).fill(pixel).flat()]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(icc ? [chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)]))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(SIDE).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The largest distance of the first pixel's channels from `expected`, in levels. */
const distance = (data: Buffer, expected: Rgb) =>
  Math.max(...expected.map((value, channel) => Math.abs((data[channel] ?? 0) - value)));

test.each([
  [8, null, RED],
  [16, null, RED],
  [8, 'srgb', RED],
  [16, 'srgb', RED],
  [8, 'p3', RED_OF_P3],
  [16, 'p3', RED_OF_P3],
] as const)(
  'a PNG of %i bits with the profile %s has its true colours, at its own size and resized',
  async (bits, name, expected) => {
    const png = evenPng({ bits, rgb: RED, icc: name && (await profile(name)) });
    const whole = await decodeRgb(png);
    const resized = await decodeRgb(png, { width: 20, height: 12 });
    expect([whole.data.length, resized.data.length]).toEqual([SIDE * SIDE * 3, 20 * 12 * 3]);
    expect(distance(whole.data, expected)).toBeLessThanOrEqual(1);
    expect(distance(resized.data, expected)).toBeLessThanOrEqual(1);
  },
);

test('a photo in a wide colour space keeps its colours in its cleaned copy and where it is shown', async () => {
  const png = evenPng({ bits: 8, rgb: RED, icc: null });
  const tagged = await sharp(png)
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'me' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(tagged).metadata()).hasProfile).toBe(true);
  const { cleaned } = await inspectUpload(tagged);
  expect((await sharp(cleaned ?? tagged).metadata()).hasProfile).toBe(false);
  expect(
    distance(
      await sharp(cleaned ?? tagged)
        .raw()
        .toBuffer(),
      RED,
    ),
  ).toBeLessThanOrEqual(3);
  const picture = await decodeRgb(tagged);
  const { thumbnail } = await shownPictures(picture, { ...picture, bytes: tagged.length });
  expect(distance(await sharp(thumbnail).raw().toBuffer(), RED)).toBeLessThanOrEqual(5);
});
