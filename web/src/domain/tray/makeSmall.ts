import { askWorker } from '../prepare/askWorker';

export interface SmallRequest {
  file: Blob;
  widthPx: number;
}

/** Returns a JPEG of that width of a picture, made in a worker, or null if the browser cannot. */
export async function makeSmall(file: Blob, widthPx: number): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const start = () => new Worker(new URL('./thumbnailWorker.ts', import.meta.url), { type: 'module' });
  const request: SmallRequest = { file, widthPx };
  return askWorker<Blob>(start, request).catch(() => null);
}
