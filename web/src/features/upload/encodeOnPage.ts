import { JPEG_QUALITY } from '@heirlight/contract/limits';
import { type ConvertReply, draw, ENCODE_CONTEXT, isJpeg } from './encodeBitmap';
import { targetSize } from './targetSize';

function decode(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

/** The same conversion on the page itself, for browsers without OffscreenCanvas (Safari before 16.4). */
export async function encodeOnPage(file: Blob): Promise<ConvertReply> {
  const url = URL.createObjectURL(file);
  try {
    const image = await decode(url);
    if (!image) return { problem: 'load' };
    const size = targetSize({ width: image.naturalWidth, height: image.naturalHeight });
    const canvas = Object.assign(document.createElement('canvas'), size);
    const context = canvas.getContext('2d', ENCODE_CONTEXT);
    if (!context) return { problem: 'convert' };
    draw(context, image, size);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    return isJpeg(blob) ? { blob } : { problem: 'convert' };
  } finally {
    URL.revokeObjectURL(url);
  }
}
