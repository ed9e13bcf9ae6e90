/** It is this photo: finds where each point of a photo lies in what a model made of it. */
import { fromRgb, type RawPicture, reduceRgb } from '../../../platform/pictures';
import { areInPlace, followMatches, type Matches, matchSquares } from './matches';
import {
  bicubic,
  bilinear,
  blur,
  boxMean,
  localCorrelation,
  mapPlane,
  minus,
  newPlane,
  type Plane,
  product,
  quantile,
  quantiles,
  toYcc,
} from './planes';
import { addBending, meshed, nodesFor, type Spline, solve, splineAt, splineWeights } from './warp';

/** Long sides in pixels at which the two are compared, coarse to fine; the first only to try many places. */
const SIDES_PX = { search: 64, coarse: 96, middle: 192, fine: 384, finest: 768 } as const;
/** Long side to which larger pictures are brought at first: twice the finest level's, so that its pixels stay true. */
const REDUCED_PX = 2 * SIDES_PX.finest;
/** A small photo is enlarged by at most so much: places between its pixels are known better than by whole ones. */
const MOST_ENLARGED = 2;
/** What is tried at first: how much larger (or smaller) the output shows the photo, how it is turned, how far shifted. */
const SEARCH = {
  scales: [1, 0.98, 1.02, 0.96, 1.04, 0.93, 1.07, 0.9, 1.1, 0.86, 1.14, 0.82, 1.18],
  /** Likeness from which no other scale is tried. */
  enough: 0.8,
  degrees: [-3, 0, 3],
  /** Share of the long side. */
  shift: 0.1,
  /** The best of these are looked at more closely. */
  kept: 6,
} as const;
/** Output and photo of shapes that differ by less are taken for squeezed only, never for cut or padded. */
const SAME_SHAPE = 0.02;
/** Radius in which brightness and contrast are evened out, in pixels of a level. */
const EVEN_SIGMA_PX = 5;
/** Grain is finer than this radius. */
const GRAIN_PX = 1;
/** Contrast below this, after the picture's levels were spread, is taken for noise and not raised, in levels. */
const LEAST_CONTRAST = 4;
/** The usual levels of a photo are those of this middle share of its pixels, and so much of their range on both sides. */
const USUAL = { from: 0.1, to: 0.9, margin: 0.25 } as const;
/** Levels are spread at most so many times. */
const MOST_SPREAD = 8;
/** Side of the squares over which the equations are summed: so many pixels, more where they are fewer on the long side. */
const BLOCK = { leastPx: 4, mostOnSide: 96 } as const;
/** Radius of the squares whose likeness says how much a place is trusted, in pixels of a level. */
const TRUSTED_RADIUS_PX = 8;
/** How stiff the warp is, against the mean strength of what pulls it. */
const STIFFNESS = 0.0003;
/** Noise correlates by chance up to this: what is no more alike has no pull. */
const NOISE_ALIKE = 0.3;
/** Spacing of the points at which a displacement is computed when a picture is warped, in pixels. */
const MESH_PX = 8;
/** Mean correlation that a freer field must add. */
const AS_ALIKE = 0.004;
/** Radius of the squares whose likeness is judged, in pixels of a level. */
const JUDGED_RADIUS_PX = 6;

/** Detail of so many times the usual amount stands out of a picture. */
const STANDS_OUT = 5;
/** A structure has at least so many times the mean square of grain: a ninth of it is left, and that must be a quarter. */
const GRAIN_LEFT = 4 / 9;

/**
 * Each step is so many times as long as Gauss and Newton's: those fall short, because the weights leave out most of what
 * lies farthest off (over-relaxation). Two thirds of the steps come as near.
 */
const STRIDE = 1.6;

/** Below these the output is not taken for this photo; see `judge`. Chosen on other photographs than it is tested on. */
const LEAST = { likeness: 0.5, alike: 0.5, coverage: 0.7 } as const;
/** Farther than this (share of the long side) a model does not drift: it has drawn something else. */
const MOST_BEND = 0.045;
/** Of a photo with less structure than this share of its area nobody can tell. */
const LEAST_STRUCTURE = 0.04;

export type Verdict = 'this photo' | 'cannot tell' | 'another photo';

export interface Registration {
  /** Where a point of the photo lies in the output. Both in pixels of their picture, pixel centres at .5. */
  at(x: number, y: number): readonly [number, number];
  /** Share of the photo's frame that the output shows. */
  coverage: number;
  /** Median correlation (-1..1) of places that have a structure. */
  likeness: number;
  /** Share of those places that correlate by more than a half. */
  alike: number;
  /** Share of the photo that has a structure to compare. */
  structure: number;
  /** How far the warp bends nine tenths of the photo at most, share of the long side. */
  bend: number;
  verdict: Verdict;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Where the points of the photo lie in the output stretched to the photo's shape. Points are in shares of the photo's
 * long side from its centre: first an affine map, then what a spline adds.
 */
interface Field {
  /** x' = a + b x + c y; y' = d + e x + f y. */
  affine: Float64Array;
  spline: Spline | null;
}

/** Both pictures at one size, as structure without tone. */
interface Level {
  photo: Plane;
  output: Plane;
  longPx: number;
  /** What they are structures of. */
  grey: { photo: Plane; output: Plane };
  /** The photo's structure in what both showed when it was last looked at. */
  shown?: { inside: Uint8Array; counts: Plane; mass: Plane; photo: Plane };
}

function moved({ affine: m, spline }: Field, x: number, y: number): [number, number] {
  const px = (m[0] ?? 0) + (m[1] ?? 0) * x + (m[2] ?? 0) * y;
  const py = (m[3] ?? 0) + (m[4] ?? 0) * x + (m[5] ?? 0) * y;
  if (!spline) return [px, py];
  const [dx, dy] = splineAt(spline, x, y);
  return [px + dx, py + dy];
}

function enlargedTo({ width, height }: Size, grey: Plane): Plane {
  const large = newPlane(width, height);
  const [stepX, stepY] = [grey.width / width, grey.height / height];
  for (let i = 0; i < large.values.length; i++) {
    large.values[i] = bicubic(grey, ((i % width) + 0.5) * stepX, (Math.floor(i / width) + 0.5) * stepY);
  }
  return large;
}

async function greyOf(picture: RawPicture, { width, height }: Size): Promise<Plane> {
  // libvips enlarges off by half a pixel.
  if (width > picture.width || height > picture.height) return spread(enlargedTo({ width, height }, toYcc(picture).y));
  const small = (await fromRgb(picture)).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  return spread(toYcc({ data: await small.raw().toBuffer(), width, height }).y);
}

/**
 * Levels spread over the whole range, so that dark and faded photographs count as others do. What lies far outside of the
 * usual levels, white scratches in a dark photo, is brought near to them: else it were all that counts.
 */
function spread(grey: Plane): Plane {
  const [lower = 0, upper = 0] = quantiles(grey.values, [USUAL.from, USUAL.to]);
  const margin = USUAL.margin * (upper - lower);
  const [dark, light] = [lower - margin, upper + margin];
  const gain = Math.min(MOST_SPREAD, 220 / Math.max(1, light - dark));
  return mapPlane(grey, (value) => (Math.min(light, Math.max(dark, value)) - dark) * gain);
}

/** What remains of a picture when mean and contrast are the same everywhere, limited to ±3. */
function structureOf(grey: Plane): Plane {
  return evened(boxMean(grey, GRAIN_PX), (plane) => blur(plane, EVEN_SIGMA_PX));
}

/**
 * The same where only a part of the picture counts (1, else 0), so that what lies beyond does not change its border: the
 * one picture ends where the other goes on.
 *
 * @param mass `counts`, blurred as the structure is
 */
function structureWithin(grey: Plane, counts: Plane, mass: Plane): Plane {
  const calm = product(boxMean(grey, GRAIN_PX), counts);
  return evened(calm, (plane) => {
    const blurred = blur(plane, EVEN_SIGMA_PX);
    const [values, all, present] = [blurred.values, mass.values, counts.values];
    for (let i = 0; i < values.length; i++) values[i] = present[i] ? (values[i] as number) / (all[i] as number) : 0;
    return blurred;
  });
}

function evened(calm: Plane, meanOf: (plane: Plane) => Plane): Plane {
  const high = minus(calm, meanOf(calm));
  const energy = meanOf(product(high, high)).values;
  const { values } = high;
  for (let i = 0; i < values.length; i++) {
    const even = (values[i] as number) / Math.sqrt((energy[i] as number) + LEAST_CONTRAST ** 2);
    values[i] = Math.max(-3, Math.min(3, even));
  }
  return high;
}

/** The output as the field brings it onto the photo, and 1 where it has something to show. */
function warped(
  { photo, output, longPx }: Pick<Level, 'photo' | 'output' | 'longPx'>,
  field: Field,
): { picture: Plane; inside: Uint8Array } {
  const { width, height } = photo;
  const places = meshed(photo, MESH_PX, (x, y) => {
    const [u, v] = moved(field, (x - width / 2) / longPx, (y - height / 2) / longPx);
    return [u * longPx + width / 2, v * longPx + height / 2];
  });
  const picture = newPlane(width, height);
  const inside = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [px, py] = places(x, y);
      const i = y * width + x;
      picture.values[i] = bilinear(output, px, py);
      inside[i] = px > 1 && py > 1 && px < width - 1 && py < height - 1 ? 1 : 0;
    }
  }
  return { picture, inside };
}

/** Correlation of the two under a field; what lies outside of the output counts as nothing alike. */
function agreement(level: Level, field: Field): number {
  const { picture, inside } = warped(level, field);
  let [ab, aa, bb] = [0, 1e-6, 1e-6];
  for (let i = 0; i < inside.length; i++) {
    const [p, q] = [level.photo.values[i] ?? 0, picture.values[i] ?? 0];
    aa += p * p;
    if (!inside[i]) continue;
    ab += p * q;
    bb += q * q;
  }
  return ab / Math.sqrt(aa * bb);
}

const affineOf = ({ across, down, degrees }: { across: number; down: number; degrees: number }): Float64Array => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return Float64Array.of(0, across * cos, -across * sin, 0, down * sin, down * cos);
};

/** The best whole-pixel shift of `b` onto `a`, and how alike they are then. */
function bestShift(a: Plane, b: Plane, inside: Uint8Array, reach: number): { score: number; dx: number; dy: number } {
  const { width, height } = a;
  let best = { score: -1, dx: 0, dy: 0 };
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      let [ab, aa, bb] = [0, 1e-6, 1e-6];
      for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
        for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
          const j = (y + dy) * width + x + dx;
          if (!inside[j]) continue;
          const p = a.values[y * width + x] ?? 0;
          const q = b.values[j] ?? 0;
          ab += p * q;
          aa += p * p;
          bb += q * q;
        }
      }
      const score = ab / Math.sqrt(aa * bb);
      if (score > best.score) best = { score, dx, dy };
    }
  }
  return best;
}

/**
 * How an output of another shape may have come about: squeezed, cut or padded. Factors across and down.
 *
 * @param ratio the output's width to height against the photo's
 */
function shapesOf(ratio: number): [number, number][] {
  const squeezed: [number, number] = [1, 1];
  return Math.abs(ratio - 1) < SAME_SHAPE ? [squeezed] : [squeezed, [1 / ratio, 1], [1, ratio]];
}

/** The most alike of many scales, turns and shifts. */
function search(level: Level, next: Level, ratio: number): Field {
  const reach = Math.ceil(SEARCH.shift * level.longPx);
  const tried: { field: Field; score: number }[] = [];
  for (const scale of SEARCH.scales) {
    // Most outputs lie nearly where they should.
    if (tried.some(({ score }) => score > SEARCH.enough)) break;
    for (const [across, down] of shapesOf(ratio)) {
      for (const degrees of SEARCH.degrees) {
        const affine = affineOf({ across: across * scale, down: down * scale, degrees });
        const { picture, inside } = warped(level, { affine, spline: null });
        const { score, dx, dy } = bestShift(level.photo, picture, inside, reach);
        const field = { affine: Float64Array.from(affine), spline: null };
        const [x, y] = moved({ affine, spline: null }, dx / level.longPx, dy / level.longPx);
        field.affine[0] = x;
        field.affine[3] = y;
        tried.push({ field, score });
      }
    }
  }
  tried.sort((one, other) => other.score - one.score);
  const refined = tried.slice(0, SEARCH.kept).map(({ field }) => {
    for (let i = 0; i < 5; i++) improve(next, field, false);
    return { field, score: agreement(next, field) };
  });
  refined.sort((one, other) => other.score - one.score);
  return refined[0]?.field ?? { affine: affineOf({ across: 1, down: 1, degrees: 0 }), spline: null };
}

/** What both show changes little from step to step: from this share on the photo is looked at anew. */
const SHOWN_ANEW = 0.002;

/** Photo and warped output as structures of what both show. */
function bothWithin(level: Level, field: Field): { photo: Plane; picture: Plane; inside: Uint8Array } {
  const { grey, longPx } = level;
  const { picture, inside } = warped({ ...grey, longPx }, field);
  let { shown } = level;
  const changed = shown ? inside.reduce((sum, is, i) => sum + (is === shown?.inside[i] ? 0 : 1), 0) : inside.length;
  if (!shown || changed > SHOWN_ANEW * inside.length) {
    const counts = mapPlane(picture, (_, i) => inside[i] ?? 0);
    const mass = blur(counts, EVEN_SIGMA_PX);
    shown = { inside, counts, mass, photo: structureWithin(grey.photo, counts, mass) };
    level.shown = shown;
  }
  const { photo, counts, mass } = shown;
  return { photo, picture: structureWithin(picture, counts, mass), inside: shown.inside };
}

/** Sums over one square: products of the gradients, and of gradient and difference. */
const SUMS = 5;

/**
 * Equations of one Gauss-Newton step, summed over squares. Places that differ much (repairs, another face) or are not
 * alike at all weigh little, so they do not pull (Geman and McClure's weights).
 */
function blockSums(level: Level, field: Field, trusts: boolean): { sums: Float64Array; columns: number; side: number } {
  const { width, height } = level.photo;
  const side = Math.max(BLOCK.leastPx, Math.ceil(level.longPx / BLOCK.mostOnSide));
  const { photo, picture, inside } = trusts
    ? bothWithin(level, field)
    : { photo: level.photo, ...warped(level, field) };
  const difference = minus(photo, picture);
  const usual: number[] = [];
  for (let i = 0; i < inside.length; i += 7) if (inside[i]) usual.push(Math.abs(difference.values[i] ?? 0));
  const tolerance = 2 * Math.max(0.1, 1.5 * quantile(usual, 0.5)) ** 2;
  const trust = trusts ? localCorrelation(photo, picture, TRUSTED_RADIUS_PX) : null;
  const columns = Math.ceil(width / side);
  const sums = new Float64Array(columns * Math.ceil(height / side) * SUMS);
  const [p, q] = [photo.values, picture.values];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!inside[i]) continue;
      const r = difference.values[i] ?? 0;
      let weight = (tolerance / (tolerance + r * r)) ** 2;
      if (trust) weight *= Math.max(0, ((trust.values[i] ?? 0) - NOISE_ALIKE) / (1 - NOISE_ALIKE)) ** 2;
      const gx = ((p[i + 1] ?? 0) - (p[i - 1] ?? 0) + (q[i + 1] ?? 0) - (q[i - 1] ?? 0)) / 4;
      const gy = ((p[i + width] ?? 0) - (p[i - width] ?? 0) + (q[i + width] ?? 0) - (q[i - width] ?? 0)) / 4;
      const at = (Math.floor(y / side) * columns + Math.floor(x / side)) * SUMS;
      sums[at] = (sums[at] ?? 0) + weight * gx * gx;
      sums[at + 1] = (sums[at + 1] ?? 0) + weight * gx * gy;
      sums[at + 2] = (sums[at + 2] ?? 0) + weight * gy * gy;
      sums[at + 3] = (sums[at + 3] ?? 0) + weight * gx * r;
      sums[at + 4] = (sums[at + 4] ?? 0) + weight * gy * r;
    }
  }
  return { sums, columns, side };
}

/** What moves a point: the spline's nodes, or without a spline the affine map's three numbers of each direction. */
function handles({ spline }: Field, x: number, y: number): { index: number[]; weight: number[] } {
  return spline ? splineWeights(spline, x, y) : { index: [0, 1, 2], weight: [1, x, y] };
}

type Triple = [Float64Array, Float64Array, Float64Array];

/** One step, longer than Gauss and Newton's, towards the field under which the two differ least. Changes the field. */
function improve(level: Level, field: Field, trusts: boolean): void {
  const { photo, longPx } = level;
  const { sums, columns, side } = blockSums(level, field, trusts);
  const count = field.spline ? field.spline.x.length : 3;
  const n = 2 * count;
  const right = new Float64Array(n);
  // Of the moves across, of both, and of those down; what stands below the diagonal is the same as above.
  const [ofX, ofBoth, ofY] = [0, 1, 2].map(() => new Float64Array(count * count)) as Triple;
  let mass = 0;
  for (let at = 0; at < sums.length; at += SUMS) {
    const xx = sums[at] ?? 0;
    const xy = sums[at + 1] ?? 0;
    const yy = sums[at + 2] ?? 0;
    const xr = sums[at + 3] ?? 0;
    const yr = sums[at + 4] ?? 0;
    if (xx + yy === 0) continue;
    const block = at / SUMS;
    mass += xx + yy;
    const x = (((block % columns) + 0.5) * side - photo.width / 2) / longPx;
    const y = ((Math.floor(block / columns) + 0.5) * side - photo.height / 2) / longPx;
    const { index, weight } = handles(field, x, y);
    for (let p = 0; p < index.length; p++) {
      const i = index[p] ?? 0;
      const wi = weight[p] ?? 0;
      right[2 * i] = (right[2 * i] ?? 0) + wi * xr;
      right[2 * i + 1] = (right[2 * i + 1] ?? 0) + wi * yr;
      // The nodes of a point are in rising order.
      for (let q = p; q < index.length; q++) {
        const entry = i * count + (index[q] ?? 0);
        const w = wi * (weight[q] ?? 0);
        ofX[entry] = (ofX[entry] ?? 0) + w * xx;
        ofBoth[entry] = (ofBoth[entry] ?? 0) + w * xy;
        ofY[entry] = (ofY[entry] ?? 0) + w * yy;
      }
    }
  }
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const entry = i < j ? i * count + j : j * count + i;
      const at = 2 * (i * n + j);
      matrix[at] = ofX[entry] ?? 0;
      matrix[at + 1] = ofBoth[entry] ?? 0;
      matrix[at + n] = ofBoth[entry] ?? 0;
      matrix[at + n + 1] = ofY[entry] ?? 0;
    }
  }
  const { spline } = field;
  if (spline) addBending(spline, { matrix, right, longPx, force: (STIFFNESS * mass) / count });
  for (let i = 0; i < n; i++) matrix[i * n + i] = (matrix[i * n + i] ?? 0) * 1.0001 + 1e-6;
  solve(matrix, right);
  const [x, y] = spline ? [spline.x, spline.y] : [field.affine.subarray(0, 3), field.affine.subarray(3, 6)];
  for (let i = 0; i < count; i++) {
    x[i] = (x[i] ?? 0) + (STRIDE * (right[2 * i] ?? 0)) / longPx;
    y[i] = (y[i] ?? 0) + (STRIDE * (right[2 * i + 1] ?? 0)) / longPx;
  }
}

/** A first guess at the drift over an affine field, by squares of the photo that were found in the output under it. */
function drift({ longPx, photo }: Level, field: Field, { found }: Matches, spline: Spline): void {
  const matches = found.map(({ x, y, dx, dy, weight }) => {
    const [px, py] = [(x - photo.width / 2) / longPx, (y - photo.height / 2) / longPx];
    const [fromX, fromY] = moved(field, px, py);
    const [toX, toY] = moved(field, px + dx / longPx, py + dy / longPx);
    return { x: px, y: py, dx: toX - fromX, dy: toY - fromY, weight };
  });
  followMatches(spline, matches, longPx);
}

const NOT_MOVED: Field = { affine: affineOf({ across: 1, down: 1, degrees: 0 }), spline: null };

/**
 * Of fields from simple to free, the first under which the two are as alike as under the best: freedom that finds
 * nothing bends around what was drawn anew.
 */
function simplest(level: Level, fields: readonly [Field, ...Field[]]): Field {
  const scores = fields.map((field) => {
    const { picture, inside } = warped(level, field);
    const local = localCorrelation(level.photo, picture, JUDGED_RADIUS_PX);
    return local.values.reduce((sum, value, i) => sum + (inside[i] ? Math.max(0, value) : 0), 0) / inside.length;
  });
  const best = Math.max(...scores);
  return fields[scores.findIndex((score) => score >= best - AS_ALIKE)] ?? fields[0];
}

/**
 * Deviation of a picture's grain, in its levels: what of it is neither even nor an edge (Immerkær, 1996, with a median for
 * the mean, as most of a picture is neither).
 */
function grainOf({ values, width, height }: Plane): number {
  const left: number[] = [];
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const line = (at: number) => (values[at - 1] ?? 0) - 2 * (values[at] ?? 0) + (values[at + 1] ?? 0);
      left.push(Math.abs(line(i - width) - 2 * line(i) + line(i + width)));
    }
  }
  // The median of a normal distribution's amounts is .6745 of its deviation; the mask makes noise six times as strong.
  return quantile(left, 0.5) / (6 * 0.6745);
}

/** What is left of a picture without its grain and its slow changes. */
function detailOf(grey: Plane): Plane {
  const calm = boxMean(grey, GRAIN_PX);
  const mean = blur(calm, EVEN_SIGMA_PX);
  return minus(calm, mean);
}

/** 1 where the photo has detail so strong that it stands out of the picture, and the output has none: damage, repaired. */
function repairedIn(photo: Plane, picture: Plane): Plane {
  const amounts = [photo, picture].map((grey) => mapPlane(detailOf(grey), (value) => Math.abs(value)));
  const [own, theirs] = amounts as [Plane, Plane];
  const least = amounts.map((plane) => STANDS_OUT * Math.max(1, quantile(plane.values, 0.5))) as [number, number];
  const marks = mapPlane(own, (value, i) => (value > least[0] && (theirs.values[i] ?? 0) < least[1] / 2 ? 1 : 0));
  return mapPlane(boxMean(marks, GRAIN_PX), (value) => (value > 0 ? 1 : 0));
}

/** How alike the two are where the photo has a structure, and how much of it has. What was repaired does not count. */
function likenessOf({ grey, longPx }: Level, field: Field): Pick<Registration, 'likeness' | 'alike' | 'structure'> {
  const { picture, inside } = warped({ ...grey, longPx }, field);
  const repaired = repairedIn(grey.photo, picture);
  const counts = mapPlane(repaired, (is, i) => (inside[i] && !is ? 1 : 0));
  const [mass, counted] = [blur(counts, EVEN_SIGMA_PX), boxMean(counts, JUDGED_RADIUS_PX)];
  const [own, theirs] = [structureWithin(grey.photo, counts, mass), structureWithin(picture, counts, mass)];
  const local = localCorrelation(own, theirs, JUDGED_RADIUS_PX);
  const squares = boxMean(product(own, own), JUDGED_RADIUS_PX);
  // Evened, a structure's mean square is its energy's share of that and of what is taken for noise.
  const energy = Math.max(LEAST_CONTRAST ** 2, GRAIN_LEFT * grainOf(grey.photo) ** 2);
  const least = energy / (energy + LEAST_CONTRAST ** 2);
  const found: number[] = [];
  let all = 0;
  for (let i = 0; i < inside.length; i++) {
    if (!counts.values[i]) continue;
    all++;
    if ((squares.values[i] ?? 0) >= least * (counted.values[i] ?? 0)) found.push(local.values[i] ?? 0);
  }
  const alike = found.filter((value) => value > 0.5).length / Math.max(1, found.length);
  return { likeness: quantile(found, 0.5), alike, structure: found.length / Math.max(1, all) };
}

/** How much of the photo's frame the output shows, and how far the warp bends. */
function extentOf(field: Field, { width, height }: Size): { coverage: number; bend: number } {
  const STEPS = 40;
  let covered = 0;
  const bends: number[] = [];
  for (let i = 0; i < STEPS ** 2; i++) {
    const x = (((i % STEPS) + 0.5) / STEPS - 0.5) * width;
    const y = ((Math.floor(i / STEPS) + 0.5) / STEPS - 0.5) * height;
    const [px, py] = moved(field, x, y);
    if (Math.abs(px) <= width / 2 && Math.abs(py) <= height / 2) covered++;
    const [sx, sy] = moved({ ...field, spline: null }, x, y);
    bends.push(Math.hypot(px - sx, py - sy));
  }
  // Where nothing pulls, in a flat corner, the spline may swing out.
  return { coverage: covered / STEPS ** 2, bend: quantile(bends, 0.9) };
}

function judge({ likeness, alike, coverage, structure, bend }: Omit<Registration, 'at' | 'verdict'>): Verdict {
  if (structure < LEAST_STRUCTURE) return 'cannot tell';
  const isAlike = likeness >= LEAST.likeness && alike >= LEAST.alike;
  return isAlike && coverage >= LEAST.coverage && bend <= MOST_BEND ? 'this photo' : 'another photo';
}

/**
 * Finds where each point of a photo lies in a model's picture of it: scaled, squeezed, cut, padded, shifted, turned a
 * little or drifted, whatever its tone and whatever was repaired. The verdict says whether it is this photo at all.
 * Compares structure without tone from coarse to fine: an exhaustive search for scale, turn and shift, then steps of
 * Gauss and Newton for an affine map. Squares of the photo are looked for one by one: if parts of it lie elsewhere, they
 * give a first cubic B-spline over the map, and more steps improve it.
 */
export async function register(photo: RawPicture, output: RawPicture): Promise<Registration> {
  const longest = Math.max(photo.width, photo.height);
  const [width, height] = [photo.width / longest, photo.height / longest];
  // Every level is made of these, so that a large photo is read once.
  const [own, theirs] = [await reduceRgb(photo, REDUCED_PX), await reduceRgb(output, REDUCED_PX)];
  const levelOf = async (sidePx: number): Promise<Level> => {
    const longPx = Math.min(sidePx, Math.max(16, MOST_ENLARGED * longest));
    const size = { width: Math.max(8, Math.round(width * longPx)), height: Math.max(8, Math.round(height * longPx)) };
    const grey = { photo: await greyOf(own, size), output: await greyOf(theirs, size) };
    return { photo: structureOf(grey.photo), output: structureOf(grey.output), longPx, grey };
  };
  const ratio = output.width / output.height / (photo.width / photo.height);
  const coarse = await levelOf(SIDES_PX.coarse);
  const affine = search(await levelOf(SIDES_PX.search), coarse, ratio);
  const middle = await levelOf(SIDES_PX.middle);
  for (let i = 0; i < 4; i++) improve(middle, affine, false);
  for (let i = 0; i < 3; i++) improve(middle, affine, true);
  const fine = await levelOf(SIDES_PX.fine);
  for (let i = 0; i < 2; i++) improve(fine, affine, true);
  // Squares are found one by one, so that no part of the warp starts from a wrong place.
  const both = bothWithin(fine, affine);
  const matches = matchSquares(both);
  const finest = await levelOf(SIDES_PX.finest);
  const fields: [Field, ...Field[]] = [affine];
  if (!areInPlace(both, matches)) {
    const spline = nodesFor({ width, height });
    drift(fine, affine, matches, spline);
    const bent = { affine: Float64Array.from(affine.affine), spline };
    for (let i = 0; i < 2; i++) improve(middle, bent, true);
    for (let i = 0; i < 4; i++) improve(fine, bent, true);
    for (let i = 0; i < 6; i++) improve(finest, bent, true);
    fields.push(bent);
  }
  improve(finest, affine, true);
  if (output.width === photo.width && output.height === photo.height) fields.unshift(NOT_MOVED);
  const chosen = simplest(finest, fields);

  const judged = {
    ...extentOf(chosen, { width, height }),
    ...likenessOf(middle, chosen),
  };
  const at = (x: number, y: number): readonly [number, number] => {
    const [px, py] = moved(chosen, (x - photo.width / 2) / longest, (y - photo.height / 2) / longest);
    return [(px / width + 0.5) * output.width, (py / height + 0.5) * output.height];
  };
  return { at, ...judged, verdict: judge(judged) };
}
