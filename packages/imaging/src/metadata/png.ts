import { exifTiff } from './exif';
import type { PictureFacts } from './facts';
import { xmpPacket } from './xmp';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('latin1');

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** The signature and the header chunk. */
const BEGINNING_BYTES = 33;
const XMP_KEYWORD = 'XML:com.adobe.xmp';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of https://www.w3.org/TR/png-3/#5CRC-algorithm. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** One chunk: length, type, data, checksum. */
export function pngChunk(type: string, data: Uint8Array): Bytes {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(encoder.encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

const INCHES_PER_METRE = 1 / 0.0254;
const PER_METRE = 1;

/** The pixels' size (https://www.w3.org/TR/png-3/#11pHYs). */
function physical(dpi: number): Bytes {
  const data = new Uint8Array(9);
  const view = new DataView(data.buffer);
  const perMetre = Math.round(dpi * INCHES_PER_METRE);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  view.setUint8(8, PER_METRE);
  return pngChunk('pHYs', data);
}

/** The chunks that say it, to stand between the header and the picture. */
export function pngFacts(facts: PictureFacts): Bytes[] {
  // Keyword, no compression, no language, no translated keyword: five zeros.
  const xmp = encoder.encode(`${XMP_KEYWORD}\0\0\0\0\0${xmpPacket(facts)}`);
  return [
    ...(facts.dpi === null ? [] : [physical(facts.dpi)]),
    pngChunk('eXIf', exifTiff(facts)),
    pngChunk('iTXt', xmp),
  ];
}

/** Returns a PNG with these facts as parts, in order, without copying the picture. What it said before is left out. */
export function pngWith(bytes: Bytes, facts: PictureFacts): Bytes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [bytes.subarray(0, BEGINNING_BYTES), ...pngFacts(facts)];
  let from = BEGINNING_BYTES;
  let at = from;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const type = decoder.decode(bytes.subarray(at + 4, at + 8));
    const isSize = type === 'pHYs' && facts.dpi !== null;
    const says = isSize || type === 'eXIf' || decoder.decode(bytes.subarray(at + 4, at + 25)) === `iTXt${XMP_KEYWORD}`;
    if (says) {
      parts.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return [...parts, bytes.subarray(from)];
}
