/**
 * Separable resampling, centres aligned, antialiased when shrinking (the convention of Pillow and OpenCV's INTER_AREA).
 * Written here because sharp's enlargement shifts by a fraction of a pixel, which ruins blending with a network's
 * output.
 */
import { at, createRaster, intAt, type Raster } from './picture';

interface Kernel {
  /** Half width in source pixels at scale 1. */
  radius: number;
  weight(distance: number): number;
}

/** Keys' cubic with a = -0.5 (Catmull-Rom): the usual "bicubic". */
const CUBIC: Kernel = {
  radius: 2,
  weight: (x) => {
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  },
};
const LINEAR: Kernel = { radius: 1, weight: (x) => Math.max(0, 1 - x) };
const BOX: Kernel = { radius: 0.5, weight: (x) => (x <= 0.5 ? 1 : 0) };
const KERNELS = { cubic: CUBIC, linear: LINEAR, area: BOX };
export type Filter = keyof typeof KERNELS;

/** Rows that are added up together; weights beyond the last tap are 0, so that whole groups can be read. */
const TAPS_AT_ONCE = 4;

interface Taps {
  start: Int32Array;
  count: Int32Array;
  weights: Float32Array;
  stride: number;
}

function tapsFor(from: number, to: number, kernel: Kernel): Taps {
  const ratio = from / to;
  const stretch = Math.max(1, ratio);
  const reach = kernel.radius * stretch;
  const stride = Math.ceil(reach * 2) + 2 + TAPS_AT_ONCE;
  const taps = { start: new Int32Array(to), count: new Int32Array(to), weights: new Float32Array(to * stride), stride };
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * ratio;
    const weightOf = (j: number) =>
      kernel === BOX ? overlap(center, reach, j) : kernel.weight(Math.abs(j + 0.5 - center) / stretch);
    let first = Math.max(0, Math.floor(center - reach));
    let last = Math.min(from - 1, Math.ceil(center + reach) - 1);
    // Pixels whose middle lies beyond the reach count nothing and cost as much as the others.
    while (first < last && weightOf(first) === 0) first++;
    while (first < last && weightOf(last) === 0) last--;
    let sum = 0;
    for (let j = first; j <= last; j++) {
      const weight = weightOf(j);
      taps.weights[i * stride + j - first] = weight;
      sum += weight;
    }
    for (let j = first; j <= last; j++) {
      const index = i * stride + j - first;
      taps.weights[index] = at(taps.weights, index) / sum;
    }
    taps.start[i] = first;
    taps.count[i] = last - first + 1;
  }
  return taps;
}

/** How much of source pixel `index` lies within `reach` of `center`: exact area averaging. */
function overlap(center: number, reach: number, index: number): number {
  return Math.max(0, Math.min(index + 1, center + reach) - Math.max(index, center - reach));
}

function resampleRows(source: Raster, width: number, kernel: Kernel): Raster {
  const { channels, height } = source;
  const taps = tapsFor(source.width, width, kernel);
  const out = createRaster(width, height, channels);
  const resampleRow = channels === 3 ? rowOfThree : rowOfAny;
  for (let y = 0; y < height; y++) resampleRow(source, out, y, taps);
  return out;
}

/** The usual case, all three in one go. */
function rowOfThree(source: Raster, out: Raster, y: number, { start, count, weights, stride }: Taps): void {
  const row = y * source.width * 3;
  let to = y * out.width * 3;
  for (let x = 0; x < out.width; x++) {
    const first = row + intAt(start, x) * 3;
    const end = first + intAt(count, x) * 3;
    let tap = x * stride;
    let [red, green, blue] = [0, 0, 0];
    for (let from = first; from < end; from += 3) {
      const weight = at(weights, tap++);
      red += weight * at(source.data, from);
      green += weight * at(source.data, from + 1);
      blue += weight * at(source.data, from + 2);
    }
    out.data[to++] = red;
    out.data[to++] = green;
    out.data[to++] = blue;
  }
}

function rowOfAny(source: Raster, out: Raster, y: number, { start, count, weights, stride }: Taps): void {
  const { channels } = source;
  for (let c = 0; c < channels; c++) {
    const row = y * source.width * channels + c;
    let to = y * out.width * channels + c;
    for (let x = 0; x < out.width; x++, to += channels) {
      let from = row + intAt(start, x) * channels;
      let sum = 0;
      for (let tap = x * stride, end = tap + intAt(count, x); tap < end; tap++, from += channels) {
        sum += at(weights, tap) * at(source.data, from);
      }
      out.data[to] = sum;
    }
  }
}

function resampleColumns(source: Raster, height: number, kernel: Kernel): Raster {
  const taps = tapsFor(source.height, height, kernel);
  const out = createRaster(source.width, height, source.channels);
  const rowLength = source.width * source.channels;
  for (let y = 0; y < height; y++) {
    const first = intAt(taps.start, y);
    // Four rows at a time: every pass over the row written costs as much as a row read.
    for (let k = 0; k < intAt(taps.count, y); k += TAPS_AT_ONCE) {
      const tap = y * taps.stride + k;
      addFourRows(source, (first + k) * rowLength, taps.weights.subarray(tap, tap + TAPS_AT_ONCE), {
        sums: out.data.subarray(y * rowLength, (y + 1) * rowLength),
        isFirst: k === 0,
      });
    }
  }
  return out;
}

/**
 * Adds four source rows from `start` on, by their weights. A row of weight 0 may lie beyond the source; it is not read.
 */
function addFourRows(
  { data, width, channels }: Raster,
  start: number,
  weights: Float32Array,
  { sums, isFirst }: { sums: Float32Array; isFirst: boolean },
): void {
  const rowLength = width * channels;
  const [w0, w1, w2, w3] = [at(weights, 0), at(weights, 1), at(weights, 2), at(weights, 3)];
  const b = w1 === 0 ? start : start + rowLength;
  const c = w2 === 0 ? start : start + 2 * rowLength;
  const d = w3 === 0 ? start : start + 3 * rowLength;
  for (let i = 0; i < rowLength; i++) {
    const sum = w0 * at(data, start + i) + w1 * at(data, b + i) + w2 * at(data, c + i) + w3 * at(data, d + i);
    sums[i] = isFirst ? sum : at(sums, i) + sum;
  }
}

/** The raster at another size. `area` for shrinking, `cubic` for enlarging, `linear` for masks and smooth fields. */
export function resample(source: Raster, width: number, height: number, filter: Filter): Raster {
  const kernel = KERNELS[filter];
  const rows = (raster: Raster) => (width === raster.width ? raster : resampleRows(raster, width, kernel));
  const columns = (raster: Raster) => (height === raster.height ? raster : resampleColumns(raster, height, kernel));
  // Columns are the quicker of the two, being read in the order they lie in: they take the larger raster.
  return height < source.height ? rows(columns(source)) : columns(rows(source));
}
