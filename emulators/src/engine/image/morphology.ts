/** Grey morphology: what is brighter or darker than its surroundings and narrower than a given width. */
import { at, createRaster, numberAt, type Raster } from './picture';

function extreme(source: Raster, radius: number, pick: (a: number, b: number) => number): Raster {
  return pass(pass(source, radius, pick, true), radius, pick, false);
}

function pass(source: Raster, radius: number, pick: (a: number, b: number) => number, alongRow: boolean): Raster {
  const { width, height, data } = source;
  const out = createRaster(width, height, 1);
  const limit = alongRow ? width : height;
  const step = alongRow ? 1 : width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const position = alongRow ? x : y;
      const first = Math.max(-radius, -position);
      const last = Math.min(radius, limit - 1 - position);
      let best = at(data, i);
      for (let k = first; k <= last; k++) best = pick(best, at(data, i + k * step));
      out.data[i] = best;
    }
  }
  return out;
}

/** One-channel raster minus its opening (`bright`) or its closing minus it (`dark`): strokes narrower than 2 * radius + 1. */
export function topHat(source: Raster, radius: number, polarity: 'bright' | 'dark'): Raster {
  const [first, second] = polarity === 'bright' ? [Math.min, Math.max] : [Math.max, Math.min];
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
