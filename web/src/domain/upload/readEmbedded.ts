import { MAX_CAPTION_LENGTH, MAX_DATE_TEXT_LENGTH, MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import { readPhotoDate, SOURCE_TYPE_URI } from '@heirlight/contract/metadata';
import type { Embedded } from '@heirlight/contract/photo';
import { tidyText } from '@heirlight/contract/photoText';
import { DIGITAL_SOURCE_TYPES } from '@heirlight/contract/tools';
import exifr from 'exifr';
import { HEADER_BYTES } from './pictureHeader';

/** How the Content Credentials of any format begin: a JUMBF description box with C2PA's type. */
const CREDENTIALS = 'jumdc2pa';

/** Blocks by their names; values as they are written. The place is not even parsed. */
const OPTIONS = {
  tiff: true,
  ifd0: { pick: ['ImageDescription'] },
  exif: { pick: ['DateTimeOriginal', 'DateTimeDigitized'] },
  gps: false,
  interop: false,
  ifd1: false,
  xmp: true,
  iptc: true,
  icc: false,
  jfif: false,
  mergeOutput: false,
  reviveValues: false,
  translateValues: false,
};

type Block = Record<string, unknown> | undefined;

/** The text of a field: as it is, or what XMP says in the language of whoever speaks no other. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return textOf(value[0]);
  return typeof value === 'object' && value !== null && 'value' in value ? textOf(value.value) : '';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of a field of XMP, which the reader leaves as XML has it. */
const xmpText = (value: unknown): string =>
  textOf(value).replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** The first of these that says anything. */
function firstOf(values: unknown[], longest: number): string | null {
  for (const value of values) {
    const text = tidyText(textOf(value), { longest });
    if (text) return text;
  }
  return null;
}

/** IPTC-IIM writes dates without hyphens. */
const iimDate = (value: unknown) => textOf(value).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** The file's Content Credentials and what follows them, as text; empty without any. */
function credentialsIn(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES));
  const at = text.indexOf(CREDENTIALS);
  return at === -1 ? '' : text.slice(at);
}

/** The strongest mark of AI: makers of pictures leave it in XMP, in Content Credentials, or in both. */
function sourceTypeOf(written: string | null, credentials: string): string | null {
  const known = DIGITAL_SOURCE_TYPES.map((type) => `${SOURCE_TYPE_URI}${type}`).reverse();
  return known.find((uri) => written === uri || credentials.includes(uri)) ?? written;
}

/**
 * Returns what a chosen file says about itself, or null if it says nothing or cannot be read. The upload is encoded anew
 * and carries none of it.
 */
export async function readEmbedded(file: Blob): Promise<Embedded | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read: Record<string, Block> = (await exifr.parse(bytes, OPTIONS).catch(() => undefined)) ?? {};
  const { ifd0, exif, dc, photoshop, iptc, Iptc4xmpExt } = read;
  const dates = [
    exif?.DateTimeOriginal,
    xmpText(photoshop?.DateCreated),
    iimDate(iptc?.DateCreated),
    exif?.DateTimeDigitized,
  ].map((value) => readPhotoDate(firstOf([value], MAX_DATE_TEXT_LENGTH) ?? '')?.created);
  const credentials = credentialsIn(bytes);
  const embedded: Embedded = {
    date: dates.find(Boolean) ?? null,
    title: firstOf([xmpText(dc?.title), iptc?.ObjectName], MAX_NAME_LENGTH),
    caption: firstOf([xmpText(dc?.description), ifd0?.ImageDescription, iptc?.Caption], MAX_CAPTION_LENGTH),
    source_type: sourceTypeOf(firstOf([xmpText(Iptc4xmpExt?.DigitalSourceType)], MAX_NAME_LENGTH), credentials),
    has_credentials: credentials !== '',
  };
  return Object.values(embedded).some(Boolean) ? embedded : null;
}
