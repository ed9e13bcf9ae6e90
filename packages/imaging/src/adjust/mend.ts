import type { Stroke } from '@heirlight/contract/adjustment';
import { bothWays, mean, type Size, smoothstep } from './planes';
import { smallPixels } from './resize';
import type { Rows } from './rows';
import { distancesTo, frameOf, lumaOf, maskSize, runsOf, WHOLE_SHARE } from './strokes';

/** Both pictures with their marks mended, in the size of a mask. It lies over the whole picture and is enlarged bilinearly. */
export interface Mend extends Size {
  /** RGBA. Alpha is the same in both: how much of a place is mended, 0..255. */
  original: Uint8Array<ArrayBuffer>;
  result: Uint8Array<ArrayBuffer>;
  /**
   * Two numbers for each place: how far to the right and down, pixels of the mask, its grain is taken from. What a larger
   * picture has there that is too fine for the mask is added to what is enlarged. 0 and 0: from nowhere.
   */
  from: Int16Array<ArrayBuffer>;
}

/** Mends nothing. */
export const NO_MEND: Mend = {
  ...{ width: 1, height: 1 },
  ...{ original: new Uint8Array(4), result: new Uint8Array(4), from: new Int16Array(2) },
};

/**
 * Paints every pixel whose mask is not 0 from what is around it, in place.
 *
 * @param picture RGB
 * @param mask one byte per pixel
 */
export type Fill = (picture: Size & { data: Uint8ClampedArray }, mask: Uint8Array) => void;

/** A mended place ends softly inside the brush's radius, over so many pixels of the mask. */
const SOFT_PX = 2;
/** Details smaller than a window of twice this and one, pixels of the mask, are the grain. */
const GRAIN_REACH = 5;
/** Grain is taken from so far beside a mark, pixels of the mask, the nearest first, and in so many directions. */
const GRAIN_FROM = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];
const DIRECTIONS = 8;
const STEPS_LOOKED_AT = 8;
/** Each square of a mark has grain of its own place; pixels of the mask. */
const SQUARE = 24;
/** A place farther away is taken if what differs there is less than this share: there is an edge in the nearer one. */
const CALMER = 0.75;
/** So many deviations are grain; what stands out farther is an edge or a spot, and is not copied. */
const GRAIN_MOST = 2;
/** What stands out by more than so many of them is an edge, and so is what is so near to it, pixels of the mask. */
const EDGE_FROM = 3;
const EDGE_REACH = 1;
/** Of an even grain, the deviation by the median of what it differs by. */
const DEVIATION = 1.4826;

/** How much of each place the strokes mend, 0..255. Painting twice is painting once. */
function coverOf(strokes: readonly Stroke[], size: Size): Uint8Array {
  const cover = new Uint8Array(size.width * size.height);
  for (const run of strokes.flatMap((stroke) => runsOf(stroke, size))) {
    const frame = frameOf(run, size);
    const { data } = distancesTo(run, frame);
    const whole = Math.max(WHOLE_SHARE * run.radius, run.radius - SOFT_PX);
    for (let y = 0, from = 0; y < frame.height; y++) {
      let at = (frame.top + y) * size.width + frame.left;
      for (let x = 0; x < frame.width; x++, at++, from++) {
        const covered = Math.round(255 * (1 - smoothstep(whole, run.radius, data[from] ?? 0)));
        if (covered > (cover[at] ?? 0)) cover[at] = covered;
      }
    }
  }
  return cover;
}

/** The marked pixels by the mark they belong to. */
function marksOf({ mask, width }: Covered): Int32Array[] {
  const waiting = mask.slice();
  const marks: Int32Array[] = [];
  for (let start = 0; start < waiting.length; start++) {
    if (!waiting[start]) continue;
    waiting[start] = 0;
    const pixels = [start];
    for (const pixel of pixels) {
      const column = pixel % width;
      for (const next of [pixel - width, pixel + width, column && pixel - 1, column < width - 1 && pixel + 1]) {
        if (typeof next !== 'number' || !waiting[next]) continue;
        waiting[next] = 0;
        pixels.push(next);
      }
    }
    marks.push(Int32Array.from(pixels));
  }
  return marks;
}

/** A mark in squares: a long one lies on more than one ground. */
function squaresOf(mark: Int32Array, width: number): Int32Array[] {
  const squares = new Map<number, number[]>();
  for (const pixel of mark) {
    const key = Math.floor(pixel / width / SQUARE) * width + Math.floor((pixel % width) / SQUARE);
    const square = squares.get(key);
    if (square) square.push(pixel);
    else squares.set(key, [pixel]);
  }
  return [...squares.values()].map((pixels) => Int32Array.from(pixels));
}

/** In pixels of the mask. */
interface Step {
  x: number;
  y: number;
}

/** How many of a mark's pixels lie, a step away, in the picture and under no stroke. Below `enough` it may stop early. */
function openCount(mark: Int32Array, { x, y }: Step, { mask, width, height }: Covered, enough: number): number {
  let shut = 0;
  for (let at = 0; at < mark.length && mark.length - shut >= enough; at++) {
    const pixel = mark[at] ?? 0;
    const [column, row] = [(pixel % width) + x, Math.floor(pixel / width) + y];
    if (column < 0 || column >= width || row < 0 || row >= height || mask[row * width + column]) shut++;
  }
  return mark.length - shut;
}

/** Steps from a mark to pixels that no stroke covers, the nearest first; if there is none, the one that reaches most of them. */
function stepsFrom(mark: Int32Array, covered: Covered): Step[] {
  const steps: Step[] = [];
  let [best, most]: [Step | null, number] = [null, 0];
  for (const far of GRAIN_FROM) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const turn = (2 * Math.PI * direction) / DIRECTIONS;
      const step = { x: Math.round(far * Math.cos(turn)), y: Math.round(far * Math.sin(turn)) };
      const count = openCount(mark, step, covered, most + 1);
      if (count === mark.length) steps.push(step);
      else if (count > most) [best, most] = [step, count];
      if (steps.length >= STEPS_LOOKED_AT) return steps;
    }
  }
  return steps.length > 0 || !best ? steps : [best];
}

/** What covers the pictures. Both have the same. */
interface Covered extends Size {
  /** How much of each place is mended, 0..255. */
  mask: Uint8Array;
}

/** The median of what the pixels differ by, by some thousand of them. */
function middleOf(grain: Float32Array): number {
  const every = Math.ceil(grain.length / 1000);
  const some = grain.filter((_, at) => at % every === 0).map(Math.abs);
  return some.sort()[Math.floor(some.length / 2)] ?? 0;
}

/** What is finer than a window, in levels, of each place of a picture. */
function fineOf(pixels: Uint8ClampedArray, size: Size): Float32Array {
  const luma = { ...size, data: lumaOf(pixels) };
  const low = bothWays(luma, mean(GRAIN_REACH)).data;
  return luma.data.map((level, at) => 255 * (level - (low[at] ?? 0)));
}

/** The grain that a mark gets in one picture. */
interface Grain {
  /** Of each of its pixels, in levels. */
  levels: Float32Array;
  middle: number;
}

function grainFrom(fine: Float32Array, mark: Int32Array, { x, y }: Step, { mask, width }: Covered): Grain {
  const levels = new Float32Array(mark.length);
  for (let at = 0; at < levels.length; at++) {
    const from = (mark[at] ?? 0) + y * width + x;
    if (mask[from] === 0) levels[at] = fine[from] ?? 0;
  }
  return { levels, middle: middleOf(levels) };
}

/** Brings the grain of an even place near it to a mark, in place: a fill is smooth, and a photograph is not. */
function bringGrain(pixels: Uint8ClampedArray, mark: Int32Array, { levels, middle }: Grain): void {
  const most = GRAIN_MOST * DEVIATION * middle;
  for (let index = 0; index < mark.length; index++) {
    const add = Math.min(most, Math.max(-most, levels[index] ?? 0));
    const start = (mark[index] ?? 0) * 4;
    for (let at = start; at < start + 3; at++) pixels[at] = (pixels[at] ?? 0) + add;
  }
}

/** What is an edge or near to one where a mark's grain comes from, as pixels of the mark. */
function edgesIn(grains: readonly Grain[], mark: Int32Array, width: number): Set<number> {
  const edges = new Set<number>();
  for (const { levels, middle } of grains) {
    for (const [index, pixel] of mark.entries()) {
      if (Math.abs(levels[index] ?? 0) <= EDGE_FROM * DEVIATION * middle) continue;
      for (let row = -EDGE_REACH; row <= EDGE_REACH; row++) {
        for (let column = -EDGE_REACH; column <= EDGE_REACH; column++) edges.add(pixel + row * width + column);
      }
    }
  }
  return edges;
}

/**
 * Gives both pictures the grain of one place for each square, the evenest in the result: the original is often enlarged, and
 * a browser does that otherwise for the screen than this package for a file. Returns where that is: `Mend.from`.
 */
function bringGrains(
  pictures: readonly [result: Uint8ClampedArray, original: Uint8ClampedArray],
  squares: readonly Int32Array[],
  covered: Covered,
): Int16Array<ArrayBuffer> {
  const fine = pictures.map((pixels) => fineOf(pixels, covered));
  const from = new Int16Array(covered.mask.length * 2);
  for (const square of squares) {
    let [calmest, best, least]: [Grain[], Step, number] = [[], { x: 0, y: 0 }, Number.POSITIVE_INFINITY];
    for (const step of stepsFrom(square, covered)) {
      const grains = fine.map((plane) => grainFrom(plane, square, step, covered));
      const middle = grains[0]?.middle ?? 0;
      if (middle < CALMER * least) [calmest, best, least] = [grains, step, middle];
    }
    for (const [at, grain] of calmest.entries()) bringGrain(pictures[at] as Uint8ClampedArray, square, grain);
    const edges = edgesIn(calmest, square, covered.width);
    for (const pixel of square) if (!edges.has(pixel)) from.set([best.x, best.y], pixel * 2);
  }
  return from;
}

/** A plate that bends may rise above all that it is held by, where a mark goes on beyond the brush: not above its rim's levels. */
function keepWithinRim(rgb: Uint8ClampedArray, marks: readonly Int32Array[], { mask, width }: Covered): void {
  for (const pixels of marks) {
    for (let channel = 0; channel < 3; channel++) {
      let [least, most] = [255, 0];
      for (const pixel of pixels) {
        for (const next of [pixel - 1, pixel + 1, pixel - width, pixel + width]) {
          if (mask[next] !== 0) continue;
          const level = rgb[next * 3 + channel] ?? 0;
          least = Math.min(least, level);
          most = Math.max(most, level);
        }
      }
      for (const pixel of pixels) {
        const at = pixel * 3 + channel;
        rgb[at] = Math.min(most, Math.max(least, rgb[at] ?? 0));
      }
    }
  }
}

/** The picture in the size of the mask, its marks filled. */
function filledPixels(
  picture: Rows,
  marks: readonly Int32Array[],
  { covered, fill }: { covered: Covered; fill: Fill },
): Uint8ClampedArray<ArrayBuffer> {
  const { mask, width, height } = covered;
  const pixels = smallPixels(picture, covered);
  const rgb = new Uint8ClampedArray(mask.length * 3);
  for (let at = 0; at < rgb.length; at++) rgb[at] = pixels[at + Math.floor(at / 3)] ?? 0;
  fill({ width, height, data: rgb }, mask);
  keepWithinRim(rgb, marks, covered);
  for (let at = 0; at < rgb.length; at++) pixels[at + Math.floor(at / 3)] = rgb[at] ?? 0;
  for (let at = 0; at < mask.length; at++) pixels[at * 4 + 3] = mask[at] ?? 0;
  return pixels;
}

/**
 * Mends both pictures where `mend` strokes cover them, each from its own surroundings. It is found in the size of a mask, so
 * that a small preview and the whole picture show the same. Null if no stroke mends.
 */
export function mendOf(
  { original, result }: { original: Rows; result: Rows },
  strokes: readonly Stroke[],
  fill: Fill,
): Mend | null {
  const mending = strokes.filter(({ kind }) => kind === 'mend');
  if (mending.length === 0) return null;
  const size = maskSize(result);
  const covered = { ...size, mask: coverOf(mending, size) };
  const marks = marksOf(covered);
  const of = (picture: Rows) => filledPixels(picture, marks, { covered, fill });
  const [before, after] = [of(original), of(result)];
  const squares = marks.flatMap((mark) => squaresOf(mark, size.width));
  const from = bringGrains([after, before], squares, covered);
  return { ...size, original: new Uint8Array(before.buffer), result: new Uint8Array(after.buffer), from };
}
