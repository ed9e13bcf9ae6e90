/**
 * Puts the light on a fold's flanks right. Where a print was folded, one side of the ridge lies in the light and the
 * other in shadow: the picture there is whole, only its light is wrong, so nothing is painted over.
 */
import { at, copyPicture, createRaster, lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import type { Point } from './longLines';

/** Longest side at which the light is measured, in pixels. The lengths below are in its pixels. */
const WORK_SIDE_PX = 1000;
/** How far from the ridge its light may reach, and from where on there is none to speak of. */
const REACH_PX = 26;
const CLEAR_PX = 20;
/** So near to the middle it is the ridge, or a scratch, which is filled: its light is a straight course between its sides. */
const RIDGE_PX = 4;
/** A shorter line shows too little of the picture's own light to take it apart from the fold's. */
const LEAST_LENGTH_PX = 240;
/** Pixels of a line that say one thing, as neighbours are alike. */
const ALIKE_PX = 10;
/** Light within this many standard errors is chance. */
const STANDARD_ERRORS = 2;
/** Levels of light that are worth a change. */
const LEAST_LEVELS = 3;
/** How strong the light is varies along a fold: it is measured over so many pixels to both sides, every few pixels. */
const STRENGTH = { reach: 60, step: 8, most: 1.5 };
/** Pixels to both sides over which a line's direction is taken. */
const TANGENT_PX = 8;
/** A line's light fades in and out over this length. */
const FADE_PX = 12;

const OFFSETS = Array.from({ length: 2 * REACH_PX + 1 }, (_, i) => i - REACH_PX);

/**
 * The picture without the light that the lines' flanks have in common along each line. Pixels further away keep their
 * bytes; so does everything beside a line whose flanks are lit as their surroundings.
 * @param lines points in pixels of the picture, about a pixel or two apart
 * @param checkpoint called between the lines; may throw to end the work
 */
export function evenFlanks(
  picture: Picture,
  lines: readonly (readonly Point[])[],
  checkpoint: () => void = () => undefined,
): Picture {
  if (lines.length === 0) return picture;
  const scale = Math.min(1, WORK_SIDE_PX / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const luma = lumaOf(picture);
  const seen = scale < 1 ? resample(luma, width, height, 'area') : luma;
  const light = createRaster(width, height, 1);
  let isLit = false;
  for (const line of lines) {
    checkpoint();
    const places = evenlySpaced(line.map(({ x, y }) => ({ x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 })));
    if (places.length < LEAST_LENGTH_PX) continue;
    isLit = addLight(light, seen, places) || isLit;
  }
  return isLit ? without(picture, light) : picture;
}

function without(picture: Picture, light: Raster): Picture {
  const whole = resample(light, picture.width, picture.height, 'linear');
  const out = copyPicture(picture);
  for (let i = 0; i < out.data.length; i++) {
    const levels = at(whole.data, Math.floor(i / 3));
    if (levels !== 0) out.data[i] = (picture.data[i] as number) - levels;
  }
  return out;
}

/** The line's places a pixel apart. */
function evenlySpaced(line: readonly Point[]): Point[] {
  const out: Point[] = [];
  let left = 0;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1] as Point, line[i] as Point];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    for (; left < length; left++) {
      const share = left / length;
      out.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
    left -= length;
  }
  return out;
}

/** Adds the light along one line. Returns whether there is any. */
function addLight(light: Raster, luma: Raster, places: readonly Point[]): boolean {
  const profiles = places.map((_, i) => standingOut(luma, places, i));
  const common = commonLight(profiles);
  if (!common.some((levels) => Math.abs(levels) >= LEAST_LEVELS)) return false;
  const strengths = strengthsOf(profiles, common);
  const nearest = new Map<number, { distance: number; levels: number }>();
  for (const [i, { x, y }] of places.entries()) {
    const [nx, ny] = normalAt(places, i);
    const fade = Math.min(1, i / FADE_PX, (places.length - 1 - i) / FADE_PX);
    for (let row = Math.ceil(y - REACH_PX); row <= y + REACH_PX; row++) {
      for (let column = Math.ceil(x - REACH_PX); column <= x + REACH_PX; column++) {
        if (column < 0 || row < 0 || column >= light.width || row >= light.height) continue;
        const distance = Math.hypot(column - x, row - y);
        if (distance > REACH_PX) continue;
        const pixel = row * light.width + column;
        if (distance >= (nearest.get(pixel)?.distance ?? Number.POSITIVE_INFINITY)) continue;
        const offset = (column - x) * nx + (row - y) * ny < 0 ? -distance : distance;
        nearest.set(pixel, { distance, levels: fade * (strengths[i] as number) * between(common, offset) });
      }
    }
  }
  for (const [pixel, { levels }] of nearest) light.data[pixel] = at(light.data, pixel) + levels;
  return true;
}

function between(common: readonly number[], offset: number): number {
  const place = Math.min(2 * REACH_PX - 1e-6, Math.max(0, offset + REACH_PX));
  const below = Math.floor(place);
  const [a, b] = [common[below] as number, common[below + 1] as number];
  return a + (b - a) * (place - below);
}

/** How much lighter than a straight course between both clear sides it is at each distance across a line. */
function standingOut(luma: Raster, places: readonly Point[], i: number): Float32Array {
  const { x, y } = places[i] as Point;
  const [nx, ny] = normalAt(places, i);
  const across = Float32Array.from(OFFSETS, (offset) => {
    const column = Math.min(luma.width - 1, Math.max(0, Math.round(x + nx * offset)));
    const row = Math.min(luma.height - 1, Math.max(0, Math.round(y + ny * offset)));
    return at(luma.data, row * luma.width + column);
  });
  const clear = REACH_PX - CLEAR_PX + 1;
  const [left, right] = [meanOf(across.subarray(0, clear)), meanOf(across.subarray(across.length - clear))];
  const half = (REACH_PX + CLEAR_PX) / 2;
  return across.map((level, at) => level - left - ((right - left) * ((OFFSETS[at] as number) + half)) / (2 * half));
}

const meanOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The light that all places of a line have in common, at each distance across it; 0 where it may be chance. */
function commonLight(profiles: readonly Float32Array[]): number[] {
  const root = Math.sqrt(profiles.length / ALIKE_PX);
  const raw = OFFSETS.map((_, at) => {
    const levels = profiles.map((profile) => profile[at] as number);
    const middle = medianOf(levels);
    const spread = 1.4826 * medianOf(levels.map((level) => Math.abs(level - middle)));
    const error = (STANDARD_ERRORS * 1.2533 * spread) / root;
    return middle * Math.max(0, 1 - (error / Math.max(1e-6, Math.abs(middle))) ** 2);
  });
  const [left, right] = [raw[REACH_PX - RIDGE_PX] as number, raw[REACH_PX + RIDGE_PX] as number];
  const flanks = raw.map((value, i) => {
    const offset = OFFSETS[i] as number;
    const share = (offset + RIDGE_PX) / (2 * RIDGE_PX);
    return Math.abs(offset) < RIDGE_PX ? left + (right - left) * share : value;
  });
  return flanks.map((value, i) => ((flanks[i - 1] ?? value) + 2 * value + (flanks[i + 1] ?? value)) / 4);
}

/** How strong the common light is at each place, 0 to `STRENGTH.most`. */
function strengthsOf(profiles: readonly Float32Array[], common: readonly number[]): number[] {
  const power = common.reduce((sum, levels) => sum + levels * levels, 0);
  const alone = profiles.map(
    (profile) => profile.reduce((sum, level, at) => sum + level * (common[at] as number), 0) / power,
  );
  const knots: number[] = [];
  for (let i = 0; i < alone.length + STRENGTH.step; i += STRENGTH.step) {
    const near = alone.slice(Math.max(0, Math.min(i, alone.length - 1) - STRENGTH.reach), i + STRENGTH.reach + 1);
    knots.push(Math.min(STRENGTH.most, Math.max(0, medianOf(near))));
  }
  return alone.map((_, i) => {
    const [knot, share] = [Math.floor(i / STRENGTH.step), (i % STRENGTH.step) / STRENGTH.step];
    const [a, b] = [knots[knot] as number, knots[knot + 1] as number];
    return a + (b - a) * share;
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] as number;
}

/** Unit vector across the line. */
function normalAt(places: readonly Point[], i: number): [x: number, y: number] {
  const back = places[Math.max(0, i - TANGENT_PX)] as Point;
  const ahead = places[Math.min(places.length - 1, i + TANGENT_PX)] as Point;
  const length = Math.hypot(ahead.x - back.x, ahead.y - back.y) || 1;
  return [(back.y - ahead.y) / length, (ahead.x - back.x) / length];
}
