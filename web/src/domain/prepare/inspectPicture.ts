// Why: docs/decisions/2026-11-25-prints-and-formats-on-the-device.md
import { savesData } from '../../lib/savesData';
import { askWorker } from './askWorker';
import type { Quad } from './quad';
import type { Reason } from './suggest/reasons';

/** What the device sees in a picture, or that its file is damaged. */
export type Inspection =
  | {
      /** Corners from 0 to 1 of the print that it is a snapshot of; null without a print to be sure of. */
      print: Quad | null;
      /** In reading order, the corners of the prints that lie in it, if they are two or more; `print` is null then. */
      prints: readonly Quad[];
      /** What speaks for a tool; null if nothing clearly does. */
      reason: Reason | null;
    }
  | 'damaged';

export interface InspectRequest {
  file: Blob;
  /** The network that finds faces is a download of 193 kB. */
  suggests: boolean;
}

/**
 * Looks at the picture in a worker, on this device. Returns null where the browser has none for pictures: the person
 * finds corners and tool better than a page that stands still. With data saving on, no tool is suggested.
 */
export async function inspectPicture(file: Blob): Promise<Inspection | null> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const start = () => new Worker(new URL('./inspectWorker.ts', import.meta.url), { type: 'module' });
  const request: InspectRequest = { file, suggests: !savesData() };
  return askWorker<Inspection | null>(start, request).catch(() => null);
}
