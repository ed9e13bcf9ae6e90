/**
 * Weakens the shipped colour network's chroma where it guesses. A print says least about colour where it is dark,
 * blank, or a studio's backdrop, and a vivid wrong guess there spoils the picture.
 */
import { boxBlur } from '../image/blur';
import { dilate } from '../image/mask';
import { at, clampRect, createRaster, type Raster, type Rect } from '../image/picture';

type Trust = ReadonlyArray<readonly [lightness: number, factor: number]>;

/**
 * L* and the factor for the network's chroma there. The factors are nearly twice those that come nearest to held-out
 * photographs by least squares (`training/fitTrust.py`), because the nearest guess is always a pale one. With these,
 * twenty photographs keep .7 of their colourfulness (`npm run bench:engine -- colour`).
 */
const TRUST: Trust = [
  [0, 0.75],
  [15, 0.85],
  [25, 1.05],
  [45, 1.6],
  [75, 1.6],
  [90, 0.7],
  [100, 0.2],
];
/** In portraits, trust the dark less: the training photographs are of today, and dark clothes of 1870 were black. */
const TRUST_IN_PORTRAITS: Trust = [
  [0, 0.5],
  [15, 0.5],
  [35, 0.6],
  [58, 1.4],
  [78, 1.4],
  [90, 0.6],
  [100, 0.2],
];
/** A face of this share of the picture's longer side makes it a portrait. */
const PORTRAIT_FACE_SHARE = 0.08;
/** A head is no backdrop: the ellipse in the face's box, and the throat below it, in the box's heights and widths. */
const THROAT = { below: 0.9, width: 0.5 };
/** A backdrop is even: its L* varies by less than EVEN_SPREAD over a square of this share of the longer side. */
const EVEN_SPREAD = 3.5;
const EVEN_RADIUS_SHARE = 0.06;
/** It goes on pixel by pixel until L* or the network's chroma changes by about this much, as at hair. */
const EDGE = { lightness: 3.5, chroma: 6 };
/** Chroma beyond the first counts this little: vivid guesses are rarely right, and skin comes out orange without it. */
const VIVID = { chroma: 28, beyond: 0.5 };
/** The same on a backdrop: studios hung gray, brown and olive. */
const BACKDROP = { chroma: 6, beyond: 0.15 };

/**
 * @param chroma a*, b* as the network named them
 * @param lightness L* of the picture at the same size
 * @param faces their boxes, in pixels of the two
 */
export function trustedChroma(chroma: Raster, lightness: Raster, faces: readonly Rect[]): Raster {
  const out: Raster = { ...chroma, data: new Float32Array(chroma.data.length) };
  const isPortrait = faces.some((face) => face.height >= Math.max(chroma.width, chroma.height) * PORTRAIT_FACE_SHARE);
  const trust = isPortrait ? TRUST_IN_PORTRAITS : TRUST;
  const backdrop = isPortrait ? backdropOf(chroma, lightness, faces) : createRaster(chroma.width, chroma.height, 1);
  for (let i = 0; i < lightness.data.length; i++) {
    const [a, b] = [at(chroma.data, i * 2), at(chroma.data, i * 2 + 1)];
    const named = Math.hypot(a, b);
    const trusted = compressed(named * trustAt(trust, at(lightness.data, i)), VIVID);
    const share = at(backdrop.data, i);
    const gain = named > 0 ? (trusted * (1 - share) + compressed(trusted, BACKDROP) * share) / named : 0;
    out.data[i * 2] = a * gain;
    out.data[i * 2 + 1] = b * gain;
  }
  return out;
}

function compressed(length: number, { chroma, beyond }: { chroma: number; beyond: number }): number {
  return length <= chroma ? length : chroma + (length - chroma) * beyond;
}

/** Linear between the entries. */
function trustAt(trust: Trust, lightness: number): number {
  const next = trust.findIndex(([limit]) => limit > lightness);
  const [from, to] = [trust[next - 1], trust[next]];
  if (!from || !to) return trust.at(next === 0 ? 0 : -1)?.[1] ?? 1;
  return from[1] + ((to[1] - from[1]) * (lightness - from[0])) / (to[0] - from[0]);
}

/** How much each pixel is a portrait's backdrop, 0..1: what is even far around, up to the next edge. */
function backdropOf(chroma: Raster, lightness: Raster, faces: readonly Rect[]): Raster {
  const { width, height } = lightness;
  const longer = Math.max(width, height);
  const reached = createRaster(width, height, 1);
  const heads = headsIn(lightness, faces);
  const waiting = evenPixels(lightness, Math.max(1, Math.round(longer * EVEN_RADIUS_SHARE))).filter((i) => !heads[i]);
  const stepBetween = (pixel: number, next: number) => {
    const [from, to] = [pixel * 2, next * 2];
    const [a, b] = [at(chroma.data, to) - at(chroma.data, from), at(chroma.data, to + 1) - at(chroma.data, from + 1)];
    return Math.hypot(
      (at(lightness.data, next) - at(lightness.data, pixel)) / EDGE.lightness,
      Math.hypot(a, b) / EDGE.chroma,
    );
  };
  for (const pixel of waiting) reached.data[pixel] = 1;
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    for (const next of neighboursOf(pixel, width, height)) {
      if (reached.data[next] || heads[next] || stepBetween(pixel, next) > 1) continue;
      reached.data[next] = 1;
      waiting.push(next);
    }
  }
  // The pixels on the edge itself are half backdrop, and glow if they keep its colour.
  const grown = dilate({ width, height, data: new Uint8Array(reached.data) }, 1);
  return boxBlur({ ...reached, data: new Float32Array(grown.data).map((value, i) => (heads[i] ? 0 : value)) }, 1);
}

/** Pixels around which L* hardly varies over a square of the radius. */
function evenPixels(lightness: Raster, radius: number): number[] {
  const mean = boxBlur(lightness, radius).data;
  const meanSquare = boxBlur({ ...lightness, data: lightness.data.map((value) => value * value) }, radius).data;
  const even: number[] = [];
  for (let i = 0; i < mean.length; i++) {
    if (at(meanSquare, i) - at(mean, i) ** 2 < EVEN_SPREAD ** 2) even.push(i);
  }
  return even;
}

function neighboursOf(pixel: number, width: number, height: number): number[] {
  const x = pixel % width;
  const y = (pixel - x) / width;
  const sides = [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1];
  return [...sides, y > 0 ? pixel - width : -1, y < height - 1 ? pixel + width : -1].filter((next) => next >= 0);
}

/** One byte per pixel: 1 on faces and throats. */
function headsIn({ width, height }: Raster, faces: readonly Rect[]): Uint8Array {
  const heads = new Uint8Array(width * height);
  for (const face of faces) {
    const [middleX, middleY] = [face.left + face.width / 2, face.top + face.height / 2];
    const reach = clampRect({ ...face, height: face.height * (0.5 + THROAT.below) }, { width, height });
    for (let y = reach.top; y < reach.top + reach.height; y++) {
      for (let x = reach.left; x < reach.left + reach.width; x++) {
        const [aside, down] = [(x + 0.5 - middleX) / face.width, (y + 0.5 - middleY) / face.height];
        const isThroat = down > 0 && Math.abs(aside) < THROAT.width / 2;
        if (isThroat || Math.hypot(aside, down) < 0.5) heads[y * width + x] = 1;
      }
    }
  }
  return heads;
}
