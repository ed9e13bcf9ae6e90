import { exifTiff } from './exif';
import type { PictureFacts } from './facts';
import { iptcResource } from './iptc';
import { xmpPacket } from './xmp';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP13 = 0xed;

function segment(marker: number, header: string, data: Uint8Array): Bytes {
  const name = encoder.encode(header);
  const length = 2 + name.length + data.length;
  const made = new Uint8Array(2 + length);
  made.set([0xff, marker, length >> 8, length & 0xff]);
  made.set(name, 4);
  made.set(data, 4 + name.length);
  return made;
}

const JFIF = 'JFIF\0';
const DOTS_PER_INCH = 1;

/** The JFIF header with this resolution, which some programs read in place of EXIF's (ITU T.871, 10.1). */
function withDpi(header: Bytes, dpi: number | null): Bytes {
  if (dpi === null || new TextDecoder().decode(header.subarray(4, 9)) !== JFIF) return header;
  const made = Uint8Array.from(header);
  const view = new DataView(made.buffer);
  view.setUint8(11, DOTS_PER_INCH);
  view.setUint16(12, dpi);
  view.setUint16(14, dpi);
  return made;
}

/**
 * Returns a JPEG with these facts as parts, in order, without copying the picture. EXIF, XMP and IPTC that it had are
 * left out; the colour profile stays.
 */
export function jpegWith(bytes: Bytes, facts: PictureFacts): Bytes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Bytes[] = [];
  let at = 2;
  let first: Bytes | null = null;
  while (at + 4 <= bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Application segments and comments come first; the picture begins with what follows.
    if (!(marker >= APP0 && marker <= 0xef) && marker !== 0xfe) break;
    const whole = bytes.subarray(at, at + 2 + view.getUint16(at + 2));
    if (marker === APP0 && !first) first = whole;
    else if (marker !== APP1 && marker !== APP13) kept.push(whole);
    at += whole.length;
  }
  const iptc = iptcResource(facts);
  return [
    bytes.subarray(0, 2),
    ...(first ? [withDpi(first, facts.dpi)] : []),
    segment(APP1, 'Exif\0\0', exifTiff(facts)),
    segment(APP1, 'http://ns.adobe.com/xap/1.0/\0', encoder.encode(xmpPacket(facts))),
    ...(iptc.length > 0 ? [segment(APP13, '', iptc)] : []),
    ...kept,
    bytes.subarray(at),
  ];
}
