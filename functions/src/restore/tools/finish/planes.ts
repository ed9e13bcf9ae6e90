/** Arithmetic on single channels of a picture. */
import { compiled, ensure, type Memory } from '@heirlight/imaging/wasm';
import type { RawPicture } from '../../../platform/pictures';
import boxMeanWasm from './boxMeanWasm';

/** One channel, row by row. Usually levels of 0..255, or differences of them. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

export function newPlane(width: number, height: number): Plane {
  return { values: new Float32Array(width * height), width, height };
}

/**
 * The plane with each value changed by a function of it and its index. Every call costs, as many different functions come
 * this way: what is computed again and again for each pixel has loops of its own.
 */
export function mapPlane(source: Plane, change: (value: number, index: number) => number): Plane {
  const result = newPlane(source.width, source.height);
  for (let i = 0; i < result.values.length; i++) result.values[i] = change(source.values[i] ?? 0, i);
  return result;
}

/** The product of two planes of one size, value by value. */
export function product(a: Plane, b: Plane): Plane {
  const result = newPlane(a.width, a.height);
  const [to, one, other] = [result.values, a.values, b.values];
  for (let i = 0; i < to.length; i++) to[i] = (one[i] as number) * (other[i] as number);
  return result;
}

/** What is left of a plane when another one of its size is taken off. */
export function minus(a: Plane, b: Plane): Plane {
  const result = newPlane(a.width, a.height);
  const [to, one, other] = [result.values, a.values, b.values];
  for (let i = 0; i < to.length; i++) to[i] = (one[i] as number) - (other[i] as number);
  return result;
}

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

/** What boxMeanWasm exports; its source is assembly/boxMean.ts. Addresses are bytes of the memory. */
interface BoxMean {
  memory: Memory;
  boxMean(plane: number, scratch: number, sums: number, width: number, height: number, radius: number): void;
}

const instance = compiled<BoxMean>(boxMeanWasm);
/** An instance never gives memory back: a larger plane gets one of its own. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;
const kept = instance();

/** `boxMean`, so many times one after the other. In WebAssembly: most of the time of finding a photo goes by here. */
function boxMeans({ values, width, height }: Plane, radius: number, times: number): Plane {
  // It takes four rows at a time.
  const bytes = width * Math.ceil(height / 4) * 4 * Float32Array.BYTES_PER_ELEMENT;
  const sums = Math.ceil((2 * bytes) / 16) * 16;
  const all = sums + (width + 1) * Float64Array.BYTES_PER_ELEMENT;
  const { memory, boxMean } = all > MOST_KEPT_BYTES ? instance() : kept;
  ensure(memory, all);
  const plane = new Float32Array(memory.buffer, 0, width * height);
  plane.set(values);
  for (let time = 0; time < times; time++) boxMean(0, bytes, sums, width, height, Math.max(1, Math.round(radius)));
  return { values: plane.slice(), width, height };
}

/** Mean over a square of 2 · radius + 1 pixels, smaller at the borders. Takes the same time for every radius. */
export const boxMean = (source: Plane, radius: number): Plane => boxMeans(source, radius, 1);

/** Nearly Gaussian blur by three box means; `sigma` in pixels. */
export const blur = (source: Plane, sigma: number): Plane =>
  boxMeans(source, Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2)), 3);

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

/** The sum of four values of a row from a place on, weighed by ACROSS. */
const lineAt = (values: Float32Array, at: number): number =>
  (values[at] as number) * (ACROSS[0] as number) +
  (values[at + 1] as number) * (ACROSS[1] as number) +
  (values[at + 2] as number) * (ACROSS[2] as number) +
  (values[at + 3] as number) * (ACROSS[3] as number);

/** As `bilinear`, by the sharper cubic of Catmull and Rom; it may exceed the levels around it. */
export function bicubic({ values, width, height }: Plane, x: number, y: number): number {
  const left = Math.floor(x - 0.5) - 1;
  const top = Math.floor(y - 0.5) - 1;
  cubicWeights(x - 1.5 - left, ACROSS);
  cubicWeights(y - 1.5 - top, DOWN);
  let sum = 0;
  const isWithin = left >= 0 && left + 4 <= width && top >= 0 && top + 4 <= height;
  if (isWithin) {
    // Nearly every place: nothing is looked up that may lie beyond the border.
    const first = top * width + left;
    for (let j = 0; j < 4; j++) sum += lineAt(values, first + j * width) * (DOWN[j] as number);
    return sum;
  }
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
  const meanOf = (plane: Plane): Float32Array => boxMean(plane, radius).values;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  const [ab, aa, bb] = [meanOf(product(a, b)), meanOf(product(a, a)), meanOf(product(b, b))];
  const result = newPlane(a.width, a.height);
  for (let i = 0; i < ab.length; i++) {
    const m = meanA[i] as number;
    const n = meanB[i] as number;
    const energy = ((aa[i] as number) - m * m) * ((bb[i] as number) - n * n);
    result.values[i] = ((ab[i] as number) - m * n) / Math.sqrt(Math.max(energy, 1e-6));
  }
  return result;
}

/**
 * The number that sorting would bring to a place, in a fifth of the time for a plane. Moves the others (quickselect: Hoare,
 * 1961).
 */
function select(values: Float32Array | Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const [first, middle, last] = [values[low], values[(low + high) >> 1], values[high]] as [number, number, number];
    const pivot = Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last));
    let [i, j] = [low, high];
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const value = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = value;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place] ?? 0;
}

/** The values below which some shares (0..1) of all values lie. */
export function quantiles(values: ArrayLike<number>, shares: readonly number[]): number[] {
  const own = values instanceof Float32Array ? Float32Array.from(values) : Float64Array.from(values);
  return shares.map((share) => select(own, Math.min(own.length - 1, Math.floor(own.length * share))));
}

/** The value below which a share (0..1) of some values lies. */
export const quantile = (values: ArrayLike<number>, share: number): number => quantiles(values, [share])[0] ?? 0;
