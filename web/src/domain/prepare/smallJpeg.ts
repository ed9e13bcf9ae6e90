import { JPEG_QUALITY } from '@heirlight/contract/limits';

/** Sharp in a row of the tray on a phone. */
export const ROW_WIDTH_PX = 192;

/** Returns a decoded picture as a JPEG of that width. Runs in workers. */
export function smallJpeg(
  picture: CanvasImageSource & { width: number; height: number },
  widthPx: number,
): Promise<Blob> {
  const height = Math.max(1, Math.round((picture.height * widthPx) / picture.width));
  const canvas = new OffscreenCanvas(widthPx, height);
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'medium';
  context?.drawImage(picture, 0, 0, widthPx, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}
