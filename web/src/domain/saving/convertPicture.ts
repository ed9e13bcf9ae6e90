import type { Adjustment } from '@heirlight/contract/adjustment';
import type { FaceBox } from '@heirlight/contract/photo';
import { adjusted, mapsOf, type Rows } from '@heirlight/imaging/adjust';
import { type PictureFacts, type PictureType, pictureType, withFacts } from '@heirlight/imaging/metadata';
import { encodePng } from './encodePng';

/** How a picture is adjusted by hand. */
interface ByHand {
  adjustment: Adjustment;
  /** Where the faces are, 0..1 of the picture. */
  faces: readonly FaceBox[];
  /** What the result is mixed with, as it is stored; null if that is the stored picture itself. */
  original: Blob | null;
}

export interface ConvertRequest {
  stored: Blob;
  /** Null leaves it as it is. */
  byHand: ByHand | null;
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

/** Rows of the picture that are held at a time where it is written to a canvas. */
const BAND_ROWS = 256;

function rowsOfBitmap(bitmap: ImageBitmap): Rows {
  const { width, height } = bitmap;
  let canvas = canvasOf(1, 1);
  return {
    width,
    height,
    read(from, count) {
      if (canvas.width < width || canvas.height < count) canvas = canvasOf(width, count);
      const context = contextOf(canvas);
      context.drawImage(bitmap, 0, from, width, count, 0, 0, width, count);
      return context.getImageData(0, 0, width, count).data;
    },
  };
}

async function adjustedRows(
  pictures: { before: ImageBitmap; after: ImageBitmap },
  { adjustment, faces }: ByHand,
): Promise<Rows> {
  const both = { original: rowsOfBitmap(pictures.before), result: rowsOfBitmap(pictures.after) };
  const mends = adjustment.strokes?.some(({ kind }) => kind === 'mend');
  const mend = mends ? (await import('../../lib/mendPictures')).mendPictures(both, adjustment.strokes ?? []) : null;
  return adjusted(both, { ...mapsOf(both.original, both.result, faces), mend }, adjustment);
}

/** Writes a picture to a canvas of its size. */
function writeRows(canvas: Canvas, { width, height, read }: Rows): void {
  const context = contextOf(canvas);
  for (let from = 0; from < height; from += BAND_ROWS) {
    const count = Math.min(BAND_ROWS, height - from);
    context.putImageData(new ImageData(read(from, count), width, count), 0, from);
  }
}

/**
 * Returns a stored picture as a file of this type, with what it says about itself, and adjusted by hand if it is. One that
 * is of this type already, and not adjusted, keeps its picture byte for byte.
 *
 * @throws Error if a picture cannot be decoded, or the browser cannot encode the type
 */
export async function convertPicture({ stored, byHand, type, facts }: ConvertRequest): Promise<Blob> {
  const start = new Uint8Array(await stored.slice(0, 12).arrayBuffer());
  if (!byHand && pictureType(start) === type) return said(stored, type, facts);
  const after = await createImageBitmap(stored);
  const before = byHand && (byHand.original ? await createImageBitmap(byHand.original) : after);
  try {
    const rows = before ? await adjustedRows({ before, after }, byHand) : rowsOfBitmap(after);
    if (type === 'image/png' && typeof CompressionStream !== 'undefined') return await encodePng(rows, facts);
    const canvas = canvasOf(rows.width, rows.height);
    if (before) writeRows(canvas, rows);
    else contextOf(canvas).drawImage(after, 0, 0);
    const isLarge = rows.width * rows.height > LOSSLESS_WEBP_PX;
    const quality = type === 'image/webp' && isLarge ? LARGE_WEBP_QUALITY : FULL_QUALITY;
    return await said(await encoded(canvas, type, quality), type, facts);
  } finally {
    after.close();
    before?.close();
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
