/** It is this photo: finds where each point of a photo lies in what a model made of it. */
import { type RawPicture, reduceRgb } from '../../../platform/pictures';
import { affineOf, bothWithin, type Field, type Level, moved, warped } from './field';
import { improve } from './gaussNewton';
import { areInPlace, followMatches, type Matches, matchSquares } from './matches';
import { localCorrelation } from './planes';
import { search } from './search';
import { greyOf, structureOf } from './structure';
import { extentOf, type Fit, JUDGED_RADIUS_PX, judge, likenessOf, type Verdict } from './verdict';
import { nodesFor, type Spline } from './warp';

/** Long sides in pixels at which the two are compared, coarse to fine; the first only to try many places. */
const SIDES_PX = { search: 64, coarse: 96, middle: 192, fine: 384, finest: 768 } as const;
/** Long side to which larger pictures are brought at first: twice the finest level's, so that its pixels stay true. */
const REDUCED_PX = 2 * SIDES_PX.finest;
/** A small photo is enlarged by at most so much: places between its pixels are known better than by whole ones. */
const MOST_ENLARGED = 2;
/** Mean correlation that a freer field must add. */
const AS_ALIKE = 0.004;

export interface Registration extends Fit {
  /** Where a point of the photo lies in the output. Both in pixels of their picture, pixel centres at .5. */
  at(x: number, y: number): readonly [number, number];
  verdict: Verdict;
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
