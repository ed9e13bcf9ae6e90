import { type PictureFacts, type PictureType, pictureType, withFacts } from '@heirlight/imaging/metadata';
import { encodePng } from './encodePng';

export interface ConvertRequest {
  stored: Blob;
  type: PictureType;
  facts: PictureFacts;
}

type Canvas = OffscreenCanvas | HTMLCanvasElement;

/** Of JPEG: no colour is blended with its neighbours. Of WebP, where the browser can: lossless. */
const FULL_QUALITY = 1;
/** Above so many pixels lossless WebP takes a minute and more room than PNG; nobody sees what this leaves out. */
const LOSSLESS_WEBP_PX = 8_000_000;
const LARGE_WEBP_QUALITY = 0.98;

function canvasOf(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function contextOf(canvas: Canvas): OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas of this size');
  return context as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
}

async function encoded(canvas: Canvas, type: PictureType, quality: number): Promise<Blob> {
  const blob =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, quality })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  // A browser that cannot do it returns an empty picture, or one of another type.
  if (!blob || blob.size === 0 || blob.type !== type) throw new Error(`The browser could not encode ${type}`);
  return blob;
}

async function said(blob: Blob, type: PictureType, facts: PictureFacts): Promise<Blob> {
  return new Blob(withFacts(new Uint8Array(await blob.arrayBuffer()), facts), { type });
}

function asPng(bitmap: ImageBitmap, facts: PictureFacts): Promise<Blob> {
  const { width, height } = bitmap;
  let canvas: Canvas | undefined;
  return encodePng(
    {
      width,
      height,
      read(from, count) {
        canvas ??= canvasOf(width, count);
        const context = contextOf(canvas);
        context.drawImage(bitmap, 0, from, width, count, 0, 0, width, count);
        return context.getImageData(0, 0, width, count).data;
      },
    },
    facts,
  );
}

/**
 * Returns a stored picture as a file of this type, with what it says about itself. One that is of this type already
 * keeps its picture byte for byte.
 *
 * @throws Error if the picture cannot be decoded, or the browser cannot encode the type
 */
export async function convertPicture({ stored, type, facts }: ConvertRequest): Promise<Blob> {
  const start = new Uint8Array(await stored.slice(0, 12).arrayBuffer());
  if (pictureType(start) === type) return said(stored, type, facts);
  const bitmap = await createImageBitmap(stored);
  try {
    if (type === 'image/png' && typeof CompressionStream !== 'undefined') return await asPng(bitmap, facts);
    const canvas = canvasOf(bitmap.width, bitmap.height);
    contextOf(canvas).drawImage(bitmap, 0, 0);
    const isLarge = bitmap.width * bitmap.height > LOSSLESS_WEBP_PX;
    const quality = type === 'image/webp' && isLarge ? LARGE_WEBP_QUALITY : FULL_QUALITY;
    return await said(await encoded(canvas, type, quality), type, facts);
  } finally {
    bitmap.close();
  }
}

/** Whether this browser can write WebP. Safari cannot. */
export async function canEncodeWebp(): Promise<boolean> {
  try {
    const canvas = canvasOf(1, 1);
    contextOf(canvas);
    await encoded(canvas, 'image/webp', FULL_QUALITY);
    return true;
  } catch {
    return false;
  }
}
