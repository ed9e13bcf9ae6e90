/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: a JPEG is a chain of marked segments up to the scan data. */
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const FIRST_APP = 0xe0;
const LAST_APP = 0xef;
/** JFIF, colour profile and Adobe's colour transform: what a decoder needs to show the right colours. */
const HARMLESS_APPS = new Set([0xe0, 0xe2, 0xee]);

/** Starts and ends exactly where a picture does: a cut file has no end marker, a polyglot has something around it. */
export function isWholeJpeg(bytes: Buffer): boolean {
  const startsRight = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  return startsRight && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}

/** Whether the file says more than its picture: place, camera, remarks, or a payload hidden in such a segment. */
export function carriesMetadata(bytes: Buffer): boolean {
  let offset = 2;
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1);
    if (marker === START_OF_SCAN) return false;
    const isApp = marker >= FIRST_APP && marker <= LAST_APP;
    if (marker === COMMENT || (isApp && !HARMLESS_APPS.has(marker))) return true;
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  // The chain broke before the scan: let the decoder judge it, by way of a fresh encoding.
  return true;
}
