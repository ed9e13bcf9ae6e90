/** The faces are the same people: each is compared with the photo's own, and drawn back to it where it is not. */

import { MAX_FACES } from '@heirlight/contract/limits';
import type { FaceBox, NotedFace } from '@heirlight/contract/photo';
import { overlap } from '@heirlight/imaging/faces';
import { fromRgb, type RawPicture } from '../../../platform/pictures';
import { FACE_PX, faceDetail, faceLikeness, tearsIn } from './faceLikeness';
import { bilinear, blur, clampLevel, fromYcc, luminance, mapPlane, type Plane, toYcc } from './planes';

/** The side of a close-up, and how far its middle is from the box's, in longer sides of the box. */
const CLOSE_UP = { side: 0.94, right: 0.01, up: 0.067 } as const;
/** A face narrower than this, in the photo's pixels, is too small to tell. */
const LEAST_WIDTH_PX = 22;
/** A face with less detail (levels, of what is finer than its broad shapes) is too faded to tell. */
const LEAST_DETAIL = 2;
/** A face whose fine detail is less than this share of the coarser is too blurred to tell. */
const LEAST_FINENESS = 0.27;
/** Likeness below which a face is another one: chosen on some people, judged on others (npm run bench:faces). */
const LEAST_LIKENESS = 0.875;
/** How much of the model's luminance a face keeps when it is drawn back, tried in this order. */
const KEPT_SHARES = [0.6, 0.3, 0] as const;
/** What is looked at around a face that is drawn back, share of its size on each side. */
const SURROUNDINGS = 0.4;
/** Size at which the tone and the colour around a face are measured, in pixels. */
const SMALL_PX = 320;
/** Boxes that share more of the smaller one show one face. */
const SAME_PLACE = 0.4;
/** A face that is gone: nothing of its structure is left, and little of any. */
const GONE = { likeness: 0.2, detail: 0.35 } as const;
/** Mean level from which a part of the photo without any structure is bare paper: a hole. */
const PAPER_LEVEL = 215;

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

function rectOf({ x, y, width, height }: FaceBox, picture: { width: number; height: number }, around: number): Rect {
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

/**
 * What the comparison sees of a face: a square of nearly the box's longer side, a little above its middle, in which the
 * finder's boxes have the eyes, the nose and the mouth at the same places.
 */
async function closeUp(picture: RawPicture, { x, y, width, height }: FaceBox): Promise<Plane> {
  const side = Math.max(width * picture.width, height * picture.height);
  const [wide, high] = [(CLOSE_UP.side * side) / picture.width, (CLOSE_UP.side * side) / picture.height];
  const rect = {
    x: x + width / 2 - wide / 2 + (CLOSE_UP.right * side) / picture.width,
    y: y + height / 2 - high / 2 - (CLOSE_UP.up * side) / picture.height,
    width: wide,
    height: high,
  };
  const cut = (await fromRgb(picture)).extract(rectOf(rect, picture, 0));
  const data = await cut.resize(FACE_PX, FACE_PX, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
  return toYcc({ data, width: FACE_PX, height: FACE_PX }).y;
}

export interface FaceComparison {
  /** -1 to 1 (faceLikeness.ts). */
  likeness: number;
  verdict: 'same' | 'another' | 'cannot tell' | 'gone';
}

/** Compares a face of the photo with the same place of the result. The two pictures are in register, in any sizes. */
export async function compareFace(photo: RawPicture, result: RawPicture, face: FaceBox): Promise<FaceComparison> {
  const [before, after] = [await closeUp(photo, face), await closeUp(result, face)];
  const likeness = faceLikeness(before, after);
  const detail = faceDetail(before);
  const isPoor = detail.levels < LEAST_DETAIL || detail.fineness < LEAST_FINENESS;
  if (face.width * photo.width < LEAST_WIDTH_PX || isPoor) return { likeness, verdict: 'cannot tell' };
  const isLost = likeness < GONE.likeness && faceDetail(after).levels < GONE.detail * detail.levels;
  return { likeness, verdict: likeness >= LEAST_LIKENESS ? 'same' : isLost ? 'gone' : 'another' };
}

export type FindFaces = (picture: RawPicture, how?: { small: boolean }) => Promise<FaceBox[]>;

/** Of faces at one place the first. */
function withoutDoubles(faces: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const face of faces) if (kept.every((one) => overlap(one, face) < SAME_PLACE)) kept.push(face);
  return kept;
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

/** 0 where the photo is torn and the result is not, 1 elsewhere, soft between; of a face and its surroundings. */
async function untorn(photo: RawPicture, result: RawPicture, face: FaceBox): Promise<Plane> {
  const longest = Math.max(face.width * photo.width, face.height * photo.height);
  const rect = rectOf(face, photo, SURROUNDINGS);
  const [width, height] = [rect.width, rect.height].map((side) =>
    Math.max(8, Math.round((side * FACE_PX) / (CLOSE_UP.side * longest))),
  ) as [number, number];
  const levels = async (picture: RawPicture) => {
    const cut = (await fromRgb(picture)).extract(rectOf(face, picture, SURROUNDINGS));
    const data = await cut.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
    return toYcc({ data, width, height }).y;
  };
  return blur(
    mapPlane(tearsIn(await levels(photo), await levels(result)), (torn) => 1 - torn),
    1,
  );
}

/**
 * Draws a face of the result back to the photo's: its luminance, in the tone around it. The result's colour stays, but
 * without edges, which would be the other face's. Changes the result in place.
 *
 * @param kept share of the result's own luminance that stays, 0..1
 * @param sound 0 where the result stays (untorn), null for nowhere
 */
async function drawBack(
  photo: RawPicture,
  result: RawPicture,
  face: FaceBox,
  { kept, sound }: { kept: number; sound: Plane | null },
): Promise<void> {
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
    const share =
      shareAt(x, y, to) *
      (sound ? bilinear(sound, ((x + 0.5) * sound.width) / to.width, ((y + 0.5) * sound.height) / to.height) : 1);
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

/** A person of the photo is not in the result, or somebody is in it who is not in the photo. */
export class OtherPeople extends Error {}

/** Whether the photo has nothing of a face of the result, and no hole there that the model has filled. */
async function isAdded(photo: RawPicture, result: RawPicture, face: FaceBox): Promise<boolean> {
  if ((await compareFace(result, photo, face)).verdict !== 'gone') return false;
  const { values } = await closeUp(photo, face);
  return values.reduce((sum, level) => sum + level, 0) / values.length < PAPER_LEVEL;
}

/**
 * Compares every face of the photo with its place in the result, and draws it back to the photo's as far as is needed
 * where it has become another one. Changes the result in place. Nothing of a face is kept but its box and the verdict.
 *
 * @param result in register with the photo, in any size of the same shape
 * @returns the faces, largest first, at most MAX_FACES
 * @throws OtherPeople
 */
export async function keepFaces(photo: RawPicture, result: RawPicture, findFaces: FindFaces): Promise<NotedFace[]> {
  const known = await findFaces(photo, { small: true });
  const drawn = withoutDoubles([...known, ...(await findFaces(result))]).slice(known.length);
  const noted: NotedFace[] = [];
  for (const face of known) {
    const { verdict } = await compareFace(photo, result, face);
    if (verdict === 'gone') throw new OtherPeople('A person of the photo is not in the result');
    if (verdict === 'another') await keepFace(photo, result, face);
    noted.push({ ...face, verdict: VERDICTS[verdict] });
  }
  for (const face of drawn) {
    if (await isAdded(photo, result, face)) throw new OtherPeople('A person is in the result who is not in the photo');
  }
  // Too damaged in the photo to be found there.
  noted.push(...drawn.map((face) => ({ ...face, verdict: 'unsure' as const })));
  return noted.sort((a, b) => b.width * b.height - a.width * a.height).slice(0, MAX_FACES);
}

const VERDICTS = { same: 'same', another: 'closer', 'cannot tell': 'unsure' } as const;

/** Draws a face back step by step, until it is the photo's. The photo's tears come back with it only if they must. */
async function keepFace(photo: RawPicture, result: RawPicture, face: FaceBox): Promise<void> {
  const rect = rectOf(face, result, SURROUNDINGS);
  const before = await (await fromRgb(result)).extract(rect).raw().toBuffer();
  const sound = await untorn(photo, result, face);
  const steps = [...KEPT_SHARES.map((kept) => ({ kept, sound })), { kept: 0, sound: null }];
  for (const step of steps) {
    for (let y = 0; y < rect.height; y++) {
      const row = before.subarray(y * rect.width * 3, (y + 1) * rect.width * 3);
      row.copy(result.data, ((rect.top + y) * result.width + rect.left) * 3);
    }
    await drawBack(photo, result, face, step);
    if ((await compareFace(photo, result, face)).verdict === 'same') return;
  }
}
