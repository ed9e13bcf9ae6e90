/** The faces are the same people: each is compared with the photo's own, and drawn back to it where it is not. */
import { MAX_FACES } from '@heirlight/contract/limits';
import type { FaceBox, NotedFace } from '@heirlight/contract/photo';
import { fromRgb, type RawPicture, reduceRgb } from '../../../platform/pictures';
import {
  bilinear,
  blur,
  clampLevel,
  fromYcc,
  localCorrelation,
  luminance,
  mapPlane,
  newPlane,
  type Plane,
  product,
  quantile,
  toYcc,
} from './planes';

/** Side at which two faces are compared, in pixels: eyes and mouth show, grain and the finest wrinkle do not. */
const FACE_PX = 48;
/** How much is seen around a face, share of its size on each side. */
const AROUND = 0.12;
/** Radius in which brightness is evened out, and in which likeness is measured, in pixels of the comparison. */
const [EVEN_PX, WINDOW_PX] = [5, 6];
/** The two may lie so many pixels of the comparison apart: what the register leaves. */
const SLACK_PX = 1;
/** A face narrower than this, in the photo's pixels, is too small to tell. */
const LEAST_WIDTH_PX = 22;
/** A face with less detail (levels, of what is finer than its broad shapes) is too faded to tell. */
const LEAST_DETAIL = 2;
/** A face of whose detail less than this share is fine is too blurred to tell. */
const LEAST_FINENESS = 0.2;
/** Likeness below which a face is another one: chosen on some people, judged on others (npm run bench:faces). */
const LEAST_LIKENESS = { sound: 0.905, typical: 0.8 } as const;
/** How much of the model's luminance a face keeps when it is drawn back, tried in this order. */
const KEPT_SHARES = [0.6, 0.3, 0] as const;
/** What is looked at around a face that is drawn back, share of its size on each side. */
const SURROUNDINGS = 0.4;
/** Size at which the tone and the colour around a face are measured, in pixels. */
const SMALL_PX = 320;
/** Small faces are looked for at this long side, in pixels, in quarters of this share of the sides. */
const [SEARCHED_PX, QUARTER] = [1_600, 0.6];
/** Boxes that share more of the smaller one show one face. */
const SAME_PLACE = 0.4;
/** A face that is gone: nothing of its structure is left, and little of any. */
const GONE = { likeness: 0.2, detail: 0.35 } as const;

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

function rectOf({ x, y, width, height }: FaceBox, picture: { width: number; height: number }, around = AROUND): Rect {
  const [left, top] = [
    Math.floor((x - width * around) * picture.width),
    Math.floor((y - height * around) * picture.height),
  ];
  const [right, bottom] = [(x + width * (1 + around)) * picture.width, (y + height * (1 + around)) * picture.height];
  const rect = { left: Math.max(0, left), top: Math.max(0, top) };
  return {
    ...rect,
    width: Math.max(1, Math.min(picture.width, Math.ceil(right)) - rect.left),
    height: Math.max(1, Math.min(picture.height, Math.ceil(bottom)) - rect.top),
  };
}

/** A face's luminance at the size of the comparison, its levels spread. */
async function closeUp(picture: RawPicture, face: FaceBox): Promise<Plane> {
  const cut = (await fromRgb(picture)).extract(rectOf(face, picture));
  const data = await cut.resize(FACE_PX, FACE_PX, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
  return toYcc({ data, width: FACE_PX, height: FACE_PX }).y;
}

/** What remains of a face without its broad light and shadow. */
function featuresOf(face: Plane): Plane {
  const calm = blur(face, 0.8);
  const broad = blur(calm, EVEN_PX);
  return mapPlane(calm, (value, i) => value - (broad.values[i] ?? 0));
}

/** How strong the features are, in levels. */
function detailOf(features: Plane): number {
  return Math.sqrt(product(features, features).values.reduce((sum, value) => sum + value, 0) / features.values.length);
}

function isTooPoor(features: Plane): boolean {
  const broad = blur(features, 2);
  const fine = mapPlane(features, (value, i) => value - (broad.values[i] ?? 0));
  const detail = detailOf(features);
  return detail < LEAST_DETAIL || detailOf(fine) < LEAST_FINENESS * detail;
}

const shifted = (plane: Plane, dx: number, dy: number): Plane =>
  mapPlane(newPlane(plane.width, plane.height), (_, i) => {
    const x = Math.min(plane.width - 1, Math.max(0, (i % plane.width) + dx));
    const y = Math.min(plane.height - 1, Math.max(0, Math.floor(i / plane.width) + dy));
    return plane.values[y * plane.width + x] ?? 0;
  });

export interface Likeness {
  /** Correlation (-1..1) of a typical part of the face. */
  typical: number;
  /** That of its best quarter: where the photo is damaged the others say little. */
  sound: number;
}

/** How alike the features of two faces are, part by part, in the middle of the boxes, where eyes, nose and mouth are. */
function likenessOf(one: Plane, other: Plane): Likeness {
  let best: Likeness = { typical: -1, sound: -1 };
  for (let dy = -SLACK_PX; dy <= SLACK_PX; dy++) {
    for (let dx = -SLACK_PX; dx <= SLACK_PX; dx++) {
      const local = localCorrelation(one, shifted(other, dx, dy), WINDOW_PX);
      const inside: number[] = [];
      for (let i = 0; i < local.values.length; i++) {
        const [u, v] = [((i % FACE_PX) + 0.5) / FACE_PX - 0.5, (Math.floor(i / FACE_PX) + 0.5) / FACE_PX - 0.5];
        if (Math.hypot(u / 0.34, v / 0.38) <= 1) inside.push(local.values[i] ?? 0);
      }
      const found = { typical: quantile(inside, 0.5), sound: quantile(inside, 0.75) };
      if (found.typical + found.sound > best.typical + best.sound) best = found;
    }
  }
  return best;
}

export interface FaceComparison extends Likeness {
  verdict: 'same' | 'another' | 'cannot tell' | 'gone';
}

/** Compares a face of the photo with the same place of the result. The two pictures are in register, in any sizes. */
export async function compareFace(photo: RawPicture, result: RawPicture, face: FaceBox): Promise<FaceComparison> {
  const [before, after] = [featuresOf(await closeUp(photo, face)), featuresOf(await closeUp(result, face))];
  const likeness = likenessOf(before, after);
  if (face.width * photo.width < LEAST_WIDTH_PX || isTooPoor(before)) return { ...likeness, verdict: 'cannot tell' };
  const isLost = likeness.typical < GONE.likeness && detailOf(after) < GONE.detail * detailOf(before);
  const isSame = likeness.typical >= LEAST_LIKENESS.typical && likeness.sound >= LEAST_LIKENESS.sound;
  return { ...likeness, verdict: isSame ? 'same' : isLost ? 'gone' : 'another' };
}

export type FindFaces = (picture: RawPicture) => Promise<FaceBox[]>;

function overlap(a: FaceBox, b: FaceBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.min(a.width * a.height, b.width * b.height);
}

/** Of faces at one place the first. */
function withoutDoubles(faces: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const face of faces) if (kept.every((one) => overlap(one, face) < SAME_PLACE)) kept.push(face);
  return kept;
}

/** Faces in the whole picture, and the smaller ones of a group: those are found in its quarters, which overlap. */
async function facesIn(picture: RawPicture, findFaces: FindFaces): Promise<FaceBox[]> {
  const whole = await findFaces(picture);
  const small = await reduceRgb(picture, SEARCHED_PX);
  if (Math.max(small.width, small.height) < SEARCHED_PX / 2) return whole;
  const quarters: FaceBox[] = [];
  for (const [x, y] of [
    [0, 0],
    [1 - QUARTER, 0],
    [0, 1 - QUARTER],
    [1 - QUARTER, 1 - QUARTER],
  ] as const) {
    const rect = rectOf({ x, y, width: QUARTER, height: QUARTER }, small, 0);
    const { data, info } = await (await fromRgb(small)).extract(rect).raw().toBuffer({ resolveWithObject: true });
    const found = await findFaces({ data, width: info.width, height: info.height });
    const [wide, high] = [info.width / small.width, info.height / small.height];
    quarters.push(
      ...found
        // One that touches the cut is not whole.
        .filter((face) => face.x > 0.01 && face.y > 0.01 && face.x + face.width < 0.99 && face.y + face.height < 0.99)
        .map((face) => ({
          x: rect.left / small.width + face.x * wide,
          y: rect.top / small.height + face.y * high,
          width: face.width * wide,
          height: face.height * high,
        })),
    );
  }
  return withoutDoubles([...whole, ...quarters]);
}

interface Tone {
  slope: number;
  start: number;
}

/** How the photo's levels become the result's around a face: mean and contrast of the ring outside of it. */
function toneAround(own: Plane, theirs: Plane): Tone {
  let [n, a, b, aa, bb] = [0, 0, 0, 0, 0];
  for (let i = 0; i < own.values.length; i++) {
    if (shareAt(i % own.width, Math.floor(i / own.width), own) > 0) continue;
    const [p, q] = [own.values[i] ?? 0, theirs.values[i] ?? 0];
    n++;
    a += p;
    b += q;
    aa += p * p;
    bb += q * q;
  }
  const [meanOwn, meanTheirs] = [a / n, b / n];
  const spread = Math.sqrt(Math.max(1, bb / n - meanTheirs ** 2) / Math.max(1, aa / n - meanOwn ** 2));
  const slope = Math.min(2, Math.max(0.5, spread));
  return { slope, start: meanTheirs - slope * meanOwn };
}

/** How much a pixel belongs to the face in the middle of its surroundings: 1 in the face, 0 outside, soft between. */
function shareAt(x: number, y: number, { width, height }: { width: number; height: number }): number {
  const half = (0.5 / (1 + 2 * SURROUNDINGS)) * 1.15;
  const radius = Math.hypot(((x + 0.5) / width - 0.5) / half, ((y + 0.5) / height - 0.5) / (half * 1.1));
  const share = Math.min(1, Math.max(0, (1 - radius) / 0.25));
  return share * share * (3 - 2 * share);
}

/**
 * Draws a face of the result back to the photo's: its luminance, in the tone around it. The result's colour stays, but
 * without edges, which would be the other face's. Changes the result in place.
 *
 * @param kept share of the result's own luminance that stays, 0..1
 */
async function drawBack(photo: RawPicture, result: RawPicture, face: FaceBox, kept: number): Promise<void> {
  const [from, to] = [rectOf(face, photo, SURROUNDINGS), rectOf(face, result, SURROUNDINGS)];
  const own = (await fromRgb(photo)).extract(from).resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' });
  const ours = await own.raw().toBuffer();
  const factor = Math.min(1, SMALL_PX / Math.max(to.width, to.height));
  const size = {
    width: Math.max(4, Math.round(to.width * factor)),
    height: Math.max(4, Math.round(to.height * factor)),
  };
  const reduced = async (picture: RawPicture, rect: Rect) => {
    const cut = (await fromRgb(picture)).extract(rect).resize(size.width, size.height, { fit: 'fill' });
    return toYcc({ data: await cut.raw().toBuffer(), ...size });
  };
  const theirs = await reduced(result, to);
  const { slope, start } = toneAround((await reduced(photo, from)).y, theirs.y);
  const sigma = size.width * 0.06;
  const [cb, cr] = [blur(theirs.cb, sigma), blur(theirs.cr, sigma)];
  for (let i = 0; i < to.width * to.height; i++) {
    const [x, y] = [i % to.width, Math.floor(i / to.width)];
    const share = shareAt(x, y, to);
    if (share === 0) continue;
    const at = ((to.top + y) * result.width + to.left + x) * 3;
    const [red, green, blue] = [result.data[at] ?? 0, result.data[at + 1] ?? 0, result.data[at + 2] ?? 0];
    const drawn = luminance(red, green, blue);
    const before = slope * luminance(ours[i * 3] ?? 0, ours[i * 3 + 1] ?? 0, ours[i * 3 + 2] ?? 0) + start;
    const level = drawn + (before - drawn) * (1 - kept);
    const [px, py] = [((x + 0.5) * size.width) / to.width, ((y + 0.5) * size.height) / to.height];
    const colour = fromYcc(level, bilinear(cb, px, py), bilinear(cr, px, py));
    for (const [channel, value] of colour.entries()) {
      const was = result.data[at + channel] ?? 0;
      result.data[at + channel] = clampLevel(was + (value - was) * share);
    }
  }
}

/** A person of the photo is not in the result any more. */
export class PersonGone extends Error {}

/**
 * Compares every face of the photo with its place in the result, and draws it back to the photo's as far as is needed
 * where it has become another one. Changes the result in place. Nothing of a face is kept but its box and the verdict.
 *
 * @param result in register with the photo, in any size of the same shape
 * @returns the faces, largest first, at most MAX_FACES
 * @throws PersonGone
 */
export async function keepFaces(photo: RawPicture, result: RawPicture, findFaces: FindFaces): Promise<NotedFace[]> {
  const known = await facesIn(photo, findFaces);
  const drawn = withoutDoubles([...known, ...(await findFaces(result))]).slice(known.length);
  const noted: NotedFace[] = [];
  for (const face of known) {
    const { verdict } = await compareFace(photo, result, face);
    if (verdict === 'gone') throw new PersonGone('A person of the photo is not in the result');
    if (verdict === 'another') await keepFace(photo, result, face);
    noted.push({ ...face, verdict: VERDICTS[verdict] });
  }
  // Too damaged in the photo to be found there.
  noted.push(...drawn.map((face) => ({ ...face, verdict: 'unsure' as const })));
  return noted.sort((a, b) => b.width * b.height - a.width * a.height).slice(0, MAX_FACES);
}

const VERDICTS = { same: 'same', another: 'closer', 'cannot tell': 'unsure' } as const;

/** Draws a face back step by step, until it is the photo's. */
async function keepFace(photo: RawPicture, result: RawPicture, face: FaceBox): Promise<void> {
  const rect = rectOf(face, result, SURROUNDINGS);
  const before = await (await fromRgb(result)).extract(rect).raw().toBuffer();
  for (const kept of KEPT_SHARES) {
    for (let y = 0; y < rect.height; y++) {
      const row = before.subarray(y * rect.width * 3, (y + 1) * rect.width * 3);
      row.copy(result.data, ((rect.top + y) * result.width + rect.left) * 3);
    }
    await drawBack(photo, result, face, kept);
    if ((await compareFace(photo, result, face)).verdict === 'same') return;
  }
}
