import { exifTiff } from './exif';
import type { PictureFacts } from './facts';
import { xmpPacket } from './xmp';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('latin1');

const FLAG = { xmp: 0x04, exif: 0x08, alpha: 0x10 } as const;

interface Chunk {
  type: string;
  data: Bytes;
}

function chunksOf(bytes: Bytes): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    chunks.push({ type: decoder.decode(bytes.subarray(at, at + 4)), data: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function written({ type, data }: Chunk): Bytes[] {
  const head = new Uint8Array(8);
  head.set(encoder.encode(type));
  new DataView(head.buffer).setUint32(4, data.length, true);
  return [head, data, ...(data.length % 2 ? [new Uint8Array(1)] : [])];
}

/** The extended header of a plain file, from the header of its picture (RFC 9649, sections 2.5 to 2.7). */
function extended({ type, data }: Chunk): Bytes {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const made = new Uint8Array(10);
  const put = (width: number, height: number) => {
    const header = new DataView(made.buffer);
    // Two numbers of 24 bits, each less one.
    header.setUint16(4, (width - 1) & 0xffff, true);
    header.setUint8(6, (width - 1) >> 16);
    header.setUint16(7, (height - 1) & 0xffff, true);
    header.setUint8(9, (height - 1) >> 16);
  };
  if (type === 'VP8L') {
    const bits = view.getUint32(1, true);
    put((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
    if ((bits >> 28) & 1) made[0] = FLAG.alpha;
  } else put(view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff);
  return made;
}

/** Returns a WebP with these facts as parts, in order, without copying the picture. What it said before is left out. */
export function webpWith(bytes: Bytes, facts: PictureFacts): Bytes[] {
  const chunks = chunksOf(bytes).filter(({ type }) => type !== 'EXIF' && type !== 'XMP ');
  const [first] = chunks;
  if (!first) return [bytes];
  const header = first.type === 'VP8X' ? Uint8Array.from(first.data) : extended(first);
  header[0] = (header[0] ?? 0) | FLAG.xmp | FLAG.exif;
  const pictures = first.type === 'VP8X' ? chunks.slice(1) : chunks;
  const body = [
    { type: 'VP8X', data: header },
    ...pictures,
    { type: 'EXIF', data: exifTiff(facts) },
    { type: 'XMP ', data: encoder.encode(xmpPacket(facts)) },
  ].flatMap(written);
  const riff = Uint8Array.from(bytes.subarray(0, 12));
  const size = body.reduce((sum, part) => sum + part.length, 4);
  new DataView(riff.buffer).setUint32(4, size, true);
  return [riff, ...body];
}
