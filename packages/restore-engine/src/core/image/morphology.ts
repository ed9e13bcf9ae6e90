/** Grey morphology: what is brighter or darker than its surroundings and narrower than a given width. */
import { at, createRaster, numberAt, type Raster } from './picture';

/** Largest or smallest value within a square of `2 * radius + 1` pixels a side; there is nothing beyond the borders. */
function extreme(source: Raster, radius: number, polarity: 'largest' | 'smallest'): Raster {
  const sign = polarity === 'largest' ? 1 : -1;
  const out = createRaster(source.width, source.height, 1);
  for (let i = 0; i < out.data.length; i++) out.data[i] = sign * at(source.data, i);
  const { width, height } = source;
  const inRow = slidingMaximum(width, radius);
  for (let y = 0; y < height; y++) inRow(out.data, y * width, 1);
  const inColumn = slidingMaximum(height, radius);
  for (let x = 0; x < width; x++) inColumn(out.data, x, width);
  for (let i = 0; i < out.data.length; i++) out.data[i] = sign * at(out.data, i);
  return out;
}

/**
 * Works on lines of so many values in place, in three comparisons a value whatever the radius (M. van Herk, "A fast
 * algorithm for local minimum and maximum filters on rectangular and octagonal kernels", 1992,
 * https://doi.org/10.1016/0167-8655(92)90069-C).
 */
function slidingMaximum(count: number, radius: number): (data: Float32Array, start: number, step: number) => void {
  const window = 2 * radius + 1;
  const blocks = Math.ceil((count + 2 * radius) / window);
  // The line with nothing on both sides, and of every window-long block the largest value so far, from both its ends.
  const padded = new Float32Array(blocks * window).fill(Number.NEGATIVE_INFINITY);
  const forwards = new Float32Array(padded.length);
  const backwards = new Float32Array(padded.length);
  return (data, start, step) => {
    for (let i = 0; i < count; i++) padded[radius + i] = at(data, start + i * step);
    for (let first = 0; first < padded.length; first += window) {
      const last = first + window - 1;
      let largest = Number.NEGATIVE_INFINITY;
      for (let k = first; k <= last; k++) forwards[k] = largest = Math.max(largest, at(padded, k));
      largest = Number.NEGATIVE_INFINITY;
      for (let k = last; k >= first; k--) backwards[k] = largest = Math.max(largest, at(padded, k));
    }
    for (let i = 0; i < count; i++) data[start + i * step] = Math.max(at(backwards, i), at(forwards, i + window - 1));
  };
}

/**
 * One-channel raster minus its opening (`bright`), or its closing minus it (`dark`): strokes thinner than 2 * radius +
 * 1.
 */
export function topHat(source: Raster, radius: number, polarity: 'bright' | 'dark'): Raster {
  const [first, second] =
    polarity === 'bright' ? (['smallest', 'largest'] as const) : (['largest', 'smallest'] as const);
  const smoothed = extreme(extreme(source, radius, first), radius, second);
  const sign = polarity === 'bright' ? 1 : -1;
  for (let i = 0; i < smoothed.data.length; i++) smoothed.data[i] = (at(source.data, i) - at(smoothed.data, i)) * sign;
  return smoothed;
}

/** Otsu's threshold of values 0..255: the cut that makes the two sides most alike within themselves. */
export function otsu(values: Iterable<number>): number {
  const counts = new Float64Array(256);
  let total = 0;
  let sum = 0;
  for (const value of values) {
    const bin = Math.min(255, Math.max(0, Math.round(value)));
    counts[bin] = numberAt(counts, bin) + 1;
    total++;
    sum += bin;
  }
  let best = { cut: 0, between: -1 };
  let below = 0;
  let belowSum = 0;
  for (let cut = 0; cut < 255; cut++) {
    below += numberAt(counts, cut);
    belowSum += cut * numberAt(counts, cut);
    if (below === 0 || below === total) continue;
    const gap = belowSum / below - (sum - belowSum) / (total - below);
    const between = below * (total - below) * gap * gap;
    if (between > best.between) best = { cut, between };
  }
  return best.cut;
}
