import type { Pixels } from '../pixels';

/** A reduced picture as numbers: lightness, and how far red and blue are from it. */
export interface Planes {
  width: number;
  height: number;
  channels: readonly [Float32Array, Float32Array, Float32Array];
}

/** Returns the picture at most `longest` pixels long, each pixel the mean of those it stands for: fine texture goes. */
export function reduce({ width: fromWidth, height: fromHeight, data }: Pixels, longest: number): Planes {
  const scale = Math.min(1, longest / Math.max(fromWidth, fromHeight));
  const width = Math.max(1, Math.round(fromWidth * scale));
  const height = Math.max(1, Math.round(fromHeight * scale));
  const light = new Float32Array(width * height);
  const red = new Float32Array(width * height);
  const blue = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * fromHeight) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * fromHeight) / height));
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * fromWidth) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * fromWidth) / width));
      let [r, g, b] = [0, 0, 0];
      for (let fromY = top; fromY < bottom; fromY += 1) {
        for (let at = (fromY * fromWidth + left) * 4; at < (fromY * fromWidth + right) * 4; at += 4) {
          r += data[at] ?? 0;
          g += data[at + 1] ?? 0;
          b += data[at + 2] ?? 0;
        }
      }
      const count = (bottom - top) * (right - left);
      const at = y * width + x;
      const mean = (r + g + b) / 3 / count;
      light[at] = mean;
      red[at] = r / count - mean;
      blue[at] = b / count - mean;
    }
  }
  return { width, height, channels: [light, red, blue] };
}

/** One direction of the blur: `lines` lines that start `lineStep` apart, of `length` values that are `step` apart. */
function blurLines(
  from: Float32Array,
  to: Float32Array,
  lines: number,
  lineStep: number,
  length: number,
  step: number,
) {
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    const end = start + (length - 1) * step;
    let before = from[start] ?? 0;
    let justBefore = before;
    for (let at = start; at <= end; at += step) {
      const here = from[at] ?? 0;
      const justAfter = from[Math.min(end, at + step)] ?? 0;
      const after = from[Math.min(end, at + 2 * step)] ?? 0;
      to[at] = (before + after + 4 * (justBefore + justAfter) + 6 * here) / 16;
      before = justBefore;
      justBefore = here;
    }
  }
}

/** Returns the plane blurred by a [1 4 6 4 1] kernel in both directions. Its rim repeats. */
export function blur(plane: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(plane.length);
  const both = new Float32Array(plane.length);
  blurLines(plane, across, height, width, width, 1);
  blurLines(across, both, width, 1, height, width);
  return both;
}

/** The mean of each pixel's surroundings, `reach` pixels to every side. */
export function meanAround(plane: Float32Array, width: number, height: number, reach: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += plane[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const means = new Float32Array(plane.length);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        (sums[bottom * (width + 1) + right] ?? 0) -
        (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) +
        (sums[top * (width + 1) + left] ?? 0);
      means[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return means;
}
