import { copy } from '../../lib/copy';
import type { ConvertReply } from './encodeBitmap';
import { encodeOnPage } from './encodeOnPage';

/** Answers null when the worker itself could not run, which says nothing about the picture. */
async function encodeInWorker(file: Blob): Promise<ConvertReply | null> {
  const { spawnConverter } = await import('./spawnConverter');
  const worker = spawnConverter();
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

/**
 * The picture as a JPEG of quality 0.8: upright, without metadata, at most 16.7 megapixels.
 * @throws Error with the specification's words: "Failed to load image" or "Failed to convert image to JPG".
 */
export async function convertToJpeg(file: Blob): Promise<Blob> {
  const inWorker = typeof OffscreenCanvas === 'undefined' ? null : await encodeInWorker(file).catch(() => null);
  const reply = inWorker ?? (await encodeOnPage(file));
  if ('blob' in reply) return reply.blob;
  throw new Error(reply.problem === 'load' ? copy.upload.loadFailed : copy.upload.convertFailed);
}
