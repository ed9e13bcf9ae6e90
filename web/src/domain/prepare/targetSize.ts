import {
  MAX_CANVAS_PX,
  MAX_DECODE_PX,
  MAX_IMAGE_PX,
  MAX_IMAGE_SIDE_PX,
  MIN_IMAGE_SIDE_PX,
} from '@heirlight/contract/limits';

export interface PixelSize {
  width: number;
  height: number;
}

/** How many pixels are tried, the most first: what the server accepts, then what every device encodes. */
export const TRIED_PX = [MAX_IMAGE_PX, MAX_CANVAS_PX] as const;

/** Returns the size to encode: the picture's own, or scaled down to so many pixels and to the longest side accepted. */
export function targetSize({ width, height }: PixelSize, mostPx: number): PixelSize {
  const scale = Math.min(1, Math.sqrt(mostPx / (width * height)), MAX_IMAGE_SIDE_PX / Math.max(width, height));
  if (scale === 1) return { width, height };
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Returns the size reduced, if need be, to a long side of so many pixels. */
export function fitting({ width, height }: PixelSize, longest: number): PixelSize {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns why the browser cannot decode or the server would refuse a picture of this size, or null if neither. */
export function sizeProblem(size: PixelSize): 'tooManyPixels' | 'tooSmall' | null {
  if (size.width * size.height > MAX_DECODE_PX) return 'tooManyPixels';
  const encoded = targetSize(size, MAX_CANVAS_PX);
  return Math.min(encoded.width, encoded.height) < MIN_IMAGE_SIDE_PX ? 'tooSmall' : null;
}
