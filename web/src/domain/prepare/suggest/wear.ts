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

/** The most of the `2 * REACH_PX + 1` values around each, along lines of values that lie `step` apart. */
function mostAlong(
  from: Float32Array,
  to: Float32Array,
  { lines, lineStep, length, step }: Record<'lines' | 'lineStep' | 'length' | 'step', number>,
): void {
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    for (let index = 0; index < length; index += 1) {
      const end = start + Math.min(length - 1, index + REACH_PX) * step;
      let most = Number.NEGATIVE_INFINITY;
      for (let at = start + Math.max(0, index - REACH_PX) * step; at <= end; at += step) {
        const value = from[at] as number;
        if (value > most) most = value;
      }
      to[start + index * step] = most;
    }
  }
}

/** Grows what is light by `REACH_PX` to every side. */
function grown(plane: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(plane.length);
  const both = new Float32Array(plane.length);
  mostAlong(plane, across, { lines: height, lineStep: width, length: width, step: 1 });
  mostAlong(across, both, { lines: width, lineStep: 1, length: height, step: width });
  return both;
}

const negative = (plane: Float32Array): Float32Array => plane.map((value) => -value);

/** How far each pixel is darker than a ground without thin dark marks, in grey levels: morphology's bottom hat. */
function thinDark(light: Float32Array, width: number, height: number): Float32Array {
  const ground = negative(grown(negative(grown(light, width, height)), width, height));
  return ground.map((value, at) => value - (light[at] as number));
}

/** Whether the ground goes on beyond the mark, in some direction. */
function hasOneGround(light: Float32Array, { width, height }: Planes, at: number, mark: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)];
  return ACROSS.some(([right, down]) => {
    if (x < SIDE_PX || y < SIDE_PX || x >= width - SIDE_PX || y >= height - SIDE_PX) return false;
    const one = light[at + down * width + right] as number;
    const other = light[at - down * width - right] as number;
    const here = light[at] as number;
    return Math.abs(one - other) < SIDES_APART * mark && Math.min(one, other) - here > 0.6 * mark;
  });
}

/** Whether it is an edge of the paper or of a frame: straight along the picture's rim. */
function isFrame({ left, top, width: wide, height: high }: Region, { width, height }: Planes): boolean {
  const beside = (start: number, length: number, whole: number) =>
    start + length < RIM * whole || start > (1 - RIM) * whole;
  if (high > STRAIGHT_TIMES * wide) return beside(left, wide, width);
  return wide > STRAIGHT_TIMES * high && beside(top, high, height);
}

/** The length of the dark lines in a plane. */
function linesIn(light: Float32Array, planes: Planes): number {
  const { width, height } = planes;
  const marks = thinDark(light, width, height);
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
export function wearOf(planes: Planes): Wear {
  const [light] = planes.channels;
  return { light: linesIn(negative(light), planes), dark: linesIn(light, planes) };
}
