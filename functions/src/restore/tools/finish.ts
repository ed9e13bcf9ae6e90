import type { PictureSize } from '@heirlight/contract/photo';
import { decodeRgb, fromRgb, openPicture, type RawPicture } from '../../platform/pictures';
import { type InputLimit, reducedTo } from './inputSize';
import { keepDetail } from './keepDetail';
import { keepLocalEdits } from './localEdit';
import { lockColours } from './lockColours';

/** Largest output decoded, in pixels: four times enlarged inputs of 2.09 Mpx give 33.5 Mpx. */
export const MAX_OUTPUT_PX = 72_000_000;
/** Above this a PNG of a photograph becomes too heavy to show; JPEG of high quality looks the same. In pixels. */
const PNG_MAX_PX = 6_000_000;

interface Job {
  /** What the model may see of the photo; null for all of it. */
  most: InputLimit | null;
  /** The photo as it is stored. */
  original: Buffer;
  /** The model's output. */
  output: Buffer;
}

export interface FinishedPicture {
  bytes: Buffer;
  extension: 'png' | 'jpg';
  contentType: 'image/png' | 'image/jpeg';
  size: PictureSize;
}

async function encode(picture: RawPicture): Promise<FinishedPicture> {
  const { width, height } = picture;
  const isPng = width * height <= PNG_MAX_PX;
  const image = await fromRgb(picture);
  const bytes = await (isPng
    ? image.png({ compressionLevel: 7 })
    : image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
  ).toBuffer();
  return {
    bytes,
    extension: isPng ? 'png' : 'jpg',
    contentType: isPng ? 'image/png' : 'image/jpeg',
    size: { width, height, bytes: bytes.length },
  };
}

/** A local edit keeps the original's size, whatever the size of the output, and leaves the rest unchanged. */
export async function finishLocalEdit({ original, output }: Job): Promise<FinishedPicture> {
  const before = await decodeRgb(original);
  const after = await decodeRgb(output, { width: before.width, height: before.height }, MAX_OUTPUT_PX);
  const kept = await keepLocalEdits(before, after);
  // Lossless at any size: pixels that must not change must not be compressed again either.
  const bytes = await (await fromRgb(kept)).png({ compressionLevel: 7 }).toBuffer();
  const size = { width: kept.width, height: kept.height, bytes: bytes.length };
  return { bytes, extension: 'png', contentType: 'image/png', size };
}

export async function finishEnlargement({ most, original, output }: Job): Promise<FinishedPicture> {
  const enlarged = await decodeRgb(output, undefined, MAX_OUTPUT_PX);
  const source = await decodeRgb(original);
  const seen = most && reducedTo(most, source);
  return encode(await lockColours(source, seen ? await keepDetail(source, seen, enlarged) : enlarged));
}

/** The model's picture as it is, in a format every browser shows; decoding it whole proves that it is one. */
export async function finishAsIs({ output }: Job): Promise<FinishedPicture> {
  return encode(await decodeRgb(output, undefined, MAX_OUTPUT_PX));
}

export type Finish = (job: Job) => Promise<FinishedPicture>;

const OUTPUT_FORMATS = new Set(['png', 'jpeg', 'webp']);

/** @throws Error unless the header is that of a picture of acceptable type and size */
export async function requirePicture(output: Buffer): Promise<void> {
  const header = await (await openPicture(output, { limitInputPixels: false })).metadata();
  const pixels = (header.width ?? 0) * (header.height ?? 0);
  if (!OUTPUT_FORMATS.has(header.format ?? '')) throw new Error(`The content is ${header.format}`);
  if (pixels > MAX_OUTPUT_PX) throw new Error(`${header.width} x ${header.height} px`);
}
