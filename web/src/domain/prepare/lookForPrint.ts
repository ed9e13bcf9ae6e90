// Why: docs/decisions/2026-11-25-prints-and-formats-on-the-device.md
import { askWorker } from './askWorker';
import type { Quad } from './quad';

/** Corners from 0 to 1, null without a print to be sure of, or that the file is damaged. */
export type PrintLook = Quad | 'damaged' | null;

/**
 * Returns the corners of the print that this picture is a snapshot of. It runs in a worker, on this device. Without one the person finds the corners better than a page that stands still.
 */
export async function lookForPrint(file: Blob): Promise<PrintLook> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const start = () => new Worker(new URL('./printWorker.ts', import.meta.url), { type: 'module' });
  return askWorker<PrintLook>(start, file).catch(() => null);
}
