/** What the first bytes of a file say about it: its true type and its size in pixels, without decoding it. */
export interface PictureHeader {
  type: 'image/png' | 'image/jpeg';
  /** Null if the size is beyond the given bytes. */
  size: { width: number; height: number } | null;
  /** A PNG as Apple's tools put it into apps, which no browser but Safari draws. It begins with a chunk of its own. */
  isApples: boolean;
}

/** Enough for a JPEG whose camera put its largest metadata blocks (64 KiB each) before the size. */
export const HEADER_BYTES = 512 * 1024;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** "CgBI". */
const APPLES_CHUNK = [0x43, 0x67, 0x42, 0x49];
const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/**
 * Returns the size in a JPEG's frame header (ITU T.81, B.2.2). Markers C4, C8 and CC lie in the range but are not
 * frames.
 */
function jpegSize(bytes: Uint8Array): PictureHeader['size'] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Reads the header (PNG: https://www.w3.org/TR/png-3/#11IHDR). Returns null if the bytes are neither PNG nor JPEG. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  if (startsWith(bytes, PNG_SIGNATURE)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isApples = APPLES_CHUNK.every((byte, index) => bytes[12 + index] === byte);
    const at = isApples ? 32 : 16;
    const size = bytes.length >= at + 8 ? { width: view.getUint32(at), height: view.getUint32(at + 4) } : null;
    return { type: 'image/png', size, isApples };
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { type: 'image/jpeg', size: jpegSize(bytes), isApples: false };
  return null;
}
