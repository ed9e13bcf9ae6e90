import type { FaceBox } from '@heirlight/contract/photo';
import type { Planes } from '../print/planes';

/** Pixels to each side that are taken together when a picture is blurred on purpose. */
const REACH_PX = 4;

/** How much of the change from pixel to pixel is left when the line is blurred, along one direction; null if nothing changes. */
function leftAlong(
  light: Float32Array,
  lines: readonly number[],
  { step, length }: { step: number; length: number },
): number | null {
  let [all, lost] = [0, 0];
  for (const start of lines) {
    let before = 0;
    for (let index = 0; index < length; index += 1) {
      let sum = 0;
      for (let off = -REACH_PX; off <= REACH_PX; off += 1) {
        sum += light[start + Math.min(length - 1, Math.max(0, index + off)) * step] ?? 0;
      }
      const mean = sum / (2 * REACH_PX + 1);
      if (index > 0) {
        const change = Math.abs((light[start + index * step] ?? 0) - (light[start + (index - 1) * step] ?? 0));
        all += change;
        lost += Math.max(0, change - Math.abs(mean - before));
      }
      before = mean;
    }
  }
  return all === 0 ? null : (all - lost) / all;
}

/**
 * Returns how blurred a part of the picture is, 0 to 1: what is sharp loses much when it is blurred once more, what is
 * blurred already next to nothing. F. Crete et al., "The blur effect" (2007).
 * @param box shares of width and height
 */
export function blurOf({ width, height, channels: [light] }: Planes, box: FaceBox): number {
  const [left, top] = [Math.floor(box.x * width), Math.floor(box.y * height)];
  const wide = Math.min(width - left, Math.max(1, Math.round(box.width * width)));
  const high = Math.min(height - top, Math.max(1, Math.round(box.height * height)));
  const rows = Array.from({ length: high }, (_, row) => (top + row) * width + left);
  const columns = Array.from({ length: wide }, (_, column) => top * width + left + column);
  const across = leftAlong(light, rows, { step: 1, length: wide });
  const down = leftAlong(light, columns, { step: width, length: high });
  return across === null && down === null ? 1 : Math.max(across ?? 0, down ?? 0);
}
