import type { Plane } from './planes';
import { blur, boxMean, mapPlane, quantile } from './planes';

/** Side at which two faces are compared, px: eyes and mouth show, the finest wrinkle does not. */
export const FACE_PX = 75;
/** Blurs in pixels: finer than the first is grain, coarser than the last is light and shade. */
const [FINE, MEDIUM, COARSE] = [1.2, 2.5, 8] as const;

interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** Where the eyes, the nose and the mouth are in a close-up, and all of them. */
const FEATURES: readonly Window[] = [
  { x: 13, y: 14, width: 20, height: 16 },
  { x: 42, y: 14, width: 20, height: 16 },
  { x: 28, y: 30, width: 18, height: 18 },
  { x: 25, y: 46, width: 24, height: 16 },
];
const WHOLE: Window = { x: 12, y: 12, width: 51, height: 52 };
/** What the register may leave between the two, and what a feature may move besides, px. */
const SLACK_PX = 2;
const OWN_SLACK: readonly (readonly [dx: number, dy: number])[] = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
/** Damage differs from the median around it by so many levels and so many times what is usual there, … */
const DAMAGE = { levels: 8, times: 6 } as const;
/** … and so many times as much as the result does. */
const DAMAGE_ALONE = 2.5;
/** A tear is as light as anything here, within `near` of the photo's range, and the result is not, by `off`. */
const HOLE = { near: 0.12, off: 0.15, leastLevels: 4 } as const;
/** Least contrast of the photo's levels against the result's, and how often the line between them is fitted. */
const [LEAST_GAIN, LINE_TURNS] = [0.2, 12];
/** A window with less of it undamaged says nothing. */
const LEAST_SOUND = 0.35;

/** A close-up of a face, its luminance, and what differs in it from the median around: lines, spots, grain. */
interface Face {
  level: Plane;
  spots: Plane;
}

/** Median of 5 x 5 pixels. */
function medians(plane: Plane): Plane {
  const { values, width, height } = plane;
  const around = new Float32Array(25);
  return mapPlane(plane, (_, i) => {
    for (let k = 0; k < 25; k++) {
      const x = Math.min(width - 1, Math.max(0, (i % width) + (k % 5) - 2));
      const y = Math.min(height - 1, Math.max(0, Math.floor(i / width) + Math.floor(k / 5) - 2));
      around[k] = values[y * width + x] ?? 0;
    }
    return around.sort()[12] ?? 0;
  });
}

function faceOf(level: Plane): Face {
  const median = medians(level);
  return { level, spots: mapPlane(level, (value, i) => value - (median.values[i] ?? 0)) };
}

/** Standard deviation of the levels without the finest detail. */
function contrastOf(plane: Plane): number {
  const { values } = blur(plane, 2);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/**
 * How one's levels become the other's where `counts`, by reweighted least squares: what fits badly (a tear, a repair)
 * weighs little.
 */
function lineBetween(from: Plane, to: Plane, counts: (level: number) => boolean): { gain: number; start: number } {
  const pairs = Array.from(to.values, (q, i) => ({ p: from.values[i] ?? 0, q })).filter(({ q }) => counts(q));
  const middle = (values: number[]) => quantile(values, 0.5);
  let line = { gain: 1, start: middle(pairs.map(({ q }) => q)) - middle(pairs.map(({ p }) => p)) };
  for (let turn = 0; turn < LINE_TURNS; turn++) {
    const off = pairs.map(({ p, q }) => q - line.start - line.gain * p);
    const usual = Math.max(1, quantile(off.map(Math.abs), 0.4));
    let [n, a, b, aa, ab] = [0, 0, 0, 0, 0];
    for (const [i, { p, q }] of pairs.entries()) {
      const weight = (1 / (1 + ((off[i] ?? 0) / (2 * usual)) ** 2)) ** 2;
      n += weight;
      a += weight * p;
      b += weight * q;
      aa += weight * p * p;
      ab += weight * p * q;
    }
    const gain = Math.max(LEAST_GAIN, (ab - (a * b) / n) / Math.max(1e-3, aa - (a * a) / n));
    line = { gain, start: (b - gain * a) / n };
  }
  return line;
}

/** 1 for tears and holes, which are wider than spots and show the paper: the photo is at its lightest, the result is not. */
function holesIn(photo: Plane, result: Plane): Plane {
  const [calm, theirs] = [blur(photo, 0.8), blur(result, 0.8)];
  const [dark, light] = [quantile(calm.values, 0.005), quantile(calm.values, 0.995)];
  const near = Math.max(HOLE.leastLevels, HOLE.near * (light - dark));
  const off = Math.max(HOLE.leastLevels, HOLE.off * (light - dark));
  const { gain, start } = lineBetween(theirs, calm, (level) => level < light - near);
  return mapPlane(calm, (level, i) =>
    level > light - near && level - start - gain * (theirs.values[i] ?? 0) > off ? 1 : 0,
  );
}

/** Of a window of so many pixels to each side of a hole, a tear fills at least this share; the light in an eye does not. */
const TEAR = { radiusPx: 5, share: 0.08 } as const;

/**
 * 1 for tears of the photo that the result has mended, with their rims; else 0. Smaller damage is not told
 * from features.
 *
 * @param photo luminance of a face and what is around it, at the scale of a close-up that is FACE_PX wide
 * @param result the same place of the result
 */
export function tearsIn(photo: Plane, result: Plane): Plane {
  const holes = holesIn(photo, result);
  const around = boxMean(holes, TEAR.radiusPx);
  const tears = mapPlane(holes, (hole, i) => ((around.values[i] ?? 0) < TEAR.share ? 0 : hole));
  return mapPlane(boxMean(tears, 2), (share) => (share > 0 ? 1 : 0));
}

/** 0 for damage of the photo that the result does not have, and next to it; else 1. */
function soundOf(photo: Face, result: Face): Plane {
  const sizes = Array.from(photo.spots.values, Math.abs);
  const least = Math.max(DAMAGE.levels, DAMAGE.times * quantile(sizes, 0.5));
  const gain = contrastOf(photo.level) / Math.max(1, contrastOf(result.level));
  // The rim of a tear is half of it.
  const sound = mapPlane(boxMean(holesIn(photo.level, result.level), 2), (share) => (share > 0 ? 0 : 1));
  for (const [i, size] of sizes.entries()) {
    if (size <= least || size <= DAMAGE_ALONE * gain * Math.abs(result.spots.values[i] ?? 0)) continue;
    const [x, y] = [i % FACE_PX, Math.floor(i / FACE_PX)];
    for (let row = Math.max(0, y - 1); row <= Math.min(FACE_PX - 1, y + 1); row++) {
      sound.values.fill(0, row * FACE_PX + Math.max(0, x - 1), row * FACE_PX + Math.min(FACE_PX, x + 2));
    }
  }
  return sound;
}

/** What lies between the finest and the coarsest blur, of the sound pixels alone. */
function featuresOf(level: Plane, sound: Plane): Plane {
  const kept = mapPlane(level, (value, i) => value * (sound.values[i] ?? 0));
  const [fine, coarse] = [blur(kept, FINE), blur(kept, COARSE)];
  const [near, far] = [blur(sound, FINE), blur(sound, COARSE)];
  return mapPlane(fine, (value, i) => {
    const [share, wide] = [near.values[i] ?? 0, far.values[i] ?? 0];
    return share < 1e-3 || wide < 1e-3 ? 0 : value / share - (coarse.values[i] ?? 0) / wide;
  });
}

interface Pair {
  photo: Plane;
  result: Plane;
  sound: Plane;
}

/** Correlation in a window, the result's shifted; null where too little of it is sound. */
function correlation({ photo, result, sound }: Pair, at: Window, [dx, dy]: readonly [number, number]): number | null {
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let y = at.y; y < at.y + at.height; y++) {
    for (let x = at.x; x < at.x + at.width; x++) {
      const i = y * FACE_PX + x;
      if (sound.values[i] === 0) continue;
      const [p, q] = [photo.values[i] ?? 0, result.values[i + dy * FACE_PX + dx] ?? 0];
      n++;
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  if (n < LEAST_SOUND * at.width * at.height) return null;
  const energy = Math.max(1e-3, aa - (a * a) / n) * Math.max(1e-3, bb - (b * b) / n);
  return (ab - (a * b) / n) / Math.sqrt(energy);
}

/** The shift at which the whole faces correlate best. */
function wholeOf(pair: Pair): { shift: readonly [number, number]; value: number } {
  let best = { shift: [0, 0] as readonly [number, number], value: -1 };
  for (let dy = -SLACK_PX; dy <= SLACK_PX; dy++) {
    for (let dx = -SLACK_PX; dx <= SLACK_PX; dx++) {
      const value = correlation(pair, WHOLE, [dx, dy]);
      if (value !== null && value > best.value) best = { shift: [dx, dy], value };
    }
  }
  return best;
}

/**
 * How alike two faces are that lie on each other, -1 to 1: half of it the whole face, half the two features that are
 * least so. A mean over all parts would not see that only the mouth is another's. The photo's damage is left out.
 *
 * @param photo luminance of a close-up, FACE_PX wide and high
 * @param result the same place of the result
 */
export function faceLikeness(photo: Plane, result: Plane): number {
  const [one, other] = [faceOf(photo), faceOf(result)];
  const sound = soundOf(one, other);
  const pair = { photo: featuresOf(photo, sound), result: featuresOf(result, sound), sound };
  const { shift, value } = wholeOf(pair);
  const within = (side: number) => Math.min(SLACK_PX, Math.max(-SLACK_PX, side));
  const features = FEATURES.flatMap((window) => {
    const found = OWN_SLACK.flatMap(
      ([dx, dy]) => correlation(pair, window, [within(shift[0] + dx), within(shift[1] + dy)]) ?? [],
    );
    return found.length > 0 ? [Math.max(...found)] : [];
  });
  const [least = value, second = least] = features.sort((a, b) => a - b);
  return value / 2 + (least + second) / 4;
}

function strength(finer: Plane, coarser: Plane): number {
  let sum = 0;
  for (let y = WHOLE.y; y < WHOLE.y + WHOLE.height; y++) {
    for (let i = y * FACE_PX + WHOLE.x; i < y * FACE_PX + WHOLE.x + WHOLE.width; i++) {
      sum += ((finer.values[i] ?? 0) - (coarser.values[i] ?? 0)) ** 2;
    }
  }
  return Math.sqrt(sum / (WHOLE.width * WHOLE.height));
}

/** How strong the features of a close-up are, in levels, and which share of that is fine. */
export function faceDetail(level: Plane): { levels: number; fineness: number } {
  const [fine, medium, coarse] = [blur(level, FINE), blur(level, MEDIUM), blur(level, COARSE)];
  return { levels: strength(fine, coarse), fineness: strength(fine, medium) / Math.max(0.1, strength(medium, coarse)) };
}
