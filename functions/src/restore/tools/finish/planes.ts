/** Arithmetic on single channels of a picture. */
import type { RawPicture } from '../../../platform/pictures';

/** One channel, row by row. Usually levels of 0..255, or differences of them. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

export function newPlane(width: number, height: number): Plane {
  return { values: new Float32Array(width * height), width, height };
}

/** The plane with each value changed by a function of it and its index. */
export function mapPlane(source: Plane, change: (value: number, index: number) => number): Plane {
  const result = newPlane(source.width, source.height);
  for (let i = 0; i < result.values.length; i++) result.values[i] = change(source.values[i] ?? 0, i);
  return result;
}

/** The product of two planes of one size, value by value. */
export const product = (a: Plane, b: Plane): Plane => mapPlane(a, (value, i) => value * (b.values[i] ?? 0));

/** Weights of red, green and blue in luminance: ITU-R BT.601, as in JPEG. */
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114] as const;

export const luminance = (red: number, green: number, blue: number): number => RED * red + GREEN * green + BLUE * blue;

/** Luminance and the two differences of colour (blue and red less luminance, scaled to ±128), full range BT.601. */
export interface Ycc {
  y: Plane;
  cb: Plane;
  cr: Plane;
}

export function toYcc({ data, width, height }: RawPicture): Ycc {
  const [y, cb, cr] = [newPlane(width, height), newPlane(width, height), newPlane(width, height)];
  for (let i = 0; i < width * height; i++) {
    const [red, green, blue] = [data[i * 3] ?? 0, data[i * 3 + 1] ?? 0, data[i * 3 + 2] ?? 0];
    const level = luminance(red, green, blue);
    y.values[i] = level;
    cb.values[i] = (blue - level) / (2 - 2 * BLUE);
    cr.values[i] = (red - level) / (2 - 2 * RED);
  }
  return { y, cb, cr };
}

/** Red, green and blue of luminance and differences of colour, unclamped. */
export function fromYcc(y: number, cb: number, cr: number): readonly [number, number, number] {
  const red = y + (2 - 2 * RED) * cr;
  const blue = y + (2 - 2 * BLUE) * cb;
  return [red, (y - RED * red - BLUE * blue) / GREEN, blue];
}

export const clampLevel = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value));

/** Running mean over 2 · radius + 1 values of one row; fewer at its ends. */
function meanRow(from: Float32Array, to: Float32Array, row: { start: number; count: number }, radius: number): void {
  const { start, count } = row;
  let sum = 0;
  for (let i = 0; i < Math.min(radius, count); i++) sum += from[start + i] ?? 0;
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += from[start + i + radius] ?? 0;
    if (i - radius - 1 >= 0) sum -= from[start + i - radius - 1] ?? 0;
    to[start + i] = sum / (Math.min(count - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
}

/** The same down all columns. They advance side by side: memory is read in the order in which it lies. */
function meanRows(from: Float32Array, { values: to, width, height }: Plane, radius: number): void {
  const sums = new Float64Array(width);
  for (let i = 0; i < Math.min(radius, height) * width; i++) sums[i % width] = (sums[i % width] ?? 0) + (from[i] ?? 0);
  for (let y = 0; y < height; y++) {
    const count = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    const comes = y + radius < height;
    const goes = y > radius;
    // One pass for each row: most of the time of finding a photo goes by here.
    for (let x = 0, i = y * width; x < width; x++, i++) {
      let sum = sums[x] ?? 0;
      if (comes) sum += from[i + radius * width] ?? 0;
      if (goes) sum -= from[i - (radius + 1) * width] ?? 0;
      sums[x] = sum;
      to[i] = sum / count;
    }
  }
}

/** Mean over a square of 2 · radius + 1 pixels, smaller at the borders. Takes the same time for every radius. */
export function boxMean(source: Plane, radius: number): Plane {
  const { width, height } = source;
  const r = Math.max(1, Math.round(radius));
  const across = new Float32Array(width * height);
  const result = newPlane(width, height);
  for (let y = 0; y < height; y++) meanRow(source.values, across, { start: y * width, count: width }, r);
  meanRows(across, result, r);
  return result;
}

/** Nearly Gaussian blur by three box means; `sigma` in pixels. */
export function blur(source: Plane, sigma: number): Plane {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  return boxMean(boxMean(boxMean(source, radius), radius), radius);
}

const within = (value: number, count: number) => (value < 0 ? 0 : Math.min(value, count - 1));

/** The value at a place, bilinear; borders are repeated. x and y in pixels, pixel centres at .5. */
export function bilinear({ values, width, height }: Plane, x: number, y: number): number {
  // Called for each pixel: nothing is made on the way.
  const px = within(x - 0.5, width);
  const py = within(y - 0.5, height);
  const left = Math.floor(px);
  const top = Math.floor(py) * width;
  const right = left + 1 < width ? left + 1 : left;
  const bottom = top + width < values.length ? top + width : top;
  const fx = px - left;
  const fy = py - Math.floor(py);
  const above = (values[top + left] ?? 0) * (1 - fx) + (values[top + right] ?? 0) * fx;
  const below = (values[bottom + left] ?? 0) * (1 - fx) + (values[bottom + right] ?? 0) * fx;
  return above * (1 - fy) + below * fy;
}

/** Weights of the four neighbours at a fraction of the way between the middle two: Catmull and Rom's cubic. */
function cubicWeights(f: number, into: Float64Array): void {
  into[0] = ((2 - f) * f - 1) * f * 0.5;
  into[1] = ((3 * f - 5) * f * f + 2) * 0.5;
  into[2] = ((4 - 3 * f) * f + 1) * f * 0.5;
  into[3] = (f - 1) * f * f * 0.5;
}
const [ACROSS, DOWN] = [new Float64Array(4), new Float64Array(4)];

/** As `bilinear`, by the sharper cubic of Catmull and Rom; it may exceed the levels around it. */
export function bicubic({ values, width, height }: Plane, x: number, y: number): number {
  const [px, py] = [x - 0.5, y - 0.5];
  const [left, top] = [Math.floor(px) - 1, Math.floor(py) - 1];
  cubicWeights(px - left - 1, ACROSS);
  cubicWeights(py - top - 1, DOWN);
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const row = within(top + j, height) * width;
    let line = 0;
    for (let i = 0; i < 4; i++) line += (values[row + within(left + i, width)] ?? 0) * (ACROSS[i] ?? 0);
    sum += line * (DOWN[j] ?? 0);
  }
  return sum;
}

/** Correlation (-1..1) of two planes in squares of 2 · radius + 1 pixels. Where both are flat it is near 0. */
export function localCorrelation(a: Plane, b: Plane, radius: number): Plane {
  const [meanA, meanB] = [boxMean(a, radius), boxMean(b, radius)];
  const [ab, aa, bb] = [boxMean(product(a, b), radius), boxMean(product(a, a), radius), boxMean(product(b, b), radius)];
  return mapPlane(ab, (value, i) => {
    const [m, n] = [meanA.values[i] ?? 0, meanB.values[i] ?? 0];
    const energy = ((aa.values[i] ?? 0) - m * m) * ((bb.values[i] ?? 0) - n * n);
    return (value - m * n) / Math.sqrt(Math.max(energy, 1e-6));
  });
}

/** The value below which a share (0..1) of some values lies. */
export function quantile(values: ArrayLike<number>, share: number): number {
  // A typed array's own sort compares numbers, without a call for each pair.
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
