import type { Stroke } from '@heirlight/contract/adjustment';
import type { Block } from './block';
import { bothWays, mean, placesOf, type Size, smoothstep } from './planes';
import type { Rows } from './rows';
import { distancesTo, frameOf, lumaOf, maskSize, runsOf, smallPixels, WHOLE_SHARE } from './strokes';

/** Both pictures with their marks mended, in the size of a mask. It lies over the whole picture and is enlarged bilinearly. */
export interface Mend extends Size {
  /** RGBA. Alpha is the same in both: how much of a place is mended, 0..255. */
  original: Uint8Array<ArrayBuffer>;
  result: Uint8Array<ArrayBuffer>;
}

/** Mends nothing. */
export const NO_MEND: Mend = { width: 1, height: 1, original: new Uint8Array(4), result: new Uint8Array(4) };

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
/** A place farther away is taken if what differs there is less than this share: there is an edge in the nearer one. */
const CALMER = 0.75;
/** So many deviations are grain; what stands out farther is an edge or a spot, and is not copied. */
const GRAIN_MOST = 2;
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

/** What covers the pictures, and where each mark may take its grain from. Both pictures have the same. */
interface Covered extends Size {
  /** How much of each place is mended, 0..255. */
  mask: Uint8Array;
}
interface Mark {
  pixels: Int32Array;
  steps: readonly Step[];
}

/** The median of what the pixels differ by, by some thousand of them. */
function middleOf(grain: Float32Array): number {
  const every = Math.ceil(grain.length / 1000);
  const some = grain.filter((_, at) => at % every === 0).map(Math.abs);
  return some.sort()[Math.floor(some.length / 2)] ?? 0;
}

/** A fill is smooth, and a photograph is not: gives each mark the grain of an even place near it. In place, RGBA. */
function bringGrain(pixels: Uint8ClampedArray, marks: readonly Mark[], covered: Covered): void {
  const { mask, ...size } = covered;
  const luma = { ...size, data: lumaOf(pixels) };
  const low = bothWays(luma, mean(GRAIN_REACH)).data;
  for (const mark of marks) {
    let calmest = { grain: new Float32Array(mark.pixels.length), middle: Number.POSITIVE_INFINITY };
    for (const step of mark.steps) {
      const by = step.y * size.width + step.x;
      const grain = new Float32Array(mark.pixels.length);
      for (let at = 0; at < grain.length; at++) {
        const from = (mark.pixels[at] ?? 0) + by;
        if (mask[from] === 0) grain[at] = 255 * ((luma.data[from] ?? 0) - (low[from] ?? 0));
      }
      const middle = middleOf(grain);
      if (middle < CALMER * calmest.middle) calmest = { grain, middle };
    }
    const most = GRAIN_MOST * DEVIATION * calmest.middle;
    for (let index = 0; index < mark.pixels.length; index++) {
      const add = Math.min(most, Math.max(-most, calmest.grain[index] ?? 0));
      const start = (mark.pixels[index] ?? 0) * 4;
      for (let at = start; at < start + 3; at++) pixels[at] = (pixels[at] ?? 0) + add;
    }
  }
}

/** A plate that bends may rise above all that it is held by, where a mark goes on beyond the brush: not above its rim's levels. */
function keepWithinRim(rgb: Uint8ClampedArray, marks: readonly Mark[], { mask, width }: Covered): void {
  for (const { pixels } of marks) {
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

function mendedPixels(
  picture: Rows,
  marks: readonly Mark[],
  { covered, fill }: { covered: Covered; fill: Fill },
): Uint8Array<ArrayBuffer> {
  const { mask, ...size } = covered;
  const pixels = smallPixels(picture, size);
  const rgb = new Uint8ClampedArray(mask.length * 3);
  for (let at = 0; at < rgb.length; at++) rgb[at] = pixels[at + Math.floor(at / 3)] ?? 0;
  fill({ ...size, data: rgb }, mask);
  keepWithinRim(rgb, marks, covered);
  for (let at = 0; at < rgb.length; at++) pixels[at + Math.floor(at / 3)] = rgb[at] ?? 0;
  bringGrain(pixels, marks, covered);
  for (let at = 0; at < mask.length; at++) pixels[at * 4 + 3] = mask[at] ?? 0;
  return new Uint8Array(pixels.buffer);
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
  const marks = marksOf(covered).map((pixels) => ({ pixels, steps: stepsFrom(pixels, covered) }));
  const of = (picture: Rows) => mendedPixels(picture, marks, { covered, fill });
  return { ...size, original: of(original), result: of(result) };
}

type Corners = readonly [number, number, number, number];

/** One channel of RGBA between four pixels, bilinearly. */
function between(
  data: Uint8Array,
  channel: number,
  corners: Corners,
  [along, down]: readonly [number, number],
): number {
  const at = (corner: 0 | 1 | 2 | 3) => data[corners[corner] * 4 + channel] ?? 0;
  return (at(0) * (1 - along) + at(1) * along) * (1 - down) + (at(2) * (1 - along) + at(3) * along) * down;
}

/** The first and the last column in which one of two rows is mended; null if none is. */
function mendedColumns({ width, original }: Mend, above: number, below: number): readonly [number, number] | null {
  let [first, last] = [width, -1];
  for (let column = 0; column < width; column++) {
    if (!original[(above + column) * 4 + 3] && !original[(below + column) * 4 + 3]) continue;
    if (last < 0) first = column;
    last = column;
  }
  return last < 0 ? null : [first, last];
}

/** The block with what is mended of it. Its own pixels stay as they are. */
export function mended(block: Block, mend: Mend): Block {
  const { width, height, part } = block;
  const [original, result] = [block.original.slice(), block.result.slice()];
  const columns = placesOf(part.x, part.width, width, mend.width);
  const rows = placesOf(part.y, part.height, height, mend.height);
  for (let y = 0; y < height; y++) {
    const above = (rows.first[y] ?? 0) * mend.width;
    const below = Math.min(mend.height - 1, (rows.first[y] ?? 0) + 1) * mend.width;
    const span = mendedColumns(mend, above, below);
    if (!span) continue;
    for (let x = 0; x < width; x++) {
      const left = columns.first[x] ?? 0;
      if (left < span[0] - 1 || left > span[1]) continue;
      const right = Math.min(mend.width - 1, left + 1);
      const corners: Corners = [above + left, above + right, below + left, below + right];
      const shares = [columns.share[x] ?? 0, rows.share[y] ?? 0] as const;
      const cover = between(mend.original, 3, corners, shares) / 255;
      if (cover === 0) continue;
      for (let channel = 0, at = (y * width + x) * 4; channel < 3; channel++, at++) {
        const [before, after] = [original[at] ?? 0, result[at] ?? 0];
        original[at] = before + cover * (between(mend.original, channel, corners, shares) - before);
        result[at] = after + cover * (between(mend.result, channel, corners, shares) - after);
      }
    }
  }
  return { ...block, original, result };
}
