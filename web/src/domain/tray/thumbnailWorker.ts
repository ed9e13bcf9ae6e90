/** The worker's side of `thumbnails.ts`. */

import { SMALL_WIDTH_PX, smallJpeg } from '../prepare/smallJpeg';

async function small(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    ...{ resizeWidth: SMALL_WIDTH_PX, resizeQuality: 'medium' },
    imageOrientation: 'from-image',
  });
  return smallJpeg(bitmap).finally(() => bitmap.close());
}

self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  self.postMessage(await small(file).catch(() => null));
};
