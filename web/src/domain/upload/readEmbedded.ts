import { DPI, MAX_CAPTION_LENGTH, MAX_DATE_TEXT_LENGTH, MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import type { Embedded } from '@heirlight/contract/photo';
import { tidyText } from '@heirlight/contract/photoText';
import { DIGITAL_SOURCE_TYPES } from '@heirlight/contract/tools';
import { readPhotoDate, SOURCE_TYPE_URI } from '@heirlight/imaging/metadata';
import { type ExpandedTags, type IncludeTagsOptions, load } from 'exifreader';
import { HEADER_BYTES } from './pictureHeader';
import { personsWords, textOfByteString, textOfBytes, textOfComment, textOfWindows } from './writtenText';

/** How the Content Credentials of any format begin: a JUMBF description box with C2PA's type. */
const CREDENTIALS = new TextEncoder().encode('jumdc2pa');

/** What is read, by the names of the reader. The place is not even parsed. */
const INCLUDED: IncludeTagsOptions = {
  exif: [
    ...['ImageDescription', 'XPTitle', 'XPComment', 'DateTimeOriginal', 'DateTimeDigitized', 'UserComment'],
    ...['XResolution', 'ResolutionUnit'],
  ],
  jfif: ['XResolution', 'Resolution Unit'],
  iptc: true,
  xmp: true,
  png: true,
};

const valueIn = (tag: unknown): unknown =>
  typeof tag === 'object' && tag !== null && 'value' in tag ? tag.value : undefined;

const bytesOf = (tag: unknown): Uint8Array =>
  Uint8Array.from([valueIn(tag)].flat().filter((byte) => typeof byte === 'number'));

/** A text of EXIF, which may be several, each with its end. */
function exifText(tag: unknown): string {
  const texts: unknown[] = [valueIn(tag)].flat();
  const text = texts.find((part) => typeof part === 'string' && part.trim());
  return typeof text === 'string' ? textOfByteString(text) : textOfBytes(bytesOf(tag));
}

const iptcText = (tag: unknown): string => textOfBytes(bytesOf([tag].flat()[0]));

/** A text of XMP: as it is, or in the language of whoever speaks no other. */
function xmpText(tag: unknown): string {
  const value = valueIn(tag);
  if (typeof value === 'string') return textOfByteString(value);
  if (!Array.isArray(value)) return '';
  const isDefault = (item: { attributes?: Record<string, unknown> }) => item?.attributes?.lang === 'x-default';
  return xmpText(value.find(isDefault) ?? value[0]);
}

/** The first of these that a person wrote. */
function firstOf(texts: string[], longest: number): string | null {
  for (const text of texts) {
    const words = tidyText(personsWords(text), { longest });
    if (words) return words;
  }
  return null;
}

/** IPTC-IIM writes dates without hyphens. */
const iimDate = (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** The file's Content Credentials and what follows them, as text; empty without any. */
function credentialsIn(bytes: Uint8Array): string {
  const header = bytes.subarray(0, HEADER_BYTES);
  const [first = 0] = CREDENTIALS;
  // Most photos have none: they are not made into a text of as many letters.
  for (let at = header.indexOf(first); at !== -1; at = header.indexOf(first, at + 1)) {
    if (CREDENTIALS.every((byte, index) => header[at + index] === byte))
      return new TextDecoder('latin1').decode(header.subarray(at));
  }
  return '';
}

const INCHES_PER_CM = 1 / 2.54;
const INCHES_PER_METRE = 1 / 0.0254;
/** What programs write that do not know the resolution (EXIF 2.32, section 4.6.4). */
const UNKNOWN_DPI = 72;

const numberIn = (tag: unknown): number => {
  const value = valueIn(tag);
  if (!Array.isArray(value)) return typeof value === 'number' ? value : Number.NaN;
  // A ratio.
  const [above, below] = value;
  return typeof above === 'number' && typeof below === 'number' ? above / below : Number.NaN;
};

/** Pixels per inch. Of EXIF and TIFF 2 is an inch and 3 a centimetre, of JFIF one less; of PNG 1 is a metre. */
function dpiIn({ exif, jfif, png }: ExpandedTags): number | null {
  const perUnit = (tag: unknown, unit: number, units: Record<number, number>) => numberIn(tag) / (units[unit] ?? 0);
  const found = [
    perUnit(exif?.XResolution, exif?.ResolutionUnit?.value ?? 2, { 2: 1, 3: INCHES_PER_CM }),
    perUnit(jfif?.XResolution, jfif?.['Resolution Unit']?.value ?? 0, { 1: 1, 2: INCHES_PER_CM }),
    perUnit(png?.['Pixels Per Unit X'], png?.['Pixel Units']?.value ?? 0, { 1: INCHES_PER_METRE }),
  ];
  return found.map(Math.round).find((dpi) => dpi >= DPI.least && dpi <= DPI.most && dpi !== UNKNOWN_DPI) ?? null;
}

/** The strongest mark of AI: makers of pictures leave it in XMP, in Content Credentials, or in both. */
function sourceTypeOf(written: string | null, credentials: string): string | null {
  const known = DIGITAL_SOURCE_TYPES.map((type) => `${SOURCE_TYPE_URI}${type}`).reverse();
  return known.find((uri) => written === uri || credentials.includes(uri)) ?? written;
}

/** What is no picture has none. */
async function blocksIn(bytes: ArrayBuffer): Promise<ExpandedTags> {
  try {
    return await load(bytes, { async: true, expanded: true, includeTags: INCLUDED });
  } catch {
    return {};
  }
}

/**
 * Returns what a chosen file says about itself, or null if it says nothing or cannot be read. The upload is encoded anew
 * and carries none of it.
 */
export async function readEmbedded(file: Blob): Promise<Embedded | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await blocksIn(bytes.buffer);
  const { iptc, xmp, pngText } = read;
  const exif: Record<string, unknown> = { ...read.exif };
  const dates = [
    exifText(exif.DateTimeOriginal),
    xmpText(xmp?.DateTimeOriginal),
    xmpText(xmp?.DateCreated),
    iimDate(iptcText(iptc?.['Date Created'])),
    // When it was scanned, or when a camera made it.
    exifText(exif.DateTimeDigitized),
  ].map((text) => readPhotoDate(tidyText(text, { longest: MAX_DATE_TEXT_LENGTH }) ?? '')?.created);
  const titles = [
    xmpText(xmp?.title),
    iptcText(iptc?.['Object Name']),
    textOfByteString(pngText?.Title?.description ?? ''),
    textOfWindows(bytesOf(exif.XPTitle)),
  ];
  const captions = [
    xmpText(xmp?.description),
    exifText(exif.ImageDescription),
    iptcText(iptc?.['Caption/Abstract']),
    textOfByteString(pngText?.Description?.description ?? ''),
    textOfWindows(bytesOf(exif.XPComment)),
    textOfComment(bytesOf(exif.UserComment)),
  ];
  const credentials = credentialsIn(bytes);
  const embedded: Embedded = {
    date: dates.find(Boolean) ?? null,
    title: firstOf(titles, MAX_NAME_LENGTH),
    caption: firstOf(captions, MAX_CAPTION_LENGTH),
    source_type: sourceTypeOf(tidyText(xmpText(xmp?.DigitalSourceType), { longest: MAX_NAME_LENGTH }), credentials),
    has_credentials: credentials !== '',
    dpi: dpiIn(read),
  };
  return Object.values(embedded).some(Boolean) ? embedded : null;
}
