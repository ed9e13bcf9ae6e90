// Why: docs/decisions/2026-11-23-saved-files.md
import type { PictureType } from '@heirlight/contract/photo';
import type { PictureFacts } from './facts';
import { jpegWith } from './jpeg';
import { PNG_SIGNATURE, pngWith } from './png';
import { webpWith } from './webp';

export type { PictureType } from '@heirlight/contract/photo';
export type { PictureFacts } from './facts';
export { type PhotoDate, readPhotoDate } from './photoDate';
export {
  dateOfPhoto,
  dpiOf,
  factsByHand,
  factsOf,
  makingOf,
  SOURCE_TYPE_URI,
  sourceTypeOf,
  takenOn,
} from './photoFacts';
export { PNG_SIGNATURE, pngChunk, pngFacts } from './png';

type Bytes = Uint8Array<ArrayBuffer>;

const startsWith = (bytes: Bytes, signature: Iterable<number>, at = 0) =>
  [...signature].every((byte, index) => bytes[at + index] === byte);

const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** Returns what a picture is by its first bytes, whatever it is called; null if it is none of the three. */
export function pictureType(bytes: Bytes): PictureType | null {
  if (startsWith(bytes, PNG_SIGNATURE)) return 'image/png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  return startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8) ? 'image/webp' : null;
}

const WRITERS = { 'image/png': pngWith, 'image/jpeg': jpegWith, 'image/webp': webpWith } as const;

/**
 * Returns the picture with these facts as parts, in order. The picture itself stays byte for byte what it was; what it
 * said about itself before is left out.
 */
export function withFacts(bytes: Bytes, facts: PictureFacts): Bytes[] {
  const type = pictureType(bytes);
  return type ? WRITERS[type](bytes, facts) : [bytes];
}
