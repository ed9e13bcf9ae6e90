/** Whether an output shows this photo at all. */
import type { Size } from '../inputSize';
import { type Field, type Level, moved, warped } from './field';
import { blur, boxMean, localCorrelation, mapPlane, type Plane, product, quantile } from './planes';
import { detailOf, EVEN_SIGMA_PX, GRAIN_PX, grainOf, LEAST_CONTRAST, structureWithin } from './structure';

/** Radius of the squares whose likeness is judged, in pixels of a level. */
export const JUDGED_RADIUS_PX = 6;
/** Detail of so many times the usual amount stands out of a picture. */
const STANDS_OUT = 5;
/** A structure has at least so many times the mean square of grain: a ninth of it is left, and that must be a quarter. */
const GRAIN_LEFT = 4 / 9;
/** Below these the output is not taken for this photo; see `judge`. Chosen on other photographs than it is tested on. */
const LEAST = { likeness: 0.5, alike: 0.5, coverage: 0.7 } as const;
/** Farther than this (share of the long side) a model does not drift: it has drawn something else. */
const MOST_BEND = 0.045;
/** Of a photo with less structure than this share of its area nobody can tell. */
const LEAST_STRUCTURE = 0.04;

/** How well the output fits the photo. */
export interface Fit {
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
}

export type Verdict = 'this photo' | 'cannot tell' | 'another photo';

/** 1 where the photo has detail so strong that it stands out of the picture, and the output has none: damage, repaired. */
function repairedIn(photo: Plane, picture: Plane): Plane {
  const amounts = [photo, picture].map((grey) => mapPlane(detailOf(grey), (value) => Math.abs(value)));
  const [own, theirs] = amounts as [Plane, Plane];
  const least = amounts.map((plane) => STANDS_OUT * Math.max(1, quantile(plane.values, 0.5))) as [number, number];
  const marks = mapPlane(own, (value, i) => (value > least[0] && (theirs.values[i] ?? 0) < least[1] / 2 ? 1 : 0));
  return mapPlane(boxMean(marks, GRAIN_PX), (value) => (value > 0 ? 1 : 0));
}

/** How alike the two are where the photo has a structure, and how much of it has. What was repaired does not count. */
export function likenessOf({ grey, longPx }: Level, field: Field): Pick<Fit, 'likeness' | 'alike' | 'structure'> {
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
export function extentOf(field: Field, { width, height }: Size): Pick<Fit, 'coverage' | 'bend'> {
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

export function judge({ likeness, alike, coverage, structure, bend }: Fit): Verdict {
  if (structure < LEAST_STRUCTURE) return 'cannot tell';
  const isAlike = likeness >= LEAST.likeness && alike >= LEAST.alike;
  return isAlike && coverage >= LEAST.coverage && bend <= MOST_BEND ? 'this photo' : 'another photo';
}
