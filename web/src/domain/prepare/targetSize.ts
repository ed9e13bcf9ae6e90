import { MAX_CANVAS_PX, MAX_DECODE_PX, MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX } from '@heirlight/contract/limits';

export interface PixelSize {
  width: number;
  height: number;
}

/** Returns the size to encode: the picture's own, or scaled down to what iOS Safari encodes and the server accepts. */
export function targetSize({ width, height }: PixelSize): PixelSize {
  const scale = Math.min(1, Math.sqrt(MAX_CANVAS_PX / (width * height)), MAX_IMAGE_SIDE_PX / Math.max(width, height));
  if (scale === 1) return { width, height };
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Returns why the browser cannot decode or the server would refuse a picture of this size, or null if neither. */
export function sizeProblem(size: PixelSize): 'tooManyPixels' | 'tooSmall' | null {
  if (size.width * size.height > MAX_DECODE_PX) return 'tooManyPixels';
  const encoded = targetSize(size);
  return Math.min(encoded.width, encoded.height) < MIN_IMAGE_SIDE_PX ? 'tooSmall' : null;
}
