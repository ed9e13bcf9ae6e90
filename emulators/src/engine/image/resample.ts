/**
 * Separable resampling, centres aligned, antialiased when shrinking (the convention of Pillow and OpenCV's INTER_AREA).
 * Written here because sharp's enlargement shifts by a fraction of a pixel, which ruins blending with a network's output.
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
  const stride = Math.ceil(reach * 2) + 2;
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
  for (let y = 0; y < height; y++) {
    const row = y * source.width * channels;
    for (let x = 0; x < width; x++) {
      const first = row + intAt(taps.start, x) * channels;
      const end = first + intAt(taps.count, x) * channels;
      const to = (y * width + x) * channels;
      let tap = x * taps.stride;
      if (channels === 3) {
        // The usual case, all three in one go.
        let [red, green, blue] = [0, 0, 0];
        for (let from = first; from < end; from += 3) {
          const weight = at(taps.weights, tap++);
          red += weight * at(source.data, from);
          green += weight * at(source.data, from + 1);
          blue += weight * at(source.data, from + 2);
        }
        out.data[to] = red;
        out.data[to + 1] = green;
        out.data[to + 2] = blue;
        continue;
      }
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        tap = x * taps.stride;
        for (let from = first + c; from < end; from += channels) sum += at(taps.weights, tap++) * at(source.data, from);
        out.data[to + c] = sum;
      }
    }
  }
  return out;
}

function resampleColumns(source: Raster, height: number, kernel: Kernel): Raster {
  const taps = tapsFor(source.height, height, kernel);
  const out = createRaster(source.width, height, source.channels);
  const rowLength = source.width * source.channels;
  for (let y = 0; y < height; y++) {
    const first = intAt(taps.start, y);
    const to = y * rowLength;
    // Two rows at a time: every pass over the row written costs as much as a row read. Beyond the last tap weights are 0.
    for (let k = 0; k < intAt(taps.count, y); k += 2) {
      const weight = at(taps.weights, y * taps.stride + k);
      const next = at(taps.weights, y * taps.stride + k + 1);
      const from = (first + k) * rowLength;
      const below = first + k + 1 < source.height ? from + rowLength : from;
      for (let i = 0; i < rowLength; i++) {
        out.data[to + i] =
          at(out.data, to + i) + weight * at(source.data, from + i) + next * at(source.data, below + i);
      }
    }
  }
  return out;
}

/** The raster at another size. `area` for shrinking, `cubic` for enlarging, `linear` for masks and smooth fields. */
export function resample(source: Raster, width: number, height: number, filter: Filter): Raster {
  const kernel = KERNELS[filter];
  const narrowed = width === source.width ? source : resampleRows(source, width, kernel);
  return height === source.height ? narrowed : resampleColumns(narrowed, height, kernel);
}
