/** The worker's side of `thumbnails.ts`. */

import { JPEG_QUALITY } from '@heirlight/contract/limits';

/** Sharp in a row of the tray on a phone. */
const WIDTH_PX = 192;

async function small(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    ...{ resizeWidth: WIDTH_PX, resizeQuality: 'medium' },
    imageOrientation: 'from-image',
  });
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  self.postMessage(await small(file).catch(() => null));
};
