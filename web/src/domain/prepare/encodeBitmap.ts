import { JPEG_QUALITY } from '@heirlight/contract/limits';
import type { PictureEdit } from './edit';
import { editedSize, straighten } from './straighten';
import { type PixelSize, targetSize } from './targetSize';

/** What went wrong: the file could not be decoded, or the picture could not be encoded. */
export type ConvertProblem = 'load' | 'convert';
export type ConvertReply = { blob: Blob } | { problem: ConvertProblem };

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

/**
 * Returns a canvas with the picture as it is to be encoded, or null if the browser gives none of that size.
 *
 * @param natural the decoded picture's size
 */
export function paint<Canvas extends AnyCanvas>(
  createCanvas: (size: PixelSize) => Canvas,
  source: CanvasImageSource,
  natural: PixelSize,
  edit: PictureEdit | null,
): Canvas | null {
  const size = targetSize(natural);
  const { width, height } = size;
  const canvas = createCanvas(size);
  const context = contextOf(canvas);
  if (!context) return null;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  if (!edit) return canvas;
  const target = editedSize(edit, size, targetSize);
  const edited = contextOf(createCanvas(target));
  const { data } = straighten(context.getImageData(0, 0, width, height), edit, target);
  edited?.putImageData(new ImageData(data, target.width, target.height), 0, 0);
  return (edited?.canvas as Canvas | undefined) ?? null;
}

const contextOf = (canvas: AnyCanvas) =>
  canvas.getContext('2d', IN_MEMORY) as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;

/** False for the empty or differently typed blob a browser returns if a canvas is beyond its limits. */
export function isJpeg(blob: Blob | null): blob is Blob {
  return blob !== null && blob.size > 0 && blob.type === 'image/jpeg';
}

/**
 * Decodes upright (EXIF orientation applied) and encodes as JPEG without any metadata. Runs wherever there is an
 * OffscreenCanvas: in the worker.
 */
export async function encodeBitmap({ file, edit }: ConvertRequest): Promise<ConvertReply> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return { problem: 'load' };
  try {
    const canvas = paint(({ width, height }) => new OffscreenCanvas(width, height), bitmap, bitmap, edit);
    const blob = (await canvas?.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })) ?? null;
    return isJpeg(blob) ? { blob } : { problem: 'convert' };
  } catch {
    return { problem: 'convert' };
  } finally {
    bitmap.close();
  }
}
