/** The worker's side of `lookForPrint.ts`. */

import type { PrintLook } from './lookForPrint';
import { findPrint, SURE } from './print/findPrint';

/** Corners are found to a fraction of a pixel: more pixels than this would only cost time. */
const LONGEST_PX = 1400;

async function look(file: Blob): Promise<PrintLook> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return 'damaged';
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const found = context && findPrint(context.getImageData(0, 0, width, height));
  return found && found.confidence >= SURE ? found.corners : null;
}

self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  self.postMessage(await look(file).catch(() => null));
};
