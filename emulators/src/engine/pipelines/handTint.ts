/**
 * Colour as the hand-colourists of 1900 laid it: flesh tints on faces, a warm-and-cool tone on the rest, the photograph's own light
 * and shade untouched. Used where no colour network is installed: it claims nothing about colours that the picture does not hold.
 */
import { gaussianBlur } from '../image/blur';
import { geodesicDistance } from '../image/geodesic';
import { guidedFilter } from '../image/guidedFilter';
import { quantileOf } from '../image/measure';
import {
  at,
  clampRect,
  copyPicture,
  createRaster,
  lumaOf,
  type Picture,
  type Raster,
  type Rect,
} from '../image/picture';
import { resample } from '../image/resample';
import type { Face } from '../networks/faceDetector';

/** Masks are drawn at this long side, in pixels, and enlarged smoothly. */
const MASK_SIDE_PX = 900;
/** Cb and Cr, in grey levels, of the tone from shadows to lights: cool blacks, warm middle, ivory paper. */
const TONES = [
  { luma: 0, cb: 2, cr: -1 },
  { luma: 60, cb: -2, cr: 2 },
  { luma: 130, cb: -6, cr: 5 },
  { luma: 205, cb: -9, cr: 6 },
  { luma: 255, cb: -4, cr: 3 },
] as const;
/** Grey levels of edges that flesh tint may cross on its way from the middle of the face, and what walking a face's width costs. */
const REACH = 140;
const STEP_COST = 30;
const SKIN = { cb: -15, cr: 15 };
const BLUSH = { cb: -1, cr: 5 };
const LIPS = { cb: 1, cr: 10 };

/** The grey picture, tinted. Luma stays, up to rounding. */
export function handTint(grey: Picture, faces: readonly Face[]): Picture {
  const field = skinField(grey, faces);
  const out = copyPicture(grey);
  for (let i = 0, j = 0; i < out.data.length; i += 3, j += 3) {
    const luma = at(grey.data, i);
    const tone = toneAt(luma);
    const [skin, blush, lips] = [at(field.data, j), at(field.data, j + 1), at(field.data, j + 2)];
    // Pigment shows most in the middle greys; black and white paper take little.
    const body = Math.max(0, 1 - ((luma - 140) / 135) ** 2);
    const cb = tone.cb * (1 - skin) + skin * body * SKIN.cb + blush * body * BLUSH.cb + lips * body * LIPS.cb;
    const cr = tone.cr * (1 - skin) + skin * body * SKIN.cr + blush * body * BLUSH.cr + lips * body * LIPS.cr;
    out.data[i] = luma + 1.402 * cr;
    out.data[i + 1] = luma - 0.344 * cb - 0.714 * cr;
    out.data[i + 2] = luma + 1.772 * cb;
  }
  return out;
}

function toneAt(luma: number): { cb: number; cr: number } {
  const next = TONES.findIndex((tone) => tone.luma >= luma);
  const above = TONES[next] ?? TONES[TONES.length - 1];
  const below = TONES[Math.max(0, next - 1)];
  if (!above || !below || above.luma === below.luma) return { cb: above?.cb ?? 0, cr: above?.cr ?? 0 };
  const share = (luma - below.luma) / (above.luma - below.luma);
  return { cb: below.cb + (above.cb - below.cb) * share, cr: below.cr + (above.cr - below.cr) * share };
}

/** Three channels at the picture's size: how much skin, cheek and lip colour each pixel takes, 0..1. */
function skinField(grey: Picture, faces: readonly Face[]): Raster {
  const scale = Math.min(1, MASK_SIDE_PX / Math.max(grey.width, grey.height));
  const [width, height] = [Math.max(1, Math.round(grey.width * scale)), Math.max(1, Math.round(grey.height * scale))];
  const luma = resample(lumaOf(grey), width, height, 'area');
  const field = createRaster(width, height, 3);
  for (const face of faces) {
    const box = {
      left: face.left * scale,
      top: face.top * scale,
      width: face.width * scale,
      height: face.height * scale,
    };
    paintFace(field, luma, box);
  }
  const radius = Math.max(2, Math.round(Math.max(width, height) / 120));
  const smooth = faces.length > 0 ? guidedFilter(luma, field, { radius, softness: 14 }) : field;
  const full = resample(smooth, grey.width, grey.height, 'linear');
  full.data.forEach((value, i) => {
    full.data[i] = Math.min(1, Math.max(0, value));
  });
  return full;
}

function paintFace(field: Raster, luma: Raster, box: Rect): void {
  const { median, spread } = skinTone(luma, box);
  const reach = clampRect(
    {
      left: box.left - box.width * 0.4,
      top: box.top - box.height * 0.2,
      width: box.width * 1.8,
      height: box.height * 1.9,
    },
    luma,
  );
  // Wrinkles and pores are no borders.
  const smooth = gaussianBlur(luma, Math.max(1, box.width / 45));
  const distance = geodesicDistance(smooth, seedsIn(luma, box), { within: reach, stepCost: STEP_COST / box.width });
  for (let y = reach.top; y < reach.top + reach.height; y++) {
    for (let x = reach.left; x < reach.left + reach.width; x++) {
      const u = (x + 0.5 - box.left) / box.width;
      const v = (y + 0.5 - box.top) / box.height;
      const likeness = skinLikeness(at(smooth.data, y * luma.width + x) - median, spread);
      const i = (y * luma.width + x) * 3;
      const near = Math.min(1, Math.max(0, (REACH - at(distance, y * luma.width + x)) / (REACH * 0.35)));
      const skin = Math.max(headAt(u, v), neckAt(u, v)) * near * Math.min(1, likeness * 1.35);
      field.data[i] = Math.max(at(field.data, i), skin);
      field.data[i + 1] = Math.max(
        at(field.data, i + 1),
        skin * Math.max(bump(u - 0.24, v - 0.62, 0.15, 0.12), bump(u - 0.76, v - 0.62, 0.15, 0.12)),
      );
      field.data[i + 2] = Math.max(at(field.data, i + 2), headAt(u, v) * bump(u - 0.5, v - 0.79, 0.16, 0.055));
    }
  }
}

/** Pixels of the middle of the face: cheeks, nose, forehead. */
function* seedsIn(luma: Raster, box: Rect): Iterable<number> {
  const middle = clampRect(
    {
      left: box.left + box.width * 0.28,
      top: box.top + box.height * 0.3,
      width: box.width * 0.44,
      height: box.height * 0.42,
    },
    luma,
  );
  for (let y = middle.top; y < middle.top + middle.height; y++) {
    for (let x = middle.left; x < middle.left + middle.width; x++) yield y * luma.width + x;
  }
}

/** Luma of the skin: median and half the range of the middle of the face. */
function skinTone(luma: Raster, box: Rect): { median: number; spread: number } {
  const middle = clampRect(
    {
      left: box.left + box.width * 0.25,
      top: box.top + box.height * 0.35,
      width: box.width * 0.5,
      height: box.height * 0.4,
    },
    luma,
  );
  const counts = new Uint32Array(256);
  for (let y = middle.top; y < middle.top + middle.height; y++) {
    for (let x = middle.left; x < middle.left + middle.width; x++) {
      const value = Math.min(255, Math.max(0, Math.round(at(luma.data, y * luma.width + x))));
      counts[value] = at(counts, value) + 1;
    }
  }
  const total = middle.width * middle.height;
  return {
    median: quantileOf(counts, total * 0.55),
    spread: (quantileOf(counts, total * 0.85) - quantileOf(counts, total * 0.25)) / 2,
  };
}

/** How like skin a pixel is by its difference from the face's middle tone: light falls on foreheads, hair and collars are darker. */
function skinLikeness(difference: number, spread: number): number {
  const width = difference > 0 ? spread * 3 + 50 : spread * 2 + 18;
  return Math.exp(-((difference / width) ** 2));
}

/** 1 within the oval of the head, falling to 0 outside; u, v run 0..1 across the detector's box. */
function headAt(u: number, v: number): number {
  const distance = Math.hypot((u - 0.5) / 0.54, (v - 0.5) / 0.6);
  return Math.min(1, Math.max(0, (1.06 - distance) / 0.16));
}

function neckAt(u: number, v: number): number {
  if (v < 0.8) return 0;
  const distance = Math.hypot((u - 0.5) / 0.33, (v - 1) / 0.4);
  return 0.85 * Math.min(1, Math.max(0, (1.05 - distance) / 0.35));
}

function bump(dx: number, dy: number, radiusX: number, radiusY: number): number {
  return Math.exp(-((dx / radiusX) ** 2) - (dy / radiusY) ** 2);
}
