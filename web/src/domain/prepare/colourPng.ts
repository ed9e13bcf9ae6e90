import { PNG_SIGNATURE, pngChunk } from '@heirlight/imaging/metadata';
import type { Pixels } from './pixels';

/**
 * What a picture says about its colours: an ICC profile, or the code points of ITU-T H.273 for its primaries and its
 * curve.
 */
export type Colour = { icc: Uint8Array } | { primaries: number; transfer: number };

/** RFC 1950: a window of 32 KiB, no dictionary. */
const ZLIB_HEADER = [0x78, 0x01];
/** The longest block of RFC 1951 that is stored as it is. */
const BLOCK_BYTES = 65_535;
/** The most bytes that RFC 1950's sum takes before it is reduced. */
const ADLER_RUN = 5552;

function adlerOf(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(bytes.length, at + ADLER_RUN); at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

/** As zlib, stored and not made smaller: it is read again at once. */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES));
  const zlib = new Uint8Array(ZLIB_HEADER.length + blocks * 5 + bytes.length + 4);
  const view = new DataView(zlib.buffer);
  zlib.set(ZLIB_HEADER);
  let to = ZLIB_HEADER.length;
  for (let block = 0; block < blocks; block += 1) {
    const part = bytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    view.setUint8(to, block === blocks - 1 ? 1 : 0);
    view.setUint16(to + 1, part.length, true);
    view.setUint16(to + 3, part.length ^ 0xffff, true);
    zlib.set(part, to + 5);
    to += 5 + part.length;
  }
  view.setUint32(to, adlerOf(bytes));
  return zlib;
}

function colourChunk(colour: Colour): Uint8Array<ArrayBuffer> {
  if (!('icc' in colour)) return pngChunk('cICP', Uint8Array.of(colour.primaries, colour.transfer, 0, 1));
  const profile = stored(colour.icc);
  const data = new Uint8Array(3 + profile.length);
  // A name, its end, and that it is compressed by zlib.
  data.set([0x49, 0, 0]);
  data.set(profile, 3);
  return pngChunk('iCCP', data);
}

/** Returns the picture as a PNG with its colour profile: the browser's own colour engine then brings it to the screen's. */
export function colourPng({ width, height, data }: Pixels, colour: Colour): Blob {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits each of red, green, blue and opacity.
  header.set([8, 6], 8);
  const row = width * 4;
  // Each row begins with the number of its filter: none.
  const rows = new Uint8Array(height * (row + 1));
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  const parts = [
    pngChunk('IHDR', header),
    colourChunk(colour),
    pngChunk('IDAT', stored(rows)),
    pngChunk('IEND', new Uint8Array()),
  ];
  return new Blob([PNG_SIGNATURE, ...parts], { type: 'image/png' });
}
