/**
 * Gives what was filled the grain of the photograph beside it: a surface drawn through a rim is smooth, a print is not,
 * and a smooth band shows where the damage was.
 */
import { boxBlur } from '../image/blur';
import { cutMask, type Mask } from '../image/mask';
import { at, byteAt, createRaster, lumaAt, type Picture, type Raster, type Rect } from '../image/picture';
import { tilesOf } from '../image/tiles';

/** What is smaller than a window of twice this and one is grain. Pixels per 1000 of the long side, as all that follow. */
const REACH_PER_1000_PX = 5;
/** Each square of a grid has grain of a place of its own: a long mark lies on more than one ground. */
const SQUARE_PER_1000_PX = 24;
/** Grain comes from so far away, the nearest first, and from so many directions. */
const DISTANCES_PER_1000_PX = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96];
const DIRECTIONS = 8;
const STEPS_LOOKED_AT = 8;
/** Where no place has grain for all of a square, because of other damage, one that has it for this share will do. */
const LEAST_OPEN = 0.5;
/** A place farther away is taken if its grain is less than this share of a nearer one's: there is an edge in that. */
const CALMER = 0.75;
/** Where what is fine has more than this many times the grain's energy, there is an edge or a speck: it is not copied. */
const MOST_ENERGY = 2;
/** Grain is at most so many times the noise of the picture, which is read off its calmest parts; more is texture. */
const MOST_NOISE = 2;
/** Of an even grain, the deviation by the median of what it differs by. */
const DEVIATION = 1.4826;
/** Pieces of the picture, in pixels: memory does not grow with the photograph. */
const TILE_PX = 1024;

/**
 * Adds grain to the marked pixels, in place, as much as they have less than the calmest ground near them, but no more
 * than grain has.
 *
 * @param picture with the marked pixels filled
 * @param noise the picture's, as a standard deviation in grey levels (`noiseOf`)
 * @param checkpoint called for every piece of the picture; may throw to end the work
 */
export function bringGrain(
  picture: Picture,
  mask: Mask,
  { noise, checkpoint }: { noise: number; checkpoint: () => void },
): void {
  const scale = Math.max(1000, picture.width, picture.height) / 1000;
  const reach = Math.round(REACH_PER_1000_PX * scale);
  const steps = stepsOf(scale);
  const margin = Math.ceil(Math.max(...DISTANCES_PER_1000_PX) * scale) + reach;
  for (const { core, outer } of tilesOf(picture, TILE_PX, margin)) {
    checkpoint();
    const squares = squaresIn(mask, core, { outer, side: Math.round(SQUARE_PER_1000_PX * scale) });
    if (squares.length === 0) continue;
    const ground: Ground = { ...fineOf(picture, outer, reach), isMarked: cutMask(mask, outer).data };
    for (const square of squares) {
      const add = grainFor(square, ground, { steps, noise });
      if (add) addTo(picture, square, { outer, add });
    }
  }
}

/** A piece of the picture. */
interface Ground {
  /** What of its luma is finer than the window, in grey levels. */
  fine: Raster;
  /** The mean of its square over the window. */
  energy: Raster;
  isMarked: Uint8Array;
}

interface Step {
  x: number;
  y: number;
}

/** From a mark to where its grain may come from, the nearest first. */
function stepsOf(scale: number): Step[] {
  return DISTANCES_PER_1000_PX.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, direction) => {
      const turn = (2 * Math.PI * direction) / DIRECTIONS;
      return { x: Math.round(distance * scale * Math.cos(turn)), y: Math.round(distance * scale * Math.sin(turn)) };
    }),
  );
}

/** The marked pixels of `core` by the square of a grid they lie in, as pixels of `outer`. */
function squaresIn(mask: Mask, core: Rect, { outer, side }: { outer: Rect; side: number }): number[][] {
  const squares = new Map<number, number[]>();
  for (let y = core.top; y < core.top + core.height; y++) {
    for (let x = core.left; x < core.left + core.width; x++) {
      if (!byteAt(mask.data, y * mask.width + x)) continue;
      const key = Math.floor(y / side) * mask.width + Math.floor(x / side);
      const pixel = (y - outer.top) * outer.width + x - outer.left;
      const square = squares.get(key);
      if (square) square.push(pixel);
      else squares.set(key, [pixel]);
    }
  }
  return [...squares.values()];
}

function fineOf(picture: Picture, outer: Rect, reach: number): Pick<Ground, 'fine' | 'energy'> {
  const luma = createRaster(outer.width, outer.height, 1);
  for (let y = 0; y < outer.height; y++) {
    const from = (outer.top + y) * picture.width + outer.left;
    for (let x = 0; x < outer.width; x++) luma.data[y * outer.width + x] = lumaAt(picture.data, 3 * (from + x));
  }
  const low = boxBlur(luma, reach);
  const fine = { ...luma, data: luma.data.map((level, i) => level - at(low.data, i)) };
  return { fine, energy: boxBlur({ ...fine, data: fine.data.map((value) => value * value) }, reach) };
}

/** Where a square's grain comes from. */
interface Source {
  /** A pixel for each of the square; -1 where there is none. */
  pixels: readonly number[];
  /** Of its grain, in grey levels. */
  deviation: number;
}

/** What to add to each pixel of a square, in grey levels; null where no ground has grain that the square lacks. */
function grainFor(
  square: readonly number[],
  ground: Ground,
  { steps, noise }: { steps: readonly Step[]; noise: number },
): Float32Array | null {
  const { fine, energy } = ground;
  const source =
    sourceOf(square, ground, { steps, share: 1 }) ?? sourceOf(square, ground, { steps, share: LEAST_OPEN });
  const own = deviationAt(square, fine);
  if (!source || own >= source.deviation) return null;
  // Uncorrelated variances add up: together with what the fill has it is the ground's.
  const lacks = Math.sqrt(1 - (own / source.deviation) ** 2) * Math.min(1, (MOST_NOISE * noise) / source.deviation);
  return Float32Array.from(source.pixels, (pixel) =>
    pixel < 0 || at(energy.data, pixel) > MOST_ENERGY * source.deviation ** 2 ? 0 : lacks * at(fine.data, pixel),
  );
}

/** The calmest of the places from which that share of a square's grain can come. */
function sourceOf(
  square: readonly number[],
  ground: Ground,
  { steps, share }: { steps: readonly Step[]; share: number },
): Source | null {
  let calmest: Source | null = null;
  let looked = 0;
  for (const step of steps) {
    const pixels = pixelsAt(square, ground, step);
    const open = pixels.filter((pixel) => pixel >= 0);
    if (open.length < share * square.length) continue;
    const deviation = deviationAt(open, ground.fine);
    if (!calmest || deviation < CALMER * calmest.deviation) calmest = { pixels, deviation };
    if (++looked === STEPS_LOOKED_AT) break;
  }
  return calmest;
}

/** The pixel a step away from each of a square; -1 beyond the piece and where there is damage, too. */
function pixelsAt(square: readonly number[], { fine: { width, height }, isMarked }: Ground, { x, y }: Step): number[] {
  return square.map((pixel) => {
    const [column, row] = [(pixel % width) + x, Math.floor(pixel / width) + y];
    const isInside = column >= 0 && column < width && row >= 0 && row < height;
    const source = row * width + column;
    return isInside && !byteAt(isMarked, source) ? source : -1;
  });
}

/** Standard deviation of even grain, in grey levels; a few edges hardly change it. */
function deviationAt(pixels: readonly number[], { data }: Raster): number {
  const sizes = Float32Array.from(pixels, (pixel) => Math.abs(at(data, pixel))).sort();
  return DEVIATION * at(sizes, sizes.length >> 1);
}

function addTo(
  { width, data }: Picture,
  square: readonly number[],
  { outer, add }: { outer: Rect; add: Float32Array },
): void {
  for (const [index, pixel] of square.entries()) {
    const [x, y] = [outer.left + (pixel % outer.width), outer.top + Math.floor(pixel / outer.width)];
    const start = 3 * (y * width + x);
    for (let i = start; i < start + 3; i++) data[i] = byteAt(data, i) + at(add, index);
  }
}
