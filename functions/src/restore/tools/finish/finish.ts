import { MAX_RESULT_BYTES } from '@heirlight/contract/limits';
import type { PictureSize } from '@heirlight/contract/photo';
import { decodeRgb, fromRgb, openPicture, type RawPicture } from '../../../platform/pictures';
import { framed, type InputLimit, reducedTo, type Size } from '../inputSize';
import { colourOnly } from './colourOnly';
import { drawnEdit } from './drawnEdit';
import { withoutFrame } from './frame';
import { fullSize, sizeOfResult, timesLarger } from './fullSize';
import { keepDetail } from './keepDetail';
import { keepLocalEdits } from './localEdit';
import { lockColours } from './lockColours';
import { quantile } from './planes';
import { type Registration, register } from './register';

/** Largest output decoded, in pixels: four times enlarged inputs of 2.09 Mpx give 33.5 Mpx. */
const MAX_OUTPUT_PX = 72_000_000;
/** Above this a PNG of a photograph becomes too heavy to show; JPEG of high quality looks the same. In pixels. */
const PNG_MAX_PX = 6_000_000;

interface Job {
  /** What the model may see of the photo; null for all of it. */
  most: InputLimit | null;
  /** The longer side against the shorter one, above which the model saw the photo in a border; null for never. */
  widest: number | null;
  /** The photo as it is stored. */
  original: Buffer;
  /** The model's output. */
  output: Buffer;
}

/** A result before it is encoded, and the photo it was made of. */
export interface Made {
  photo: RawPicture;
  /** In register with the photo. */
  picture: RawPicture;
  isMostlyPhoto: boolean;
}

export interface FinishedPicture {
  bytes: Buffer;
  extension: 'png' | 'jpg';
  contentType: 'image/png' | 'image/jpeg';
  size: PictureSize;
  /** What the file shows, as it was before it was encoded. */
  picture: RawPicture;
}

/** Qualities of a JPEG, best first: the next one is used when the result would be too large to store. */
const JPEG_QUALITIES = [92, 85, 75, 60];
/**
 * Up to this many pixels a JPEG's codes are fitted to the picture, which saves some bytes. libjpeg then keeps the whole
 * picture's coefficients, six bytes a pixel: with all else 40 megapixels would take more than the function's 1 GiB.
 */
const FITTED_CODES_MAX_PX = 16_000_000;
/** For a picture of which most must stay as it was. */
const NO_VISIBLE_LOSS = 97;

async function asPng(picture: RawPicture): Promise<FinishedPicture> {
  const { width, height } = picture;
  const bytes = await (await fromRgb(picture)).png({ compressionLevel: 7 }).toBuffer();
  return { bytes, extension: 'png', contentType: 'image/png', size: { width, height, bytes: bytes.length }, picture };
}

/** The best of these qualities that fits into `most` bytes, or the last: no restore fails for its size. */
async function asJpeg(picture: RawPicture, qualities: number[], most: number): Promise<FinishedPicture> {
  const { width, height } = picture;
  const [quality, ...lower] = qualities;
  const optimiseCoding = width * height <= FITTED_CODES_MAX_PX;
  const encoded = (await fromRgb(picture)).jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding });
  const bytes = await encoded.toBuffer();
  if (bytes.length > most && lower.length > 0) return asJpeg(picture, lower, most);
  return { bytes, extension: 'jpg', contentType: 'image/jpeg', size: { width, height, bytes: bytes.length }, picture };
}

const encode = (picture: RawPicture): Promise<FinishedPicture> =>
  picture.width * picture.height <= PNG_MAX_PX ? asPng(picture) : asJpeg(picture, JPEG_QUALITIES, MAX_RESULT_BYTES);

/**
 * Encodes a picture of which most must stay as it was: without loss while that fits into `most` bytes, otherwise with
 * none that anybody sees.
 */
export async function encodeUnchanged(picture: RawPicture, most = MAX_RESULT_BYTES): Promise<FinishedPicture> {
  const lossless = await asPng(picture);
  return lossless.bytes.length <= most ? lossless : asJpeg(picture, [NO_VISIBLE_LOSS, ...JPEG_QUALITIES], most);
}

async function sizedTo({ width, height }: Size, picture: RawPicture): Promise<RawPicture> {
  if (picture.width === width && picture.height === height) return picture;
  const resized = (await fromRgb(picture)).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  return { data: await resized.raw().toBuffer(), width, height };
}

/** Decodes the model's output, without the border that the model was shown around a photo of this size. */
async function decodeOutput({ output, widest }: Job, photo: Size): Promise<RawPicture> {
  const picture = await decodeRgb(output, undefined, MAX_OUTPUT_PX);
  const frame = widest === null ? null : framed(widest, photo);
  if (!frame) return picture;
  const { size, margin } = frame;
  const left = Math.round((picture.width * margin.x) / (size.width + 2 * margin.x));
  const top = Math.round((picture.height * margin.y) / (size.height + 2 * margin.y));
  const [width, height] = [picture.width - 2 * left, picture.height - 2 * top];
  return { data: await (await fromRgb(picture)).extract({ left, top, width, height }).raw().toBuffer(), width, height };
}

/** A local edit keeps the original's size, whatever the size of the output, and leaves the rest unchanged. */
export async function finishLocalEdit(job: Job): Promise<Made> {
  const photo = await decodeRgb(job.original);
  const after = await sizedTo(photo, await decodeOutput(job, photo));
  return { photo, picture: await keepLocalEdits(photo, after), isMostlyPhoto: true };
}

/** Pixels by which an enlarged picture may miss the photo's shape: one of the model's input, enlarged. */
const ROUNDING_PX = 4;

/** Returns an enlargement in the photo's shape: of a strip the model has seen a stretched picture. */
async function inShapeOf(source: Size, enlarged: RawPicture): Promise<RawPicture> {
  const factor = Math.max(enlarged.width, enlarged.height) / Math.max(source.width, source.height);
  const [width, height] = [Math.round(source.width * factor), Math.round(source.height * factor)];
  const isOff = (side: number, right: number) => Math.abs(side - right) > ROUNDING_PX;
  if (!isOff(enlarged.width, width) && !isOff(enlarged.height, height)) return enlarged;
  return sizedTo({ width, height }, enlarged);
}

export async function finishEnlargement({ most, original, output }: Job): Promise<Made> {
  const source = await decodeRgb(original);
  const enlarged = await inShapeOf(source, await decodeRgb(output, undefined, MAX_OUTPUT_PX));
  const seen = most && reducedTo(most, source);
  const detailed = seen ? await keepDetail(source, seen, enlarged) : enlarged;
  return { photo: source, picture: await lockColours(source, detailed), isMostlyPhoto: false };
}

/** The output shows another picture than the photo it was made of. */
export class NotThisPhoto extends Error {}

function describe({ likeness, alike, coverage, bend }: Registration): string {
  const measures = Object.entries({ likeness, alike, coverage, bend });
  return `Not this photo: ${measures.map(([name, value]) => `${name} ${value.toFixed(2)}`).join(', ')}`;
}

/** What a model that draws has made of a photo, without a frame of its own, and where it lies. @throws NotThisPhoto */
async function decodeDrawing(job: Job): Promise<{ photo: RawPicture; output: RawPicture; found: Registration }> {
  const photo = await decodeRgb(job.original);
  const { picture: output } = await withoutFrame(photo, await decodeOutput(job, photo));
  const found = await register(photo, output);
  if (found.verdict === 'another photo') throw new NotThisPhoto(describe(found));
  return { photo, output, found };
}

/** How far an output may lie from its place, in pixels of it, and still be taken as it is: reading it between pixels costs sharpness. */
const IN_PLACE_PX = 0.3;

/** Whether the output has the photo's size and lies where the photo does. */
function isInPlace(photo: Size, output: Size, { at }: Registration): boolean {
  if (output.width !== photo.width || output.height !== photo.height) return false;
  const offsets = Array.from({ length: 256 }, (_, i) => {
    const [x, y] = [(((i % 16) + 0.5) / 16) * photo.width, ((Math.floor(i / 16) + 0.5) / 16) * photo.height];
    const [u, v] = at(x, y);
    return Math.hypot(u - x, v - y);
  });
  return quantile(offsets, 0.9) < IN_PLACE_PX;
}

/** Of a photo without any structure nobody can tell: its picture is only brought to its shape and size. */
function stretched(photo: RawPicture, output: RawPicture): Promise<RawPicture> {
  const factor = Math.sqrt((output.width * output.height) / (photo.width * photo.height));
  return sizedTo(timesLarger(photo, factor), output);
}

/** A drawn restoration: in the photo's place and size. @throws NotThisPhoto */
export async function finishRestoration(job: Job): Promise<Made> {
  const { photo, output, found } = await decodeDrawing(job);
  const made = async () => {
    if (found.verdict === 'cannot tell') return stretched(photo, output);
    if (isInPlace(photo, output, found)) return output;
    return fullSize(photo, output, { registration: found, size: sizeOfResult(photo, found) });
  };
  return { photo, picture: await made(), isMostlyPhoto: false };
}

/** A drawn colouring: its colours, and the photo's luminance. @throws NotThisPhoto */
export async function finishColouring(job: Job): Promise<Made> {
  const { photo, output, found } = await decodeDrawing(job);
  const isFound = found.verdict === 'this photo';
  const picture = isFound ? await colourOnly(photo, output, found) : await stretched(photo, output);
  return { photo, picture, isMostlyPhoto: false };
}

/** A local edit that was drawn with all the rest: only the edit is taken. @throws NotThisPhoto */
export async function finishDrawnEdit(job: Job): Promise<Made> {
  const { photo, output, found } = await decodeDrawing(job);
  const isMoved = found.verdict === 'this photo' && !isInPlace(photo, output, found);
  const picture = isMoved
    ? await drawnEdit(photo, output, found)
    : await keepLocalEdits(photo, await sizedTo(photo, output));
  return { photo, picture, isMostlyPhoto: true };
}

export type Finish = (job: Job) => Promise<Made>;

/** A picture as it is stored; of one that is mostly the photo, no pixel is lost that need not be. */
export const encodeMade = ({ picture, isMostlyPhoto }: Made): Promise<FinishedPicture> =>
  isMostlyPhoto ? encodeUnchanged(picture) : encode(picture);

const OUTPUT_FORMATS = new Set(['png', 'jpeg', 'webp']);

/** @throws Error unless the header is that of a picture of acceptable type and size */
export async function requirePicture(output: Buffer): Promise<void> {
  const header = await (await openPicture(output, { limitInputPixels: false })).metadata();
  const pixels = (header.width ?? 0) * (header.height ?? 0);
  if (!OUTPUT_FORMATS.has(header.format ?? '')) throw new Error(`The content is ${header.format}`);
  if (pixels > MAX_OUTPUT_PX) throw new Error(`${header.width} x ${header.height} px`);
}
