/**
 * The mean of a field over each region of a guide picture: as smooth as can be inside, free to change at the guide's
 * edges. D. Min et al., "Fast Global Image Smoothing Based on Weighted Least Squares" (2014),
 * https://doi.org/10.1109/TIP.2014.2366600: rows and columns in turn, each an exact solution of its line.
 */
import { at, createRaster, type Raster } from './picture';

/** Rows and columns are gone over this often, each time with a quarter of the smoothing. More changes nothing to see. */
const ROUNDS = 3;
/** An edge stops at most all but this share, so that no pixel is a region of its own. */
const LEAST_TIE = 1e-4;

/**
 * @param guide one channel; its edges part the regions
 * @param field any number of channels, of the guide's size
 * @param edge step of the guide, in its own unit, that begins to part two regions (a Gaussian's deviation)
 * @param smoothing how much more alike neighbours must be than true to the field; regions of its square root's pixels
 * become even
 */
export function regionMean(
  guide: Raster,
  field: Raster,
  { edge, smoothing }: { edge: number; smoothing: number },
): Raster {
  const { width, height } = guide;
  const out: Raster = { ...field, data: Float32Array.from(field.data) };
  const ties = createRaster(Math.max(width, height), 1, 1).data;
  const tieOf = (from: number, to: number) =>
    Math.exp(-(((at(guide.data, to) - at(guide.data, from)) / edge) ** 2) / 2) + LEAST_TIE;
  const smoothLine = (line: Line, strength: number) => {
    for (let k = 0; k + 1 < line.length; k++) {
      const pixel = line.first + k * line.step;
      ties[k] = strength * tieOf(pixel, pixel + line.step);
    }
    for (let c = 0; c < field.channels; c++) solveLine(out, c, line, ties);
  };
  for (let round = 1; round <= ROUNDS; round++) {
    const strength = (1.5 * smoothing * 4 ** (ROUNDS - round)) / (4 ** ROUNDS - 1);
    for (let y = 0; y < height; y++) smoothLine({ first: y * width, step: 1, length: width }, strength);
    for (let x = 0; x < width; x++) smoothLine({ first: x, step: width, length: height }, strength);
  }
  return out;
}

/** A row or a column: its first pixel, the way to the next, and how many there are. */
interface Line {
  first: number;
  step: number;
  length: number;
}

/** Minimises, along the line, the squared change plus the squared difference of neighbours times their tie (Thomas). */
function solveLine({ data, channels }: Raster, channel: number, { first, step, length }: Line, ties: Float32Array) {
  const shares = new Float32Array(length);
  const index = (k: number) => (first + k * step) * channels + channel;
  for (let k = 0; k < length; k++) {
    const [before, after] = [k > 0 ? at(ties, k - 1) : 0, k + 1 < length ? at(ties, k) : 0];
    const [share, value] = k > 0 ? [at(shares, k - 1), at(data, index(k - 1))] : [0, 0];
    const pivot = 1 + before + after - before * share;
    shares[k] = after / pivot;
    data[index(k)] = (at(data, index(k)) + before * value) / pivot;
  }
  for (let k = length - 2; k >= 0; k--) data[index(k)] = at(data, index(k)) + at(shares, k) * at(data, index(k + 1));
}
