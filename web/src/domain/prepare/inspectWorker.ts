/** The worker's side of `inspectPicture.ts`. */
import { findFaces } from './findFaces';
import type { Inspection, InspectRequest } from './inspectPicture';
import { SURE } from './print/findPrint';
import { findPrints } from './print/findPrints';
import { reasonFor } from './suggest/suggest';
import { fitting } from './targetSize';

/** Corners are found to a fraction of a pixel: more pixels than this would only cost time. */
const LONGEST_PX = 1400;

async function inspect({ file, suggests }: InspectRequest): Promise<Inspection | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return 'damaged';
  const size = { width: bitmap.width, height: bitmap.height };
  const { width, height } = fitting(size, LONGEST_PX);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  if (!context) return null;
  const picture = context.getImageData(0, 0, width, height);
  const sure = findPrints(picture).filter(({ confidence }) => confidence >= SURE);
  const corners = sure.map((found) => found.corners);
  const [print = null] = corners.length === 1 ? corners : [];
  const prints = corners.length > 1 ? corners : [];
  const reason = suggests ? await reasonFor({ picture, size, print }, findFaces).catch(() => null) : null;
  return { print, prints, reason };
}

self.onmessage = async ({ data: request }: MessageEvent<InspectRequest>) => {
  self.postMessage(await inspect(request).catch(() => null));
};
