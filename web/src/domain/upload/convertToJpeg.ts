import { JPEG_QUALITY } from '@heirlight/contract/limits';
import { uploadCopy } from '../../copy/uploadCopy';
import { askWorker } from '../prepare/askWorker';
import type { PictureEdit } from '../prepare/edit';
import { type ConvertReply, type ConvertRequest, encodeLargest } from '../prepare/encodeBitmap';
import { pageImage } from './pageImage';

const encodeInWorker = (request: ConvertRequest) =>
  askWorker<ConvertReply>(
    () => new Worker(new URL('./convertWorker.ts', import.meta.url), { type: 'module' }),
    request,
  );

/**
 * Converts on the page itself: in browsers without OffscreenCanvas (Safari before 16.4), and a damaged file, of which
 * the page draws what is there.
 */
async function encodeOnPage({ file, edit }: ConvertRequest): Promise<ConvertReply> {
  const image = await pageImage(file);
  if (!image?.naturalWidth) return { problem: 'load' };
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  return encodeLargest(
    (size) => Object.assign(document.createElement('canvas'), size),
    (canvas) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)),
    { source: image, natural, edit },
  );
}

/** `scale` says how many pixels in a row became of each of the file's. */
export interface ConvertedJpeg {
  jpeg: Blob;
  scale: number;
}

/**
 * Returns the picture, edited, as a JPEG of quality 0.8: upright, without metadata, with as many pixels as the
 * server accepts and this device holds.
 * @throws Error with the specification's words: "Failed to load image" or "Failed to convert image to JPG".
 */
export async function convertToJpeg(file: Blob, edit: PictureEdit | null = null): Promise<ConvertedJpeg> {
  const request = { file, edit };
  const inWorker = typeof OffscreenCanvas === 'undefined' ? null : await encodeInWorker(request).catch(() => null);
  // A worker's decoder refuses a damaged file that the page draws: what the preview shows is what is sent.
  const isRefused = !inWorker || ('problem' in inWorker && inWorker.problem === 'load');
  const reply = isRefused ? await encodeOnPage(request) : inWorker;
  if ('blob' in reply) return { jpeg: reply.blob, scale: reply.scale };
  throw new Error(reply.problem === 'load' ? uploadCopy.loadFailed : uploadCopy.convertFailed);
}
