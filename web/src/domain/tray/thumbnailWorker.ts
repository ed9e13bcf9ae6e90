/** The worker's side of `makeSmall.ts`. */

import { smallJpeg } from '../prepare/smallJpeg';
import type { SmallRequest } from './makeSmall';

async function small({ file, widthPx }: SmallRequest): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    ...{ resizeWidth: widthPx, resizeQuality: 'medium' },
    imageOrientation: 'from-image',
  });
  return smallJpeg(bitmap, widthPx).finally(() => bitmap.close());
}

self.onmessage = async ({ data }: MessageEvent<SmallRequest>) => {
  self.postMessage(await small(data).catch(() => null));
};
