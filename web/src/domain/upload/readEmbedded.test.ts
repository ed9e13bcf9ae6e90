/** @jest-environment node */
import { factsOf, type PictureFacts, type PictureType, withFacts } from '@heirlight/imaging/metadata';
import { describe, expect, test } from '@jest/globals';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { aPhoto } from '../../test/samples';
import { encodePng } from '../saving/encodePng';
import { readEmbedded } from './readEmbedded';

const SIZE = { width: 37, height: 23 };
const facts: PictureFacts = {
  ...factsOf(
    aPhoto({
      tool: 'colorize',
      name: 'Zoë & <Mary>',
      date_text: '12 June 1943',
      caption: 'Großmutter in the garden, "about seven"',
      completed_at: new Date('2026-11-20T14:06:00Z'),
      embedded: {
        date: null,
        title: null,
        caption: null,
        source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/print',
        has_credentials: true,
        dpi: 600,
      },
      original_size: { ...SIZE, bytes: 1 },
      restored_size: { width: SIZE.width * 2, height: SIZE.height * 2, bytes: 1 },
    }),
  ),
};

/** Noise, so that no two pixels are alike. */
const pixels = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, index) =>
  index % 4 === 3 ? 255 : (index * 7919 + (index >> 3) * 104_729) % 256,
);
const picture = () => sharp(Buffer.from(pixels), { raw: { ...SIZE, channels: 4 } }).removeAlpha();

const ENCODERS: Record<string, { type: PictureType; bytes: () => Promise<Buffer> }> = {
  JPEG: { type: 'image/jpeg', bytes: () => picture().withIccProfile('srgb').jpeg().toBuffer() },
  PNG: { type: 'image/png', bytes: () => picture().png().toBuffer() },
  'lossy WebP': { type: 'image/webp', bytes: () => picture().webp().toBuffer() },
  'lossless WebP': { type: 'image/webp', bytes: () => picture().webp({ lossless: true }).toBuffer() },
  'extended WebP': { type: 'image/webp', bytes: () => picture().withIccProfile('srgb').webp().toBuffer() },
};

const joined = (parts: Uint8Array[]) => Buffer.concat(parts);
const raw = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();

/** What an independent reader finds. */
function readBack(bytes: Buffer) {
  const { exif, xmp, iptc, gps, icc, jfif } = ExifReader.load(bytes, { expanded: true });
  return {
    taken: exif?.DateTimeOriginal?.description,
    description: exif?.ImageDescription?.description,
    created: xmp?.DateCreated?.description,
    title: xmp?.title?.description,
    caption: xmp?.description?.description,
    source: xmp?.DigitalSourceType?.description,
    history: JSON.stringify(xmp?.History ?? null),
    headline: iptc?.['Object Name']?.description,
    dpi: [exif?.XResolution?.value, exif?.YResolution?.value, exif?.ResolutionUnit?.value],
    jfif: [jfif?.['Resolution Unit']?.value, jfif?.XResolution?.value, jfif?.YResolution?.value],
    hasPlace: gps !== undefined,
    hasProfile: icc !== undefined,
  };
}

describe.each(Object.entries(ENCODERS))('a %s', (format, { type, bytes }) => {
  test('says date, name, caption and how it was made, and is the same picture', async () => {
    const plain = await bytes();
    const saved = joined(withFacts(new Uint8Array(plain), facts));
    expect(await raw(saved)).toEqual(await raw(plain));
    const found = readBack(saved);
    expect(found).toMatchObject({
      taken: '1943:06:12 12:00:00',
      created: '1943-06-12',
      title: 'Zoë & <Mary>',
      caption: 'Großmutter in the garden, "about seven"',
      source: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
      hasPlace: false,
    });
    expect(found.history).toContain('Heirlight Colorize');
    expect(found.history).toContain('Content Credentials');
    if (format === 'JPEG') expect(found).toMatchObject({ hasProfile: true, headline: 'Zoë & <Mary>' });
    expect(await readEmbedded(new Blob([saved]))).toEqual({
      date: '1943-06-12T12:00:00',
      title: 'Zoë & <Mary>',
      caption: 'Großmutter in the garden, "about seven"',
      source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
      has_credentials: false,
      dpi: 1200,
    });
    expect(found.dpi).toEqual([[1200, 1], [1200, 1], 2]);
    // sharp reads none from a WebP.
    if (type !== 'image/webp') expect((await sharp(saved).metadata()).density).toBe(1200);
  });

  test('says only the latest, without the place that a phone had noted', async () => {
    const withPlace = await sharp(await bytes())
      .withExif({ IFD0: { ImageDescription: 'Old' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toFormat(type === 'image/png' ? 'png' : type === 'image/webp' ? 'webp' : 'jpeg')
      .toBuffer();
    expect(readBack(withPlace).hasPlace).toBe(true);
    const once = withFacts(new Uint8Array(withPlace), { ...facts, title: 'Before' });
    const saved = joined(withFacts(new Uint8Array(joined(once)), facts));
    expect(readBack(saved)).toMatchObject({ title: 'Zoë & <Mary>', hasPlace: false });
    expect(saved.includes('Before')).toBe(false);
    expect(await raw(saved)).toEqual(await raw(withPlace));
  });
});

test('the resolution stands in the header of JFIF too, which some programs read alone', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const header = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  const canvas = new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)]));
  expect(readBack(joined(withFacts(canvas, facts))).jfif).toEqual([1, 1200, 1200]);
  expect(readBack(joined(withFacts(canvas, { ...facts, dpi: null }))).jfif).toEqual([0, 1, 1]);
});

test('a resolution takes the place of that of the picture; without one that stays', async () => {
  const scan = await picture().withMetadata({ density: 300 }).png().toBuffer();
  const saved = joined(withFacts(new Uint8Array(scan), { ...facts, dpi: null }));
  expect((await sharp(saved).metadata()).density).toBe(300);
  const resized = joined(withFacts(new Uint8Array(scan), facts));
  expect((await sharp(resized).metadata()).density).toBe(1200);
  expect(resized.toString('latin1').match(/pHYs/g)).toHaveLength(1);
});

test('a date in words stays in words: EXIF says nothing, XMP the year and the words', async () => {
  const about = { ...facts, date: { created: '1943', words: 'about 1943' } };
  const saved = joined(withFacts(new Uint8Array(await picture().jpeg().toBuffer()), about));
  expect(readBack(saved)).toMatchObject({ taken: undefined, created: '1943' });
  expect(saved.includes('AOCircaDateCreated>about 1943<')).toBe(true);
});

test('what a scanner wrote is read from any of its fields; a file that says nothing gives nothing', async () => {
  const scanned = await picture()
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'Uncle Tom' }, IFD2: { DateTimeOriginal: '1950:01:02 03:04:05' } })
    .toBuffer();
  expect(await readEmbedded(new Blob([new Uint8Array(scanned)]))).toMatchObject({
    date: '1950-01-02T03:04:05',
    caption: 'Uncle Tom',
    source_type: null,
  });
  expect(await readEmbedded(new Blob([new Uint8Array(await picture().jpeg().toBuffer())]))).toBeNull();
  expect(await readEmbedded(new Blob(['no picture at all']))).toBeNull();
});

test('Content Credentials are noticed, and with them the strongest mark of AI', async () => {
  const uri = (type: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
  const read = async (says: string, jpeg: Buffer) => {
    const body = Buffer.from(`JP\0\0jumdc2pa----\0${says}`);
    const box = Buffer.concat([Buffer.of(0xff, 0xeb, 0, body.length + 2), body]);
    const marked = Buffer.concat([jpeg.subarray(0, 2), box, jpeg.subarray(2)]);
    return readEmbedded(new Blob([new Uint8Array(marked)]));
  };
  const plain = await picture().jpeg().toBuffer();
  const ai = uri('trainedAlgorithmicMedia');
  expect(await read('', plain)).toMatchObject({ has_credentials: true, source_type: null });
  expect(await read(`${uri('digitalCapture')} ${ai}`, plain)).toMatchObject({ source_type: ai });
  const written = joined(withFacts(new Uint8Array(plain), facts));
  expect(await read(ai, written)).toMatchObject({ source_type: ai });
  expect(await read(uri('algorithmicallyEnhanced'), written)).toMatchObject({
    source_type: uri('compositeWithTrainedAlgorithmicMedia'),
  });
});

describe('encodePng', () => {
  const rows = {
    ...SIZE,
    read: (from: number, count: number) => pixels.subarray(from * SIZE.width * 4, (from + count) * SIZE.width * 4),
  };

  test('writes every pixel, and what it is about', async () => {
    const png = Buffer.from(await (await encodePng(rows, facts)).arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', ...SIZE, channels: 3, depth: 'uchar' });
    expect(await raw(png)).toEqual(await picture().raw().toBuffer());
    expect(readBack(png)).toMatchObject({ title: 'Zoë & <Mary>', taken: '1943:06:12 12:00:00' });
  });

  test('a picture that cannot be read ends the file', async () => {
    const broken = {
      ...rows,
      read: () => {
        throw new Error('The bitmap is gone');
      },
    };
    await expect(encodePng(broken, facts)).rejects.toThrow('The bitmap is gone');
  });
});
