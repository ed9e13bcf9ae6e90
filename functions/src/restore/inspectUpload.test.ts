import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testJpeg } from '../../test/support/pictures';
import { inspectUpload as inspect } from './inspectUpload';

const inspectUpload = (bytes: Buffer) => inspect(bytes, () => false);
const SECRET = 'GPS 51.5072 N 0.1276 W';

/** A marked segment: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.1.1.4. */
function segment(marker: number, ...parts: Array<string | Buffer>): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

const insert = (into: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([into.subarray(0, at), ...parts, into.subarray(at)]);
const scanAt = (bytes: Buffer, from = 0) => bytes.indexOf(Buffer.from([0xff, 0xda]), from);
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

/** A smallest archive of one stored file whose comment ends like a JPEG. */
function archive(): Buffer {
  const [name, body] = [Buffer.from('a'), Buffer.from(SECRET)];
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt32LE(crc32(body), 14);
  local.writeUInt32LE(body.length, 18);
  local.writeUInt32LE(body.length, 22);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, name, body, Buffer.from('PK\x05\x06', 'latin1'), Buffer.from([0xff, 0xd9])]);
}

const exif = segment(0xe1, 'Exif\0\0', SECRET);
/** Each hides the secret in a file that still shows the picture. */
const HIDING_PLACES: Record<string, (jpeg: Buffer) => Buffer> = {
  'an application segment 0 that is no JFIF': (jpeg) => insert(jpeg, 2, segment(0xe0, SECRET)),
  'a preview in the JFIF header': (jpeg) =>
    insert(jpeg, 2, segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x03\x03', SECRET, Buffer.alloc(27 - SECRET.length))),
  'an application segment 2 that is no colour profile': (jpeg) => insert(jpeg, 2, segment(0xe2, 'MPF\0', SECRET)),
  'what claims to be a colour profile': (jpeg) => insert(jpeg, 2, segment(0xe2, 'ICC_PROFILE\0\x01\x01', SECRET)),
  'Adobe’s segment, too long': (jpeg) => insert(jpeg, 2, segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', SECRET)),
  'an application segment 14 that is not Adobe’s': (jpeg) => insert(jpeg, 2, segment(0xee, SECRET)),
  'application segment 13': (jpeg) => insert(jpeg, 2, segment(0xed, 'Photoshop 3.0\0', SECRET)),
  'a comment': (jpeg) => insert(jpeg, scanAt(jpeg), segment(0xfe, SECRET)),
  'EXIF after fill bytes': (jpeg) => insert(jpeg, 2, Buffer.from([0xff, 0xff]), exif),
  'EXIF between two scans': (jpeg) => insert(jpeg, scanAt(jpeg, scanAt(jpeg) + 2), exif),
  'EXIF behind the last scan': (jpeg) => insert(jpeg, jpeg.length - 2, exif),
  'a second picture behind the first': (jpeg) => Buffer.concat([jpeg, insert(jpeg, 2, exif)]),
  'an archive behind the picture': (jpeg) => Buffer.concat([jpeg, archive()]),
  'a film behind the picture': (jpeg) => Buffer.concat([jpeg, Buffer.from(`\0\0\0\x18ftypmp42${SECRET}`)]),
};

test.each(Object.entries(HIDING_PLACES))('%s is cut out, and every pixel stays [spec 10.4]', async (_place, hide) => {
  const jpeg = await sharp(await testJpeg())
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
  expect(scanAt(jpeg, scanAt(jpeg) + 2)).toBeGreaterThan(0);
  const bytes = hide(jpeg);
  expect(bytes.toString('latin1')).toContain(SECRET);
  const { cleaned, size } = await inspectUpload(bytes);
  expect(cleaned?.toString('latin1')).not.toContain(SECRET);
  expect(cleaned?.toString('latin1')).not.toMatch(/PK|ftyp|Exif/);
  expect(size).toEqual({ width: 96, height: 64, bytes: cleaned?.length });
  expect((await pixels(cleaned ?? bytes)).equals(await pixels(jpeg))).toBe(true);
  expect((await inspectUpload(cleaned ?? bytes)).cleaned).toBeNull();
});

test('EXIF that turns the picture is applied; one that does not costs no quality [spec 10.4]', async () => {
  const camera = (orientation: number) =>
    testJpeg().then((jpeg) =>
      sharp(jpeg)
        .withExif({ IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
        .withMetadata({ orientation })
        .jpeg({ quality: 80 })
        .toBuffer(),
    );
  const [turned, upright] = [await camera(6), await camera(1)];
  const one = await inspectUpload(turned);
  expect(one.size).toMatchObject({ width: 64, height: 96 });
  expect(await sharp(one.cleaned ?? turned).metadata()).toMatchObject({ width: 64, height: 96 });
  const other = await inspectUpload(upright);
  expect((await pixels(other.cleaned ?? upright)).equals(await pixels(upright))).toBe(true);
  for (const { cleaned } of [one, other]) expect((await sharp(cleaned ?? turned).metadata()).exif).toBeUndefined();
});

test('a true profile of sRGB stays in a clean photo, and no byte changes', async () => {
  const tagged = await sharp(await testJpeg())
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
  expect((await sharp(tagged).metadata()).icc).toBeDefined();
  const { cleaned } = await inspectUpload(tagged);
  expect(cleaned).toBeNull();
});

test.each([
  ['two beginnings', (jpeg: Buffer) => insert(jpeg, 2, Buffer.from([0xff, 0xd8]))],
  [
    'a segment that runs past the end',
    (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1ffff', 'hex')]),
  ],
  ['a segment of no length', (jpeg: Buffer) => insert(jpeg, 2, Buffer.from('ffe10000', 'hex'))],
  ['bytes between segments', (jpeg: Buffer) => insert(jpeg, 2, Buffer.from('PK'))],
  ['a reserved segment', (jpeg: Buffer) => insert(jpeg, 2, segment(0xf7, SECRET))],
  ['no end', (jpeg: Buffer) => jpeg.subarray(0, -2)],
  ['an end before any scan', (jpeg: Buffer) => insert(jpeg, 2, Buffer.from([0xff, 0xd9]))],
])('a file with %s is no picture', async (_fault, spoil) => {
  await expect(inspectUpload(spoil(await testJpeg()))).rejects.toMatchObject({ code: 'invalid_image' });
});
