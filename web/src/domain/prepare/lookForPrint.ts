import { askWorker } from './askWorker';
import type { Quad } from './quad';

/**
 * Returns the corners of the print that this picture is a snapshot of, from 0 to 1, or null if there is none to be sure
 * of. It runs in a worker, on this device. Without one the person finds the corners better than a page that stands still.
 */
export async function lookForPrint(file: Blob): Promise<Quad | null> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const start = () => new Worker(new URL('./printWorker.ts', import.meta.url), { type: 'module' });
  return askWorker<Quad | null>(start, file).catch(() => null);
}
