import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { balanceOf, bucket, db } from '../src/admin';
import { calm } from '../src/emulators';
import { call, newPerson, type Person } from '../src/people';
import { smallPicture } from '../src/pictures';
import { credits, ended, filesOf, photoOf, restore, type Uploaded, upload } from '../src/restores';
import { until } from '../src/until';

const MEMORY_LIMIT_MB = 900;

let person: Person;
let scan: Buffer;
const table: { file: string; outcome: string }[] = [];
let peakMb = 0;

/** A process of firebase-tools' Functions emulator, or the functions host. */
const BACKEND = /functionsEmulatorRuntime|local-suite\/dist\/functions\.mjs/;

/** The largest memory peak of any backend process so far, as the kernel counts it (VmHWM), in MB. */
function peakOfBackend(): number {
  const peaks = readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!BACKEND.test(command)) return [];
      return [Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024];
    } catch {
      return [];
    }
  });
  return Math.max(0, ...peaks);
}

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

/** Uploads a file, asks for the restore, and notes what came of it. */
async function attempt({
  file,
  make,
  contentEncoding,
}: UploadedFile): Promise<{ outcome: string; uploaded: Uploaded }> {
  const uploaded = await upload(person, { bytes: await make(), ...(contentEncoding ? { contentEncoding } : {}) });
  const outcome = await outcomeOf(uploaded);
  table.push({ file, outcome });
  return { outcome, uploaded };
}

interface UploadedFile {
  file: string;
  make: () => Buffer | Promise<Buffer>;
  /** What the upload claims the bytes are packed with. */
  contentEncoding?: string;
  /** Tried by `npm test`; the long tests try all. */
  isOrdinary?: boolean;
}

const HTML = '<!doctype html><script>alert(1)</script>';

const REFUSED: (UploadedFile & { reason: string })[] = [
  {
    file: '25 MB and one byte',
    reason: 'by the rules (403)',
    make: () => paddedTo(MAX_UPLOAD_BYTES + 1),
    isOrdinary: true,
  },
  {
    file: 'SVG named .jpg',
    reason: 'invalid_image',
    make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    isOrdinary: true,
  },
  {
    file: 'HTML named .jpg',
    reason: 'invalid_image',
    make: () => Buffer.from(HTML),
  },
  { file: 'PNG named .jpg', reason: 'invalid_image', make: () => sharp(scan).png().toBuffer() },
  {
    file: '16-bit PNG named .jpg',
    reason: 'invalid_image',
    make: () => sharp(scan).toColourspace('rgb16').png().toBuffer(),
  },
  { file: 'truncated', reason: 'invalid_image', make: () => scan.subarray(0, scan.length / 2) },
  {
    file: 'truncated, with an end marker glued on',
    reason: 'invalid_image',
    make: () => Buffer.concat([scan.subarray(0, scan.length / 2), Buffer.from([0xff, 0xd9])]),
    isOrdinary: true,
  },
  {
    file: '14000 x 14000 px claimed',
    reason: 'image_too_large',
    make: () => claiming(14_000, 14_000),
    isOrdinary: true,
  },
  {
    file: '14000 x 14000 px in fact',
    reason: 'image_too_large',
    make: () =>
      sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: '#777' }, limitInputPixels: false })
        .jpeg({ quality: 20 })
        .toBuffer(),
  },
  { file: '1 x 1 px', reason: 'invalid_image', make: () => sharp(scan).resize(1, 1).jpeg().toBuffer() },
  {
    file: '1 x 20000 px',
    reason: 'image_too_large',
    make: () => sharp(scan).resize(1, 20_000, { fit: 'fill' }).jpeg().toBuffer(),
  },
  { file: 'empty', reason: 'by the rules (403)', make: () => Buffer.alloc(0) },
  { file: 'gzipped JPEG', reason: 'invalid_image', make: () => gzipSync(scan), contentEncoding: 'gzip' },
  {
    file: 'JPEG that claims to be gzipped',
    reason: 'invalid_image',
    make: () => scan,
    contentEncoding: 'gzip',
    isOrdinary: true,
  },
];

const ACCEPTED: UploadedFile[] = [
  { file: 'exactly 25 MB', make: () => paddedTo(MAX_UPLOAD_BYTES), isOrdinary: true },
  { file: 'grayscale', make: () => sharp(scan).grayscale().toColourspace('b-w').jpeg().toBuffer() },
  { file: 'CMYK', make: () => sharp(scan).toColourspace('cmyk').jpeg().toBuffer(), isOrdinary: true },
  { file: 'progressive', make: () => sharp(scan).jpeg({ progressive: true }).toBuffer() },
  { file: 'JPEG, then HTML', make: () => Buffer.concat([scan, Buffer.from(HTML)]), isOrdinary: true },
  {
    file: 'JPEG, then a ZIP',
    make: () => Buffer.concat([scan, Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]),
  },
  { file: 'JPEG, then a second one', make: () => Buffer.concat([scan, scan]) },
];

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The only one that swaps width and height and is written by phones. */
const ORDINARY_ORIENTATION = 6;

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

/** Tests what becomes of files that are put straight into Storage, past the checks of the page. */
export function testUploadedFiles({ isLong }: { isLong: boolean }): void {
  const chosen = <T extends UploadedFile>(files: T[]) => files.filter(({ isOrdinary }) => isLong || isOrdinary);

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

  describe('refused, and nothing is debited or kept', () => {
    test.each(chosen(REFUSED))('$file: $reason', async ({ reason, ...file }) => {
      const { outcome, uploaded } = await attempt(file);
      expect(outcome).toBe(`refused ${reason}`);
      expect(await balanceOf(person.uid)).toBe(1);
      expect(await filesOf(person, uploaded.photoId)).toEqual([]);
    });
  });

  describe('accepted, and restored', () => {
    test.each(chosen(ACCEPTED))('$file', async (file) => {
      const { outcome, uploaded } = await attempt(file);
      expect(outcome).toBe('accepted');
      const photo = await ended(uploaded.photoId);
      expect(photo.status).toBe('succeeded');
      expect(await balanceOf(person.uid)).toBe(0);
      const [stored] = await bucket.file(photo.original_path).download();
      // One end, and nothing behind it.
      expect(stored.indexOf(Buffer.from([0xff, 0xd9]))).toBe(stored.length - 2);
    });
  });

  test('restored again, three times at once: one photo, whose original opens by the URL it names', async () => {
    await db.doc(`users/${person.uid}`).update({ restores_available: 3 });
    const uploaded = await upload(person, { bytes: scan });
    expect(await ended(uploaded.photoId)).toMatchObject({ status: 'succeeded' });
    const body = { photoId: uploaded.photoId, modelId: 'photoscaler', requestId: randomUUID() };
    await Promise.all([1, 2, 3].map(() => call('restore-again', body, person.idToken)));
    const again = await ended(body.requestId);
    expect(again.status).toBe('succeeded');
    expect((await fetch(again.original_url)).status).toBe(200);
    expect(await balanceOf(person.uid)).toBe(1);
  });

  test('how an upload is served, and by which token, is the server’s choice', async () => {
    const uploaded = await upload(person, {
      bytes: scan,
      metadata: { contentDisposition: 'attachment; filename="run.exe"', cacheControl: 'public', downloadToken: 'me' },
    });
    const { original_url } = await ended(uploaded.photoId);
    const { status, headers } = await fetch(original_url);
    expect([status, headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      200,
      // The emulator adds the file's name.
      expect.stringMatching(/^inline(;|$)/),
      'private, max-age=31536000, immutable',
    ]);
    expect(new URL(original_url).searchParams.get('token')).toMatch(/^[0-9a-f]{32}$/);
  });

  describe('a camera’s file', () => {
    test.each(isLong ? ORIENTATIONS : [ORDINARY_ORIENTATION])(
      'EXIF orientation %i: upright before and after, without its place',
      async (orientation) => {
        const make = () => turned(orientation);
        const { outcome, uploaded } = await attempt({ file: `EXIF ${orientation} with GPS`, make });
        expect(outcome).toBe('accepted');
        const photo = await ended(uploaded.photoId);
        expect(photo.status).toBe('succeeded');
        for (const path of [photo.original_path, photo.restored_path]) {
          const [bytes] = await bucket.file(path ?? '').download();
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

  test('no file makes a backend process take more than its room', () => {
    expect(peakMb).toBeGreaterThan(50);
    expect(peakMb).toBeLessThan(MEMORY_LIMIT_MB);
  });

  test('somebody else’s upload cannot be named', async () => {
    const uploaded = await upload(person, { bytes: scan });
    const stranger = await newPerson();
    const body = { imageUrl: uploaded.url, modelId: 'pureface' };
    const { error } = await call('replicate-restore', body, stranger.idToken);
    expect(error?.details?.code).toBe('not_your_upload');
  });
}
