/** How near a picture comes to the truth, and a register to the true place. */
import { type Habit, originsOf } from '@heirlight/replicate-emulator/habits';
import type { RawPicture } from '../../src/platform/pictures';
import { boxMean, mapPlane, type Plane, product, toYcc } from '../../src/restore/tools/finish/planes';
import type { Registration } from '../../src/restore/tools/finish/register';

/** Peak signal to noise ratio, dB, of pixels that count. */
export function psnr(picture: RawPicture, truth: RawPicture, counts: (pixel: number) => boolean = () => true): number {
  let [sum, n] = [0, 0];
  for (let pixel = 0; pixel < truth.width * truth.height; pixel++) {
    if (!counts(pixel)) continue;
    for (let at = pixel * 3; at < pixel * 3 + 3; at++) sum += ((picture.data[at] ?? 0) - (truth.data[at] ?? 0)) ** 2;
    n += 3;
  }
  return 10 * Math.log10((255 * 255) / Math.max(1e-3, sum / Math.max(1, n)));
}

/**
 * The picture with each channel changed by the cubic that brings it nearest to the truth. A tool may change the tone: what
 * is left is what it did to the picture.
 */
export function inToneOf(picture: RawPicture, truth: RawPicture): RawPicture {
  const data = Buffer.from(picture.data);
  for (let channel = 0; channel < 3; channel++) {
    const matrix = new Float64Array(16);
    const right = new Float64Array(4);
    for (let at = channel; at < data.length; at += 3 * 7) {
      const level = (picture.data[at] ?? 0) / 255;
      const powers = [1, level, level ** 2, level ** 3];
      for (let i = 0; i < 4; i++) {
        right[i] = (right[i] ?? 0) + (powers[i] ?? 0) * (truth.data[at] ?? 0);
        for (let j = 0; j < 4; j++) matrix[i * 4 + j] = (matrix[i * 4 + j] ?? 0) + (powers[i] ?? 0) * (powers[j] ?? 0);
      }
    }
    const weights = solved(matrix, right);
    for (let at = channel; at < data.length; at += 3) {
      const level = (picture.data[at] ?? 0) / 255;
      const value = weights.reduce((sum, weight, power) => sum + weight * level ** power, 0);
      data[at] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  return { ...picture, data };
}

/** Solves a small system by Gauss and Jordan's elimination; a little is added so that flat pictures have an answer. */
function solved(matrix: Float64Array, right: Float64Array): number[] {
  const n = right.length;
  const rows = Array.from({ length: n }, (_, i) => [...matrix.subarray(i * n, (i + 1) * n), right[i] ?? 0]);
  for (let i = 0; i < n; i++) {
    const row = rows[i] as number[];
    const pivot = (row[i] ?? 0) + 1e-9;
    for (let k = 0; k <= n; k++) row[k] = (row[k] ?? 0) / pivot;
    for (const other of rows) {
      const factor = other === row ? 0 : (other[i] ?? 0);
      if (factor !== 0) for (let k = 0; k <= n; k++) other[k] = (other[k] ?? 0) - factor * (row[k] ?? 0);
    }
  }
  return rows.map((row) => row[n] ?? 0);
}

/** Structural similarity of luminance (Wang and others, 2004), in squares of 9 pixels. */
export function ssim(picture: RawPicture, truth: RawPicture): number {
  const [a, b] = [toYcc(picture).y, toYcc(truth).y];
  const mean = (plane: Plane) => boxMean(plane, 4);
  const [ma, mb, aa, bb, ab] = [mean(a), mean(b), mean(product(a, a)), mean(product(b, b)), mean(product(a, b))];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const local = mapPlane(ma, (m, i) => {
    const n = mb.values[i] ?? 0;
    const [va, vb] = [(aa.values[i] ?? 0) - m * m, (bb.values[i] ?? 0) - n * n];
    const cov = (ab.values[i] ?? 0) - m * n;
    return ((2 * m * n + c1) * (2 * cov + c2)) / ((m * m + n * n + c1) * (va + vb + c2));
  });
  return local.values.reduce((sum, value) => sum + value, 0) / local.values.length;
}

/** How far the places found at edges are from the true ones, in per cent of the long side: 95 of 100 at most. */
export function registerError(
  { at }: Pick<Registration, 'at'>,
  { truth, output, habits }: { truth: RawPicture; output: RawPicture; habits: readonly Habit[] },
): number {
  const { y: grey } = toYcc(truth);
  const edges = mapPlane(grey, (_, i) => {
    const [dx, dy] = [
      (grey.values[i + 2] ?? 0) - (grey.values[i] ?? 0),
      (grey.values[i + 2 * grey.width] ?? 0) - (grey.values[i] ?? 0),
    ];
    return Math.hypot(dx, dy);
  });
  const limit = Math.max(10, [...edges.values].sort((p, q) => p - q)[Math.floor(edges.values.length * 0.75)] ?? 0);
  const from = originsOf(habits, truth);
  const errors: number[] = [];
  for (let i = 0; i < 14_400; i++) {
    const [u, v] = [(((i % 120) + 0.5) / 120) * output.width, ((Math.floor(i / 120) + 0.5) / 120) * output.height];
    const [x, y] = from(u - 0.5, v - 0.5) ?? [-1, -1];
    if (x < 0 || y < 0 || x > truth.width - 1 || y > truth.height - 1) continue;
    if ((edges.values[Math.round(y) * truth.width + Math.round(x)] ?? 0) < limit) continue;
    const [foundU, foundV] = at(x + 0.5, y + 0.5);
    const [dx, dy] = [((foundU - u) / output.width) * truth.width, ((foundV - v) / output.height) * truth.height];
    errors.push((100 * Math.hypot(dx, dy)) / Math.max(truth.width, truth.height));
  }
  return errors.sort((p, q) => p - q)[Math.floor(errors.length * 0.95)] ?? Number.NaN;
}
