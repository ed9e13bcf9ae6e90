/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readEmbedded } from './readEmbedded';

const CASES = resolve(__dirname, '../../../testdata');

const read = (bytes: Uint8Array) => readEmbedded(new Blob([Uint8Array.from(bytes)]));

const TAG = { ImageDescription: 0x010e, XPTitle: 0x9c9b, XPComment: 0x9c9c, exifIfd: 0x8769 } as const;
const EXIF_TAG = { DateTimeOriginal: 0x9003, DateTimeDigitized: 0x9004, UserComment: 0x9286 } as const;
const TYPE = { byte: 1, ascii: 2, long: 4, undefined: 7 } as const;

type Field = [tag: number, type: number, bytes: Buffer];

/** A directory at `start`, all of whose values are stored after it. */
function directory(start: number, fields: Field[]): Buffer {
  const head = Buffer.alloc(2 + fields.length * 12 + 4);
  head.writeUInt16LE(fields.length);
  const values: Buffer[] = [];
  let free = start + head.length;
  fields.forEach(([tag, type, bytes], index) => {
    const at = 2 + index * 12;
    const value = bytes.length <= 4 && type !== TYPE.long ? Buffer.concat([bytes, Buffer.alloc(8)]) : bytes;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(type === TYPE.long ? 1 : value.length, at + 4);
    if (type === TYPE.long) value.copy(head, at + 8);
    else {
      head.writeUInt32LE(free, at + 8);
      values.push(value);
      free += value.length;
    }
  });
  return Buffer.concat([head, ...values]);
}

interface Said {
  ImageDescription?: Buffer;
  XPTitle?: Buffer;
  XPComment?: Buffer;
  DateTimeOriginal?: string;
  DateTimeDigitized?: string;
  UserComment?: Buffer;
  iptcCaption?: Buffer;
  /** Whether IPTC says that it is UTF-8. */
  marked?: boolean;
}

/** EXIF as scanners and cameras write it, byte by byte. */
function exifOf(said: Said): Buffer {
  const end = Buffer.of(0);
  const main: Field[] = [];
  if (said.ImageDescription) {
    main.push([TAG.ImageDescription, TYPE.ascii, Buffer.concat([said.ImageDescription, end])]);
  }
  const exif: Field[] = (['DateTimeOriginal', 'DateTimeDigitized'] as const).flatMap((name): Field[] => {
    const date = said[name];
    return date ? [[EXIF_TAG[name], TYPE.ascii, Buffer.from(`${date}\0`)]] : [];
  });
  if (said.UserComment) exif.push([EXIF_TAG.UserComment, TYPE.undefined, said.UserComment]);
  const link = Buffer.alloc(4);
  const windows: Field[] = (['XPTitle', 'XPComment'] as const).flatMap((name): Field[] => {
    const text = said[name];
    return text ? [[TAG[name], TYPE.byte, text]] : [];
  });
  const fields: Field[] = [...main, [TAG.exifIfd, TYPE.long, link], ...windows];
  const exifAt = 8 + directory(8, fields).length;
  link.writeUInt32LE(exifAt);
  const header = Buffer.from('49492a0008000000', 'hex');
  return Buffer.concat([header, directory(8, fields), directory(exifAt, exif)]);
}

function segment(marker: number, name: string, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + name.length + data.length, 2);
  return Buffer.concat([head, Buffer.from(name, 'latin1'), data]);
}

function iptcOf({ iptcCaption, marked }: Said): Buffer[] {
  if (!iptcCaption) return [];
  const mark = marked ? Buffer.from('1c015a00031b2547', 'hex') : Buffer.alloc(0);
  const data = Buffer.concat([mark, Buffer.of(0x1c, 2, 120, 0, iptcCaption.length), iptcCaption]);
  const head = Buffer.from([0x04, 0x04, 0, 0, 0, 0, 0, data.length]);
  return [segment(0xed, 'Photoshop 3.0\x008BIM', Buffer.concat([head, data, Buffer.alloc(data.length % 2)]))];
}

const plain = sharp({ create: { width: 16, height: 12, channels: 3, background: 'red' } });

async function jpegOf(said: Said): Promise<Buffer> {
  const jpeg = await plain.clone().jpeg().toBuffer();
  const own = [segment(0xe1, 'Exif\0\0', exifOf(said)), ...iptcOf(said)];
  return Buffer.concat([jpeg.subarray(0, 2), ...own, jpeg.subarray(2)]);
}

const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16(text).swap16();
const coded = (code: string, text: Buffer) => Buffer.concat([Buffer.from(code.padEnd(8, '\0')), text]);
const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex');

const SHIFT_JIS_TANAKA = hex('93 63 92 86 91 be 98 59');
const SHIFT_JIS_KYOTO = hex('8b 9e 93 73 82 c5 20 31 39 35 38');

const CAPTIONS: [kind: string, said: Said, caption: string | null][] = [
  ['EXIF in UTF-8', { ImageDescription: utf8('Großmutter, Łódź') }, 'Großmutter, Łódź'],
  ['EXIF in UTF-8, cut within a letter', { ImageDescription: utf8('Müller, Köln').subarray(0, -4) }, 'Müller, K'],
  ['EXIF in Latin-1', { ImageDescription: latin1('Großmutter in Köln') }, 'Großmutter in Köln'],
  ['EXIF in Latin-1, an accent last', { ImageDescription: latin1('Au café') }, 'Au café'],
  ['EXIF in Latin-1, two accents in a row', { ImageDescription: latin1('Été à la mer, créée') }, 'Été à la mer, créée'],
  ['EXIF in Shift-JIS', { ImageDescription: SHIFT_JIS_TANAKA }, '田中太郎'],
  ['EXIF in Shift-JIS, with kana and a year', { ImageDescription: SHIFT_JIS_KYOTO }, '京都で 1958'],
  ['EXIF in Shift-JIS, one letter', { ImageDescription: hex('95 ea') }, '母'],
  ['EXIF in Shift-JIS, cut within a letter', { ImageDescription: SHIFT_JIS_TANAKA.subarray(0, -1) }, '田中太'],
  ['EXIF in Cyrillic of Windows: not known, so nothing', { ImageDescription: hex('c1 e0 e1 f3 f8 ea e0') }, null],
  ['EXIF in Polish of Windows: not known, so nothing', { ImageDescription: hex('a3 f3 64 bc') }, null],
  ['EXIF in Polish, a sign in a word: not known', { ImageDescription: hex('57 61 b3 ea 73 61') }, null],
  ['EXIF of an old Mac, a sign in a word: not known', { ImageDescription: hex('47 72 6f a7 6d 61 6d 61') }, null],
  ['EXIF in Greek of Windows, a capital in a word', { ImageDescription: hex('61 d0 62') }, null],
  [
    'EXIF in Latin-1, with signs',
    { ImageDescription: latin1('¿Qué? £5, 3 m³, It´s Il·lusió') },
    '¿Qué? £5, 3 m³, It´s Il·lusió',
  ],
  ['EXIF in Chinese of Windows: not known, so nothing', { ImageDescription: hex('c4 cc c4 cc') }, null],
  ['EXIF of several strings', { ImageDescription: utf8('\0Aunt Hilda\0\0') }, 'Aunt Hilda'],
  ['IPTC in UTF-8, marked', { iptcCaption: utf8('Großmutter'), marked: true }, 'Großmutter'],
  ['IPTC in UTF-8, not marked', { iptcCaption: utf8('Großmutter') }, 'Großmutter'],
  ['IPTC in Latin-1', { iptcCaption: latin1('Großmutter') }, 'Großmutter'],
  ['IPTC in Latin-1, marked as UTF-8', { iptcCaption: latin1('Großmutter'), marked: true }, 'Großmutter'],
  ['IPTC in Shift-JIS', { iptcCaption: SHIFT_JIS_TANAKA }, '田中太郎'],
  ['XPComment', { XPComment: utf16('Großmutter, Łódź\0') }, 'Großmutter, Łódź'],
  ['XPComment, half a letter', { XPComment: hex('00 d8 41 00') }, null],
  ['UserComment, ASCII', { UserComment: coded('ASCII', utf8('In the garden')) }, 'In the garden'],
  ['UserComment, ASCII that is Latin-1', { UserComment: coded('ASCII', latin1('Köln')) }, 'Köln'],
  ['UserComment, UNICODE, low byte first', { UserComment: coded('UNICODE', utf16('Köln, Łódź')) }, 'Köln, Łódź'],
  ['UserComment, UNICODE, high byte first', { UserComment: coded('UNICODE', utf16be('Köln, Łódź')) }, 'Köln, Łódź'],
  ['UserComment, UNICODE, marked', { UserComment: coded('UNICODE', utf16be('\ufeff田中太郎')) }, '田中太郎'],
  ['UserComment, UNICODE in Cyrillic', { UserComment: coded('UNICODE', utf16be('Бабушка')) }, 'Бабушка'],
  ['UserComment, JIS with escapes', { UserComment: coded('JIS', hex('1b 24 42 45 44 43 66 1b 28 42')) }, '田中'],
  ['UserComment, JIS that is Shift-JIS', { UserComment: coded('JIS', SHIFT_JIS_TANAKA) }, '田中太郎'],
  ['UserComment without a code', { UserComment: utf8('In the garden') }, 'In the garden'],
  ['UserComment, undefined', { UserComment: coded('', utf8('In the garden')) }, 'In the garden'],
  ['UserComment, empty', { UserComment: coded('ASCII', Buffer.alloc(40)) }, null],
  ['UserComment with settings', { UserComment: coded('ASCII', utf8('{"filter":0,"sceneMode":8}')) }, null],
  [
    "a camera's caption, and a person's elsewhere",
    { ImageDescription: utf8('OLYMPUS DIGITAL CAMERA         '), iptcCaption: utf8('Aunt Hilda') },
    'Aunt Hilda',
  ],
];

test.each(CAPTIONS)('caption: %s', async (_kind, said, caption) => {
  expect((await read(await jpegOf(said)))?.caption ?? null).toBe(caption);
});

test('a text without an end costs nothing', async () => {
  const said = { ImageDescription: Buffer.alloc(400_000, latin1('Köln ')) };
  expect((await read(exifOf(said)))?.caption).toMatch(/^(Köln )+/);
});

test('a title as Windows writes it', async () => {
  expect((await read(await jpegOf({ XPTitle: utf16('Oma\0') })))?.title).toBe('Oma');
});

const CAMERAS = [
  ...['OLYMPUS DIGITAL CAMERA', 'SONY DSC', 'KODAK EASYSHARE C743 ZOOM DIGITAL CAMERA', 'Minolta DSC'],
  ...['KONICA MINOLTA DIGITAL CAMERA', 'Konica Digital Camera', 'DIGITAL CAMERA', 'Digital StillCamera'],
  ...['DCIM\\100MEDIA\\DJI_0001.JPG', 'DCIM/100GOPRO/G001.JPG', 'SAMSUNG', 'SAMSUNG CAMERA PICTURES'],
  ...['My beautiful picture', 'Default', 'Exif_JPEG_PICTURE', 'Exif JPEG', 'binary comment', 'charset=Ascii'],
  ...['Created with GIMP', 'Created with The GIMP', 'LEAD Technologies Inc. V1.01', 'Untitled', 'Screenshot'],
  ...['cof', 'oznor', 'sdr_HDRB', '<?xml version="1.0"?>'],
];
test.each(CAMERAS)('a caption that nobody wrote: %s', async (words) => {
  expect(await read(await jpegOf({ ImageDescription: utf8(words) }))).toBeNull();
});

test.each([
  ...[
    'Grandpa with his first digital camera',
    'Nora',
    'Default of the bank, 1931',
    'Samsung street',
    'Kodak fair 1958',
  ],
  ...['<3 Grandma', 'Untitled, by Rosa', 'Hdr. Jensen', 'Sony and Ann'],
])('a caption that a person wrote: %s', async (words) => {
  expect((await read(await jpegOf({ ImageDescription: utf8(words) })))?.caption).toBe(words);
});

test('a program’s mark before the words is left out', async () => {
  const said = { UserComment: coded('ASCII', utf8('charset=Ascii In the garden')) };
  expect((await read(await jpegOf(said)))?.caption).toBe('In the garden');
});

describe('dates', () => {
  const taken = '1943:06:12 14:05:00';
  const scanned = '2004:05:06 07:08:09';

  test.each<[kind: string, said: Said, date: string | null]>([
    ['when it was taken', { DateTimeOriginal: taken, DateTimeDigitized: scanned }, '1943-06-12T14:05:00'],
    ['when it was scanned, alone', { DateTimeDigitized: scanned }, '2004-05-06T07:08:09'],
    [
      'zeros, and when it was scanned',
      { DateTimeOriginal: '0000:00:00 00:00:00', DateTimeDigitized: scanned },
      '2004-05-06T07:08:09',
    ],
    ['zeros', { DateTimeOriginal: '0000:00:00 00:00:00' }, null],
  ])('%s', async (_kind, said, date) => {
    expect((await read(await jpegOf(said)))?.date ?? null).toBe(date);
  });
});

/** XMP as photo programs write it. */
const xmpWith = (fields: string, attributes = '') =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
  `xmlns:exif="http://ns.adobe.com/exif/1.0/"${attributes}>${fields}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const titleIn = (...texts: [lang: string, text: string][]) => {
  const items = texts.map(([lang, text]) => `<rdf:li xml:lang="${lang}">${text}</rdf:li>`);
  return `<dc:title><rdf:Alt>${items.join('')}</rdf:Alt></dc:title>`;
};

test('XMP says when a photo was taken, and its title in another language where there is no default', async () => {
  const xmp = xmpWith(titleIn(['de', 'Tante'], ['fr', 'Tata']), ' exif:DateTimeOriginal="1943-06-12T14:05:00"');
  const bytes = await plain.clone().withXmp(xmp).jpeg().toBuffer();
  expect(await read(bytes)).toMatchObject({ title: 'Tante', date: '1943-06-12T14:05:00' });
});

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
test.each(FORMATS)('EXIF and XMP are read from %s', async (format) => {
  const own = { IFD0: { ImageDescription: 'Aunt Hilda' }, IFD2: { DateTimeDigitized: '1987:07:04 10:00:00' } };
  const xmp = xmpWith(titleIn(['de', 'Tante'], ['x-default', 'Aunt &amp; dog']));
  const bytes = await plain.clone().withExif(own).withXmp(xmp).toFormat(format).toBuffer();
  expect(await read(bytes)).toMatchObject({
    caption: 'Aunt Hilda',
    date: '1987-07-04T10:00:00',
    // sharp writes it into PNGs in a form that few read. What photo programs write is read in readEmbedded.test.ts.
    title: format === 'png' ? null : 'Aunt & dog',
  });
});

test('EXIF is read from TIFF, whose first directory is its own', async () => {
  const said = { ImageDescription: latin1('Großmutter'), DateTimeDigitized: '1987:07:04 10:00:00' };
  expect(await read(exifOf(said))).toMatchObject({ caption: 'Großmutter', date: '1987-07-04T10:00:00' });
});

test('texts of PNG are read', async () => {
  const png = await plain.clone().png().toBuffer();
  const text = Buffer.concat([Buffer.alloc(4), latin1('tEXtDescription\0Köln'), Buffer.alloc(4)]);
  text.writeUInt32BE(text.length - 12);
  const itxt = Buffer.concat([Buffer.alloc(4), utf8('iTXtTitle\0\0\0\0\0Łódź'), Buffer.alloc(4)]);
  itxt.writeUInt32BE(itxt.length - 12);
  const bytes = Buffer.concat([png.subarray(0, 33), text, itxt, png.subarray(33)]);
  expect(await read(bytes)).toMatchObject({ caption: 'Köln', title: 'Łódź' });
});

describe('the resolution', () => {
  test.each(['jpeg', 'png', 'tiff', 'webp'] as const)('%s', async (format) => {
    expect((await read(await plain.clone().withMetadata({ density: 600 }).toFormat(format).toBuffer()))?.dpi).toBe(600);
  });

  /** A JFIF header alone, without EXIF. */
  const jfif = async (unit: number, density: number) => {
    const jpeg = await plain.clone().jpeg().toBuffer();
    const header = segment(0xe0, 'JFIF\0', Buffer.of(1, 1, unit, density >> 8, density & 0xff, 0, 1, 0, 0));
    return (await read(Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)])))?.dpi ?? null;
  };
  test('of JFIF, in inches, centimetres or not at all', async () => {
    expect(await jfif(1, 600)).toBe(600);
    expect(await jfif(2, 236)).toBe(599);
    expect(await jfif(0, 600)).toBeNull();
  });
  test('what is written for an unknown one is none', async () => {
    expect(await jfif(1, 72)).toBeNull();
    expect(await jfif(1, 1)).toBeNull();
  });
  test('TIFF in centimetres', async () => {
    const tiff = await plain.clone().tiff({ xres: 10, yres: 10, resolutionUnit: 'cm' }).toBuffer();
    expect((await read(tiff))?.dpi).toBe(254);
  });
});

const NOTHING = { title: null, source_type: null, has_credentials: false, dpi: null };
test.each([
  ['d-latin1.jpg', { date: '2004-05-06T07:08:09', caption: 'Großmutter in Köln' }],
  ['d-olympus.jpg', { date: '2004-05-06T07:08:09', caption: null }],
  ['e-dtd-only.jpg', { date: '1994-05-06T07:08:09', caption: null }],
  ['e-iptc-utf8.jpg', { date: null, caption: 'Großmutter in Köln' }],
  ['e-webp.webp', { date: '1987-07-04T10:00:00', caption: 'Aunt Hilda' }],
  ['portrait.heic', { date: '1890-05-04T10:30:00', caption: 'Mother Mary, Adelaide' }],
])('what %s says', async (file, said) => {
  expect(await read(readFileSync(resolve(CASES, file)))).toEqual({ ...NOTHING, ...said });
});
