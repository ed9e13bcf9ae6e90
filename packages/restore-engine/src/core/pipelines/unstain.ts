/**
 * Removes brown and yellow stains (foxing, tide lines, glue) from scans of prints of one tint. Stains absorb most blue
 * and little red, which is why conservators look at a stained print in red light. The print itself shows how little.
 */
import { boxBlur } from '../image/blur';
import { coverage, dilate, hysteresis, type Mask } from '../image/mask';
import { quantileOf } from '../image/measure';
import {
  at,
  byteAt,
  copyPicture,
  createRaster,
  hasTint,
  intAt,
  numberAt,
  type Picture,
  type Raster,
} from '../image/picture';
import { resample } from '../image/resample';

/** Long side, in pixels, at which stains are looked for: a fixed size bounds the memory. */
const LOOK_SIDE_PX = 1600;
/** A print's blue and green are read off all pixels whose red is within this of a pixel's. */
const TONE_REACH = 4;
/** Where the print has less blue than this it is left alone: a byte's rounding would look like a stain. */
const LEAST_BLUE = 40;
/** JPEG stores colour at half the size, and scanners draw it beside the edges it belongs to. */
const SMOOTH_RADIUS_PX = 2;
/** A stain absorbs at least LEAST_DEPTH of blue, in natural logarithms, and DEVIATIONS times the spread of blue. */
const LEAST_DEPTH = 0.05;
const DEVIATIONS = 4;
/** This many pixels are enough to measure the spread of blue. */
const ENOUGH_VALUES = 100_000;
/**
 * In a stain at least this share and this many pixels are `depth` times as deep. Hair and leaves are nowhere deeper.
 */
const CORE = { depth: 1.6, share: 0.1, least: 6 };
/** Below the first share a change is not worth it; above the second the tint may be the print's own. */
const STAINED_SHARE = { least: 0.0002, most: 0.12 };
/** Red may lose at most this part of what blue loses beyond it. */
const MOST_RED = 1;
/**
 * Reach of a stain beyond its sure part, and distance of compared pixels: more than scanners and JPEG shift colours.
 */
const RIM_PX = 5;
/** Pairs that differ by more, in natural logarithms, say little about the stain. */
const PICTURE_EDGE = 0.03;
/** The first round allows this many times as much. */
const FIRST_EDGE = 16;
/** By then the weights hardly change. */
const ROUNDS = 8;
/** Of every byte, one added, or black would have none. */
const LOGARITHMS = Float32Array.from({ length: 256 }, (_, byte) => Math.log(byte + 1));

/**
 * The picture without its stains; the very same where there are none.
 * @param picture of one tint (`isMonochrome`)
 * @param checkpoint called now and then; may throw to end the work
 */
export function unstained(picture: Picture, checkpoint: () => void = () => undefined): Picture {
  // A scan without colour shows no stain by its colour.
  if (!hasTint(picture)) return picture;
  const tint = tintOf(picture);
  checkpoint();
  const scale = Math.min(1, LOOK_SIDE_PX / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const seen = (raster: Raster) => boxBlur(resample(raster, width, height, 'area'), SMOOTH_RADIUS_PX);
  const depth = seen(depthOf(picture, tint));
  checkpoint();
  const least = Math.max(LEAST_DEPTH, DEVIATIONS * deviationOf(depth));
  const stains = hysteresis(depth, { ...CORE, low: least, high: CORE.depth * least });
  const share = coverage(stains);
  if (share < STAINED_SHARE.least || share > STAINED_SHARE.most) return picture;
  const near = withSoftRim(stains);
  const redLoss = redLossOf(seen(redOf(picture)), depth, near);
  checkpoint();
  for (let i = 0; i < depth.data.length; i++) {
    depth.data[i] = redLoss * at(near.data, i) * Math.max(0, at(depth.data, i));
  }
  const full = (raster: Raster) => resample(raster, picture.width, picture.height, 'linear').data;
  const [gain, parts] = [full(depth), full(near)];
  checkpoint();
  const out = copyPicture(picture);
  for (let i = 0; i < parts.length; i++) {
    const part = at(parts, i);
    if (part === 0) continue;
    const red = Math.min(255, byteAt(picture.data, i * 3) * Math.exp(at(gain, i)));
    const tone = Math.round(red);
    out.data[i * 3] = red;
    out.data[i * 3 + 1] = byteAt(picture.data, i * 3 + 1) * (1 - part) + at(tint.green, tone) * part;
    out.data[i * 3 + 2] = byteAt(picture.data, i * 3 + 2) * (1 - part) + at(tint.blue, tone) * part;
  }
  return out;
}

/** 1 in the stains and round them, where they are too faint to be sure of, and less and less beyond. */
function withSoftRim(stains: Mask): Raster {
  const wide = dilate(stains, RIM_PX);
  return boxBlur({ ...wide, channels: 1, data: new Float32Array(wide.data) }, SMOOTH_RADIUS_PX);
}

/** For every red the print's usual green and blue. */
interface Tint {
  green: Float32Array;
  blue: Float32Array;
}

function tintOf({ data }: Picture): Tint {
  const greens = new Int32Array(256 * 256);
  const blues = new Int32Array(256 * 256);
  for (let i = 0; i < data.length; i += 3) {
    const row = byteAt(data, i) * 256;
    const [green, blue] = [row + byteAt(data, i + 1), row + byteAt(data, i + 2)];
    greens[green] = intAt(greens, green) + 1;
    blues[blue] = intAt(blues, blue) + 1;
  }
  return { green: mediansOf(greens), blue: mediansOf(blues) };
}

/**
 * Returns the median of each row of a table of counts, with its neighbours' counts; an empty row takes the previous
 * one's.
 */
function mediansOf(counts: Int32Array): Float32Array {
  const medians = new Float32Array(256);
  for (let red = 0; red < 256; red++) {
    const near = new Uint32Array(256);
    let total = 0;
    for (let row = Math.max(0, red - TONE_REACH); row <= Math.min(255, red + TONE_REACH); row++) {
      for (let value = 0; value < 256; value++) {
        const count = intAt(counts, row * 256 + value);
        near[value] = numberAt(near, value) + count;
        total += count;
      }
    }
    medians[red] = total > 0 ? quantileOf(near, total / 2) : red === 0 ? 0 : at(medians, red - 1);
  }
  return medians;
}

/** How much less blue each pixel has than the print usually has beside its red, in natural logarithms. */
function depthOf({ width, height, data }: Picture, { blue }: Tint): Raster {
  const out = createRaster(width, height, 1);
  for (let i = 0; i < out.data.length; i++) {
    const usual = at(blue, byteAt(data, i * 3));
    if (usual >= LEAST_BLUE) out.data[i] = Math.log(usual + 1) - at(LOGARITHMS, byteAt(data, i * 3 + 2));
  }
  return out;
}

/** Red, in natural logarithms. */
function redOf({ width, height, data }: Picture): Raster {
  const out = createRaster(width, height, 1);
  for (let i = 0; i < out.data.length; i++) out.data[i] = at(LOGARITHMS, byteAt(data, i * 3));
  return out;
}

/** Standard deviation of the most part of the values around 0, from the median distance of enough of them. */
function deviationOf({ data }: Raster): number {
  const step = Math.max(1, Math.floor(data.length / ENOUGH_VALUES));
  const sizes = new Float32Array(Math.ceil(data.length / step));
  for (let i = 0; i < sizes.length; i++) sizes[i] = Math.abs(at(data, i * step));
  return 1.4826 * at(sizes.sort(), sizes.length >> 1);
}

/**
 * Returns how much red a stain absorbs per unit of the blue it absorbs beyond that. At a stain's rim red falls with the
 * stain, while the picture's own changes go both ways: least squares over the rims, with strong changes weighted down.
 */
function redLossOf(red: Raster, depth: Raster, near: Raster): number {
  const { width, height } = depth;
  const rims: Array<{ rise: number; change: number }> = [];
  for (let y = RIM_PX; y < height; y++) {
    for (let x = RIM_PX; x < width; x++) {
      const i = y * width + x;
      if (at(near.data, i) === 0) continue;
      for (const before of [i - RIM_PX, i - RIM_PX * width]) {
        const rise = at(depth.data, i) - at(depth.data, before);
        rims.push({ rise, change: at(red.data, i) - at(red.data, before) });
      }
    }
  }
  let redLoss = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // Widely at first, or a deep stain's rim would pass for the picture's.
    const edge = PICTURE_EDGE * Math.max(1, FIRST_EDGE / 2 ** round);
    let [together, alone] = [0, 0];
    for (const { rise, change } of rims) {
      const weight = 1 / (1 + ((change + redLoss * rise) / edge) ** 2);
      together -= weight * change * rise;
      alone += weight * rise * rise;
    }
    redLoss = alone > 0 ? Math.min(MOST_RED, Math.max(0, together / alone)) : 0;
  }
  return redLoss;
}
