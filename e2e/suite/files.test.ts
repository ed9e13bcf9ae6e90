import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { admin } from './adminSdk';
import { call, newPerson, type Person } from './people';
import { credits, ended, filesOf, photoOf, restore, smallPicture, type Uploaded, upload } from './restores';
import { balanceOf, calm } from './standIns';
import { until } from './until';

const MEMORY_LIMIT_MB = 900;

let person: Person;
let scan: Buffer;
const table: { file: string; outcome: string }[] = [];
let peakMb = 0;

/** The largest peak any backend process ever had, as the kernel counts it (VmHWM), in MB. */
function peakOfBackend(): number {
  const peaks = readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.includes('functionsEmulatorRuntime')) return [];
      return [Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024];
    } catch {
      return [];
    }
  });
  return Math.max(0, ...peaks);
}

beforeAll(async () => {
  await calm();
  scan = await smallPicture();
});
beforeEach(async () => {
  person = await newPerson();
  expect(await credits(person)).toBe(1);
});
afterAll(() => {
  process.stdout.write('\nFiles put straight into Storage\n');
  for (const { file, outcome } of table) process.stdout.write(`${file.padEnd(44)} ${outcome}\n`);
  process.stdout.write(`Largest backend process so far: ${peakMb.toFixed(0)} MB\n`);
});

/** Right after the picture's start marker, as cameras write them. */
const withSegment = (jpeg: Buffer, segment: Buffer) => Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);

function paddedTo(bytes: number): Buffer {
  const parts: Buffer[] = [];
  for (let left = bytes - scan.length; left > 0; ) {
    const size = Math.min(left - 4 > 0 && left - 4 < 65_000 ? left : 65_000, left);
    const segment = Buffer.alloc(size, 0x20);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(size - 2, 2);
    parts.push(segment);
    left -= size;
  }
  return withSegment(scan, Buffer.concat(parts));
}

/** A JPEG whose header claims a size its few bytes do not hold: what a decompression bomb looks like from outside. */
function claiming(width: number, height: number): Buffer {
  const bytes = Buffer.from(scan);
  const frame = bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

async function outcomeOf(uploaded: Uploaded): Promise<string> {
  if (uploaded.status !== 200) return `refused by the rules (${uploaded.status})`;
  const { error } = await restore(person, uploaded);
  await until('the file was judged', async () =>
    (await photoOf(uploaded.photoId)) || (await filesOf(person, uploaded.photoId)).length === 0 ? true : undefined,
  );
  const photo = await photoOf(uploaded.photoId);
  peakMb = Math.max(peakMb, peakOfBackend());
  return photo ? 'accepted' : `refused ${error?.details?.code ?? error?.status}`;
}

/** Uploads, asks for the restore, and notes what came of it. */
async function attempt(
  file: string,
  bytes: Buffer,
  contentEncoding?: string,
): Promise<{ outcome: string; uploaded: Uploaded }> {
  const uploaded = await upload(person, { bytes, ...(contentEncoding ? { contentEncoding } : {}) });
  const outcome = await outcomeOf(uploaded);
  table.push({ file, outcome });
  return { outcome, uploaded };
}

const REFUSED: [file: string, reason: string, make: () => Buffer | Promise<Buffer>][] = [
  ['25 MB and one byte', 'by the rules (403)', () => paddedTo(MAX_UPLOAD_BYTES + 1)],
  [
    'SVG named .jpg',
    'invalid_image',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['HTML named .jpg', 'invalid_image', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['PNG named .jpg', 'invalid_image', () => sharp(scan).png().toBuffer()],
  ['16-bit PNG named .jpg', 'invalid_image', () => sharp(scan).toColourspace('rgb16').png().toBuffer()],
  ['polyglot: JPEG, then HTML', 'invalid_image', () => Buffer.concat([scan, Buffer.from('<script>alert(1)</script>')])],
  [
    'polyglot: JPEG, then a ZIP',
    'invalid_image',
    () => Buffer.concat([scan, Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]),
  ],
  ['truncated', 'invalid_image', () => scan.subarray(0, scan.length / 2)],
  [
    'truncated, with an end marker glued on',
    'invalid_image',
    () => Buffer.concat([scan.subarray(0, scan.length / 2), Buffer.from([0xff, 0xd9])]),
  ],
  ['14000 x 14000 px claimed', 'image_too_large', () => claiming(14_000, 14_000)],
  [
    '14000 x 14000 px in fact',
    'image_too_large',
    () =>
      sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: '#777' }, limitInputPixels: false })
        .jpeg({ quality: 20 })
        .toBuffer(),
  ],
  ['1 x 1 px', 'invalid_image', () => sharp(scan).resize(1, 1).jpeg().toBuffer()],
  ['1 x 20000 px', 'image_too_large', () => sharp(scan).resize(1, 20_000, { fit: 'fill' }).jpeg().toBuffer()],
  ['empty', 'by the rules (403)', () => Buffer.alloc(0)],
];

describe('refused, and nothing is debited or kept', () => {
  test.each(REFUSED)('%s: %s', async (file, reason, make) => {
    const { outcome, uploaded } = await attempt(file, await make());
    expect(outcome).toBe(`refused ${reason}`);
    expect(await balanceOf(person)).toBe(1);
    expect(await filesOf(person, uploaded.photoId)).toEqual([]);
  });
});

test.each([
  ['gzipped JPEG', () => gzipSync(scan)],
  ['JPEG that claims to be gzipped', () => scan],
])('%s: invalid_image, whatever it inflates to; nothing is debited or kept', async (file, make) => {
  const { outcome, uploaded } = await attempt(file, make(), 'gzip');
  expect(outcome).toBe('refused invalid_image');
  expect(await balanceOf(person)).toBe(1);
  expect(await filesOf(person, uploaded.photoId)).toEqual([]);
});

const ACCEPTED: [string, () => Buffer | Promise<Buffer>][] = [
  ['exactly 25 MB', () => paddedTo(MAX_UPLOAD_BYTES)],
  ['grayscale', () => sharp(scan).grayscale().toColourspace('b-w').jpeg().toBuffer()],
  ['CMYK', () => sharp(scan).toColourspace('cmyk').jpeg().toBuffer()],
  ['progressive', () => sharp(scan).jpeg({ progressive: true }).toBuffer()],
];

describe('accepted, and restored', () => {
  test.each(ACCEPTED)('%s', async (file, make) => {
    const { outcome, uploaded } = await attempt(file, await make());
    expect(outcome).toBe('accepted');
    expect(await ended(uploaded.photoId)).toMatchObject({ status: 'succeeded' });
    expect(await balanceOf(person)).toBe(0);
  });
});

test('restored again, asked for three times at once: one photo, whose original opens by the URL it names', async () => {
  await admin().db.doc(`users/${person.uid}`).update({ restores_available: 3 });
  const uploaded = await upload(person, { bytes: scan });
  expect(await ended(uploaded.photoId)).toMatchObject({ status: 'succeeded' });
  const body = { photoId: uploaded.photoId, modelId: 'photoscaler', requestId: randomUUID() };
  await Promise.all([1, 2, 3].map(() => call('restore-again', body, person.idToken)));
  const again = await ended(body.requestId);
  expect(again.status).toBe('succeeded');
  expect((await fetch(again.original_url)).status).toBe(200);
  expect(await balanceOf(person)).toBe(1);
});

/** Bright above, dark below, whatever way the camera was held; with the place in it. */
async function turned(orientation: number): Promise<Buffer> {
  const upright = sharp({ create: { width: 64, height: 96, channels: 3, background: '#eee' } }).composite([
    { input: { create: { width: 64, height: 48, channels: 3, background: '#222' } }, left: 0, top: 48 },
  ]);
  const pixels = await upright.png().toBuffer();
  // What undoes each orientation, left and right being alike here: https://www.exif.org/Exif2-2.PDF, tag 0x0112
  const angle = [0, 0, 180, 180, 270, 270, 90, 90][orientation - 1];
  const raw = await sharp(pixels).rotate(angle).png().toBuffer();
  return sharp(raw)
    .withExif({ IFD0: { Make: 'Attic' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

describe('a camera’s file', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'EXIF orientation %i: upright before and after, without its place',
    async (orientation) => {
      const { outcome, uploaded } = await attempt(`EXIF ${orientation} with GPS`, await turned(orientation));
      expect(outcome).toBe('accepted');
      const photo = await ended(uploaded.photoId);
      expect(photo.status).toBe('succeeded');
      for (const path of [photo.original_path, photo.restored_path]) {
        const [bytes] = await admin()
          .bucket.file(path ?? '')
          .download();
        const { exif, orientation: left = 1, width, height } = await sharp(bytes).metadata();
        expect({ exif, left, isUpright: width < height }).toEqual({ exif: undefined, left: 1, isUpright: true });
        const { data } = await sharp(bytes)
          .resize(1, 8, { fit: 'fill' })
          .grayscale()
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(data[0]).toBeGreaterThan(150);
        expect(data[7]).toBeLessThan(110);
      }
    },
  );
});

test('no file makes a backend process take more than its room; somebody else’s upload cannot be named', async () => {
  expect(peakMb).toBeGreaterThan(50);
  expect(peakMb).toBeLessThan(MEMORY_LIMIT_MB);
  const uploaded = await upload(person, { bytes: scan });
  const stranger = await newPerson();
  const { error } = await call('replicate-restore', { imageUrl: uploaded.url, modelId: 'pureface' }, stranger.idToken);
  expect(error?.details?.code).toBe('not_your_upload');
});
