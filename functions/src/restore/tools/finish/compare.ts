/** A photo beside what a model made of it, in register and at a size at which both have something to say. */
import { type RawPicture, reduceRgb } from '../../../platform/pictures';
import { bilinear, blur, boxMean, mapPlane, newPlane, type Plane, product, quantile, toYcc } from './planes';
import type { Registration } from './register';
import { meshed } from './warp';

/** Longest side at which the two are compared, in pixels: about what a model of one megapixel has to say. */
const COMPARED_PX = 1_280;
/** Shortest long side at which they are compared, whatever the output's, in pixels. */
const LEAST_COMPARED_PX = 256;
/** Spacing of the points at which the register is asked, in pixels of the picture that is made. */
const MESH_PX = 16;
/**
 * Pixels by which a place may lie outside the output and still be shown, by the output's last ones. A register that is a
 * pixel off must not put a rim of the damaged photo around the picture.
 */
const SLACK_PX = 1;
/** Steps of the tone curve, in levels. */
const BIN_LEVELS = 4;
/** Slopes of the tone curve beyond the levels that were seen. */
const END_SLOPES = { least: 0.5, most: 1.5 } as const;
/** Farthest that the tone may drift across a picture, in levels. */
const MOST_DRIFT = 40;
/** A difference beyond tone, noise and edges that means that something was drawn, in levels. */
const DRAWN_LEVELS = 16;
/** Levels of difference that a soft edge may show, for each level of its slope. */
const EDGE_SHARE = 1;

interface Size {
  width: number;
  height: number;
}

/** Pixels of the output for one of the photo's, in one direction. */
export function scaleOf({ at }: Registration, photo: Size): number {
  const [x, y] = [photo.width / 2, photo.height / 2];
  const step = Math.max(1, Math.min(x, y) / 2);
  const [left, right] = [at(x - step, y), at(x + step, y)];
  const [above, below] = [at(x, y - step), at(x, y + step)];
  const across = [right[0] - left[0], right[1] - left[1]] as const;
  const down = [below[0] - above[0], below[1] - above[1]] as const;
  return Math.sqrt(Math.abs(across[0] * down[1] - across[1] * down[0])) / (2 * step);
}

/**
 * Where the pixels of a picture in the photo's shape lie in the output.
 *
 * @param size of that picture, in pixels
 * @returns a reader that takes whole pixels and gives pixels of the output, centres at .5; fastest row by row
 */
export function placesIn(photo: Size, { at }: Registration, size: Size): (x: number, y: number) => [number, number] {
  const [stepX, stepY] = [photo.width / size.width, photo.height / size.height];
  return meshed(size, MESH_PX, (x, y) => at(x * stepX, y * stepY));
}

/** Planes of one size. */
export interface Compared {
  /** Luminance of the photo. */
  photo: Plane;
  /** What the photo has of colour itself. */
  photoCb: Plane;
  photoCr: Plane;
  /** Luminance and colour of the output, in register. */
  output: Plane;
  cb: Plane;
  cr: Plane;
  /** 1 where the output shows something. */
  covered: Plane;
}

const isShown = ({ width, height }: Size, x: number, y: number) =>
  x > -SLACK_PX && y > -SLACK_PX && x < width + SLACK_PX && y < height + SLACK_PX;

export async function compare(photo: RawPicture, output: RawPicture, registration: Registration): Promise<Compared> {
  // Finer than the output, its want of detail would pass for a change.
  const side = Math.round(Math.max(photo.width, photo.height) * scaleOf(registration, photo));
  const small = await reduceRgb(photo, Math.max(LEAST_COMPARED_PX, Math.min(COMPARED_PX, side)));
  const own = toYcc(small);
  const theirs = toYcc(output);
  const places = placesIn(photo, registration, small);
  const made = [0, 1, 2, 3].map(() => newPlane(small.width, small.height)) as [Plane, Plane, Plane, Plane];
  const [level, cb, cr, covered] = made;
  for (let i = 0; i < level.values.length; i++) {
    const [x, y] = places(i % small.width, Math.floor(i / small.width));
    level.values[i] = bilinear(theirs.y, x, y);
    cb.values[i] = bilinear(theirs.cb, x, y);
    cr.values[i] = bilinear(theirs.cr, x, y);
    covered.values[i] = isShown(output, x, y) ? 1 : 0;
  }
  return { photo: own.y, photoCb: own.cb, photoCr: own.cr, output: level, cb, cr, covered };
}

/** How the output's tone follows from the photo's: a rising curve, and a slow drift across the picture. */
export interface Tone {
  /** The output's level for each of the photo's, 0..255. */
  curve: Float32Array;
  /** Added to that, in levels. */
  drift: Plane;
  /** The photo's luminance in the output's tone. */
  toned: Plane;
  /** 1 where the output differs from that by more than noise and soft edges: repaired, or drawn anew. */
  drawn: Plane;
}

export function through(curve: Float32Array, value: number): number {
  const level = Math.min(254.999, Math.max(0, value));
  const below = Math.floor(level);
  return (curve[below] ?? 0) * (1 + below - level) + (curve[below + 1] ?? 0) * (level - below);
}

/** The photo's level for each of the output's. */
export function inverseOf(curve: Float32Array): Float32Array {
  const inverse = new Float32Array(256);
  for (let level = 0, i = 0; level < 256; level++) {
    while (i < 254 && (curve[i + 1] ?? 0) < level) i++;
    const rise = Math.max(0.05, (curve[i + 1] ?? 0) - (curve[i] ?? 0));
    inverse[level] = Math.min(255, Math.max(0, i + Math.min(1, Math.max(0, (level - (curve[i] ?? 0)) / rise))));
  }
  return inverse;
}

interface Knot {
  at: number;
  value: number;
  weight: number;
  count: number;
}

/** The nearest rising sequence: neighbours in the wrong order share their mean (pool adjacent violators). */
function rising(knots: readonly Knot[]): Knot[] {
  const pools: Knot[] = [];
  for (const knot of knots) {
    let pool = { ...knot };
    for (let before = pools.at(-1); before && before.value > pool.value; before = pools.at(-1)) {
      pools.pop();
      const weight = before.weight + pool.weight;
      const value = (before.value * before.weight + pool.value * pool.weight) / weight;
      pool = { at: before.at, value, weight, count: before.count + pool.count };
    }
    pools.push(pool);
  }
  const values = pools.flatMap(({ value, count }) => Array<number>(count).fill(value));
  return knots.map((knot, i) => ({ ...knot, value: values[i] ?? knot.value }));
}

/** The line through the knots, and beyond their ends. */
function curveThrough(knots: readonly Knot[]): Float32Array {
  const curve = new Float32Array(256);
  for (let level = 0; level < 256; level++) {
    const above = knots.findIndex(({ at }) => at >= level);
    const right = Math.max(1, above < 0 ? knots.length - 1 : above);
    const [a, b] = [knots[right - 1], knots[right]];
    if (!a || !b) {
      curve[level] = level + (a ? a.value - a.at : 0);
      continue;
    }
    const slope = (b.value - a.value) / (b.at - a.at);
    const end = Math.min(END_SLOPES.most, Math.max(END_SLOPES.least, slope));
    if (level < a.at) curve[level] = a.value + (level - a.at) * end;
    else curve[level] = level > b.at ? b.value + (level - b.at) * end : a.value + (level - a.at) * slope;
  }
  return curve;
}

function toneCurve({ photo, output }: Compared, sound: Plane): Float32Array {
  const seen: number[][] = Array.from({ length: 256 / BIN_LEVELS }, () => []);
  let total = 0;
  for (let i = 0; i < sound.values.length; i += 3) {
    if ((sound.values[i] ?? 0) < 0.5) continue;
    seen[Math.min(seen.length - 1, Math.floor((photo.values[i] ?? 0) / BIN_LEVELS))]?.push(output.values[i] ?? 0);
    total++;
  }
  const knots = seen.flatMap((bin, k): Knot[] => {
    if (bin.length < Math.max(20, total * 0.0005)) return [];
    const middle = (k + 0.5) * BIN_LEVELS;
    return [{ at: middle, value: quantile(bin, 0.5), weight: bin.length, count: 1 }];
  });
  const curve = { values: curveThrough(rising(knots)), width: 256, height: 1 };
  return blur(curve, BIN_LEVELS).values;
}

/** Means of the neighbourhood by weight; where nothing has weight, of a wider one. */
export function weightedBlur(values: Plane, weights: Plane, sigma: number): Plane {
  const [sum, mass] = [blur(product(values, weights), sigma), blur(weights, sigma)];
  const [wideSum, wideMass] = [blur(sum, sigma * 4), blur(mass, sigma * 4)];
  return mapPlane(sum, (value, i) => {
    const [wide, base] = [wideSum.values[i] ?? 0, wideMass.values[i] ?? 0];
    return (value + 0.02 * wide) / ((mass.values[i] ?? 0) + 0.02 * base + 1e-6);
  });
}

const slopeOf = ({ values, width, height }: Plane): Plane => {
  const slope = newPlane(width, height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [dx, dy] = [
        (values[i + 1] ?? 0) - (values[i - 1] ?? 0),
        (values[i + width] ?? 0) - (values[i - width] ?? 0),
      ];
      slope.values[i] = Math.hypot(dx, dy) / 2;
    }
  }
  return slope;
};

/** Numbers of the connected parts of a mask, from 1; 0 outside. */
export function partsOf({ values, width, height }: Plane): { numbers: Int32Array; count: number } {
  const numbers = new Int32Array(width * height);
  const open: number[] = [];
  let count = 0;
  for (let start = 0; start < numbers.length; start++) {
    if (!values[start] || numbers[start]) continue;
    count++;
    numbers[start] = count;
    open.push(start);
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const x = i % width;
      for (const j of [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width]) {
        if (!values[j] || numbers[j]) continue;
        numbers[j] = count;
        open.push(j);
      }
    }
  }
  return { numbers, count };
}

/** Where the output shows what tone does not explain: strong differences, and what hangs together with them. */
function drawnIn({ photo: _, output, covered }: Compared, toned: Plane, sound: Plane): Plane {
  const difference = blur(
    mapPlane(output, (value, i) => value - (toned.values[i] ?? 0)),
    0.8,
  );
  const usual: number[] = [];
  for (let i = 0; i < sound.values.length; i += 7) if (sound.values[i]) usual.push(Math.abs(difference.values[i] ?? 0));
  const limit = Math.max(DRAWN_LEVELS, 6 * quantile(usual, 0.5));
  const edges = boxMean(slopeOf(output), 1);
  const excess = mapPlane(difference, (value, i) => Math.abs(value) / (limit + EDGE_SHARE * (edges.values[i] ?? 0)));
  const weak = mapPlane(excess, (value, i) => (value > 0.6 && covered.values[i] ? 1 : 0));
  const { numbers, count } = partsOf(weak);
  const [area, strong] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (const [i, part] of numbers.entries()) {
    area[part] = (area[part] ?? 0) + 1;
    if ((excess.values[i] ?? 0) > 1.1) strong[part] = (strong[part] ?? 0) + 1;
  }
  return mapPlane(weak, (value, i) => {
    const part = numbers[i] ?? 0;
    return value && (strong[part] ?? 0) >= 3 && (area[part] ?? 0) >= 6 ? 1 : 0;
  });
}

/** @param driftShare sigma of the drift, share of the long side: what is narrower is no tone, it was drawn */
export function toneOf(compared: Compared, driftShare: number): Tone {
  const { photo, output, covered } = compared;
  const sigma = driftShare * Math.max(photo.width, photo.height);
  let drawn = newPlane(photo.width, photo.height);
  let tone: Tone | null = null;
  // What was drawn says nothing of the tone, and is only known by the tone.
  for (let turn = 0; turn < 3; turn++) {
    const sound = mapPlane(covered, (value, i) => value * (1 - (drawn.values[i] ?? 0)));
    const curve = toneCurve(compared, sound);
    const left = mapPlane(output, (value, i) => {
      const difference = value - through(curve, photo.values[i] ?? 0);
      return Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, difference));
    });
    const drift = weightedBlur(left, sound, sigma);
    const toned = mapPlane(photo, (value, i) => through(curve, value) + (drift.values[i] ?? 0));
    drawn = drawnIn(compared, toned, sound);
    tone = { curve, drift, toned, drawn };
  }
  if (!tone) throw new Error('No tone was found');
  return tone;
}
