import { JPEG_QUALITY } from '@heirlight/contract/limits';
import type { PictureEdit } from './edit';
import { editedSize, straighten } from './straighten';
import { type PixelSize, TRIED_PX, targetSize } from './targetSize';

/** What went wrong: the file could not be decoded, the picture could not be encoded, or a decoder not be downloaded. */
export type ConvertProblem = 'load' | 'convert' | 'download';
/**
 * `madeSmaller` is the size of a picture that has fewer pixels than its file. `scale` says how many pixels in a row
 * became of each, before what was changed by hand.
 */
export type ConvertReply = { blob: Blob; madeSmaller: PixelSize | null; scale: number } | { problem: ConvertProblem };

/** What is to be converted. `edit` is null for the whole picture as it is. */
export interface ConvertRequest {
  file: Blob;
  edit: PictureEdit | null;
}

/** Stands behind the transparent parts of a PNG. JPEG has no transparency and would show them black. */
const PAPER = '#ffffff';

/** Keeps the canvas in main memory: it is drawn and read once, and reading back from the graphics card is slow. */
const IN_MEMORY: CanvasRenderingContext2DSettings = { willReadFrequently: true };

type AnyCanvas = HTMLCanvasElement | OffscreenCanvas;
type AnyContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const [, SURE_PX] = TRIED_PX;

/** A decoded picture, its size, and what the person changed about it. */
export interface Painted {
  source: CanvasImageSource;
  natural: PixelSize;
  edit: PictureEdit | null;
}

/** A canvas beyond a device's limit takes everything that is drawn, and keeps nothing of it. */
const holds = (context: AnyContext, { width, height }: PixelSize) =>
  width * height <= SURE_PX || context.getImageData(width - 1, height - 1, 1, 1).data[3] === 255;

/** Returns a canvas with the picture as it is to be encoded, or null if the device holds none of that size. */
function paint<Canvas extends AnyCanvas>(
  createCanvas: (size: PixelSize) => Canvas,
  { source, natural, edit }: Painted,
  mostPx: number,
): Canvas | null {
  const size = targetSize(natural, mostPx);
  const { width, height } = size;
  const canvas = createCanvas(size);
  const context = contextOf(canvas);
  if (!context) return null;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  if (!holds(context, size)) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  if (!edit) return canvas;
  const target = editedSize(edit, size, (straightened) => targetSize(straightened, mostPx));
  const edited = contextOf(createCanvas(target));
  const { data } = straighten(context.getImageData(0, 0, width, height), edit, target);
  edited?.putImageData(new ImageData(data, target.width, target.height), 0, 0);
  return (edited?.canvas as Canvas | undefined) ?? null;
}

const contextOf = (canvas: AnyCanvas) => canvas.getContext('2d', IN_MEMORY) as AnyContext | null;

/** False for the empty or differently typed blob a browser returns if a canvas is beyond its limits. */
function isJpeg(blob: Blob | null): blob is Blob {
  return blob !== null && blob.size > 0 && blob.type === 'image/jpeg';
}

/**
 * Returns the picture as a JPEG with as many pixels as the server accepts and this device holds.
 *
 * @param encode returns the canvas as a JPEG of the wanted quality
 */
export async function encodeLargest<Canvas extends AnyCanvas>(
  createCanvas: (size: PixelSize) => Canvas,
  encode: (canvas: Canvas) => Promise<Blob | null>,
  painted: Painted,
): Promise<ConvertReply> {
  const { width, height } = painted.natural;
  const sizes = width * height > SURE_PX ? TRIED_PX : [SURE_PX];
  for (const mostPx of sizes) {
    try {
      const canvas = paint(createCanvas, painted, mostPx);
      const blob = canvas && (await encode(canvas));
      if (!canvas || !isJpeg(blob)) continue;
      const size = { width: canvas.width, height: canvas.height };
      const scale = targetSize(painted.natural, mostPx).width / width;
      return { blob, madeSmaller: painted.edit || size.width >= width ? null : size, scale };
    } catch (error) {
      console.error(`A picture of ${mostPx} pixels could not be encoded`, error);
    }
  }
  return { problem: 'convert' };
}

export const offscreen = ({ width, height }: PixelSize) => new OffscreenCanvas(width, height);

/**
 * Decodes upright (EXIF orientation applied) and encodes as JPEG without any metadata. Runs wherever there is an
 * OffscreenCanvas: in the worker.
 */
export async function encodeBitmap({ file, edit }: ConvertRequest): Promise<ConvertReply> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return { problem: 'load' };
  try {
    const encode = (canvas: OffscreenCanvas) => canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    return await encodeLargest(offscreen, encode, { source: bitmap, natural: bitmap, edit });
  } finally {
    bitmap.close();
  }
}
