import { meanAround, type Planes } from '../print/planes';
import { type Region, regionsOf } from './regions';

/** Damage that shows as thin marks on a calm ground. */
export interface Wear {
  /** Length of light scratches, cracks and folds, as a share of the picture's long side. */
  light: number;
  /** The same for dark ones. */
  dark: number;
}

/** Marks are at most twice this wide, in pixels of a picture 512 pixels long. */
const REACH_PX = 2;
/** By so many grey levels a mark stands out at least, and by so many times what else is there. */
const LEAST_LEVELS = 16;
const LEAST_TIMES = 4;
/** How far a mark's surroundings go. */
const AROUND_PX = 10;
/** What lies on the two sides of a scratch is one ground: it differs by at most this share of the mark. */
const SIDES_APART = 0.4;
/** And it is further from the mark's lightness than this share. */
const BESIDE = 0.6;
const SIDE_PX = 4;
/** A line is longer than this share of the long side, and so many times as long as it is wide. */
const LINE = 0.05;
const LINE_TIMES = 5;
/** Nearer to the picture's rim, as a share of it, upright and level lines are the edges of paper and frames. */
const RIM = 0.12;
const STRAIGHT_TIMES = 12;

const ACROSS = [
  [SIDE_PX, 0],
  [0, SIDE_PX],
  [SIDE_PX - 1, SIDE_PX - 1],
  [SIDE_PX - 1, 1 - SIDE_PX],
] as const;

/** Each value becomes the most (or, by -1, the least) of itself and what lies `off` before and after it in its line. */
function spread(from: Float32Array, to: Float32Array, [line, off, sign]: readonly [number, number, 1 | -1]): void {
  for (let start = 0; start < from.length; start += line) {
    for (let at = start; at < start + line - off; at += 1) {
      const here = sign * (from[at] as number);
      const there = sign * (from[at + off] as number);
      if (there > sign * (to[at] as number)) to[at] = sign * there;
      if (here > sign * (to[at + off] as number)) to[at + off] = sign * here;
    }
  }
}

/** Grows what is light (or, by -1, what is dark) by `REACH_PX` to every side. */
function grown(plane: Float32Array, width: number, sign: 1 | -1): Float32Array {
  const across = Float32Array.from(plane);
  for (let off = 1; off <= REACH_PX; off += 1) spread(plane, across, [width, off, sign]);
  const both = Float32Array.from(across);
  for (let off = 1; off <= REACH_PX; off += 1) spread(across, both, [plane.length, off * width, sign]);
  return both;
}

/** How far each pixel is off a ground without thin dark (or, by -1, light) marks: morphology's hats, in grey levels. */
function marksOn(light: Float32Array, width: number, sign: 1 | -1): Float32Array {
  const marks = grown(grown(light, width, sign), width, sign === 1 ? -1 : 1);
  for (let at = 0; at < marks.length; at += 1) marks[at] = sign * ((marks[at] as number) - (light[at] as number));
  return marks;
}

/** Whether the ground goes on beyond the mark, in some direction. */
function hasOneGround(light: Float32Array, { width, height }: Planes, at: number, mark: number): boolean {
  const x = at % width;
  const y = Math.floor(at / width);
  if (x < SIDE_PX || y < SIDE_PX || x >= width - SIDE_PX || y >= height - SIDE_PX) return false;
  const here = light[at] as number;
  return ACROSS.some(([right, down]) => {
    const one = (light[at + down * width + right] as number) - here;
    const other = (light[at - down * width - right] as number) - here;
    return Math.abs(one - other) < SIDES_APART * mark && Math.min(Math.abs(one), Math.abs(other)) > BESIDE * mark;
  });
}

/** Whether it is an edge of the paper or of a frame: straight along the picture's rim. */
function isFrame({ left, top, width: wide, height: high }: Region, { width, height }: Planes): boolean {
  const beside = (start: number, length: number, whole: number) =>
    start + length < RIM * whole || start > (1 - RIM) * whole;
  if (high > STRAIGHT_TIMES * wide) return beside(left, wide, width);
  return wide > STRAIGHT_TIMES * high && beside(top, high, height);
}

/** The length of the dark (or, by -1, light) lines. */
function linesIn(planes: Planes, sign: 1 | -1): number {
  const { width, height } = planes;
  const [light] = planes.channels;
  const marks = marksOn(light, width, sign);
  const usual = meanAround(marks, width, height, AROUND_PX);
  const marked = new Uint8Array(marks.length);
  for (let at = 0; at < marks.length; at += 1) {
    const mark = marks[at] as number;
    if (mark < LEAST_LEVELS || mark < LEAST_TIMES * (usual[at] as number)) continue;
    if (hasOneGround(light, planes, at, mark)) marked[at] = 1;
  }
  const longest = Math.max(width, height);
  const least = Math.ceil(LINE * longest * 0.7);
  let lines = 0;
  for (const region of regionsOf(marked, planes, { least, most: marks.length })) {
    const length = Math.hypot(region.width, region.height);
    if (length < LINE * longest || length * length < LINE_TIMES * region.pixels.length) continue;
    if (!isFrame(region, planes)) lines += length;
  }
  return lines / longest;
}

/** Measures thin marks in a picture about 512 pixels long. */
export const wearOf = (planes: Planes): Wear => ({ light: linesIn(planes, -1), dark: linesIn(planes, 1) });
