import { JPEG_QUALITY } from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import { type ConvertReply, draw, ENCODE_CONTEXT, isJpeg } from './encodeBitmap';
import { targetSize } from './targetSize';

/** Returns null if the worker itself could not run, which says nothing about the picture. */
async function encodeInWorker(file: Blob): Promise<ConvertReply | null> {
  const worker = new Worker(new URL('./convertWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ConvertReply>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

function decode(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

/** Converts on the page itself, for browsers without OffscreenCanvas (Safari before 16.4). */
async function encodeOnPage(file: Blob): Promise<ConvertReply> {
  const url = URL.createObjectURL(file);
  try {
    const image = await decode(url);
    if (!image) return { problem: 'load' };
    const size = targetSize({ width: image.naturalWidth, height: image.naturalHeight });
    const canvas = Object.assign(document.createElement('canvas'), size);
    const context = canvas.getContext('2d', ENCODE_CONTEXT);
    if (!context) return { problem: 'convert' };
    draw(context, image, size);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    return isJpeg(blob) ? { blob } : { problem: 'convert' };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Returns the picture as a JPEG of quality 0.8: upright, without metadata, at most 16.7 megapixels.
 * @throws Error with the specification's words: "Failed to load image" or "Failed to convert image to JPG".
 */
export async function convertToJpeg(file: Blob): Promise<Blob> {
  const inWorker = typeof OffscreenCanvas === 'undefined' ? null : await encodeInWorker(file).catch(() => null);
  const reply = inWorker ?? (await encodeOnPage(file));
  if ('blob' in reply) return reply.blob;
  throw new Error(reply.problem === 'load' ? copy.upload.loadFailed : copy.upload.convertFailed);
}
