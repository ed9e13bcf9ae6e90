import { JPEG_QUALITY } from '@heirlight/contract/limits';
import { targetSize } from './targetSize';

/** What went wrong: the file could not be decoded, or the picture could not be encoded. */
export type ConvertProblem = 'load' | 'convert';
export type ConvertReply = { blob: Blob } | { problem: ConvertProblem };

/** Stands behind the transparent parts of a PNG. JPEG has no transparency and would show them black. */
const PAPER = '#ffffff';

/** Keeps the canvas in main memory: it is drawn and read once, and reading back from the graphics card is slow. */
export const ENCODE_CONTEXT: CanvasRenderingContext2DSettings = { willReadFrequently: true };

export function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
): void {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
}

/** False for the empty or differently typed blob a browser returns if a canvas is beyond its limits. */
export function isJpeg(blob: Blob | null): blob is Blob {
  return blob !== null && blob.size > 0 && blob.type === 'image/jpeg';
}

/**
 * Decodes upright (EXIF orientation applied) and encodes as JPEG without any metadata. Runs wherever there is an
 * OffscreenCanvas: in the worker.
 */
export async function encodeBitmap(file: Blob): Promise<ConvertReply> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return { problem: 'load' };
  try {
    const size = targetSize(bitmap);
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d', ENCODE_CONTEXT);
    if (!context) return { problem: 'convert' };
    draw(context, bitmap, size);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    return isJpeg(blob) ? { blob } : { problem: 'convert' };
  } catch {
    return { problem: 'convert' };
  } finally {
    bitmap.close();
  }
}
