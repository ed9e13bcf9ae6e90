/**
 * How far the shipped colour network is to be trusted, place by place. A print says least about colour where it is dark, where it is
 * blank and where a studio hung its cloth; there the network guesses, and a vivid wrong guess spoils the picture.
 */
import { boxBlur } from '../image/blur';
import { dilate } from '../image/mask';
import { at, clampRect, createRaster, type Raster, type Rect } from '../image/picture';

/**
 * L* and what the network's chroma is multiplied by there. By least squares over held-out photographs its colours are worth .84 in the
 * middle tones, .6 in the dark and .4 in what is nearly white (`python emulators/training/fitTrust.py`). The dark counts for less still:
 * those photographs are of today, and what was dark in a portrait of 1870 was black cloth. The whole is raised by as much as brings
 * twenty held-out photographs to .7 of their true colourfulness (`bench/colour.ts`).
 */
const TRUST: ReadonlyArray<readonly [lightness: number, factor: number]> = [
  [0, 0.5],
  [15, 0.5],
  [25, 0.7],
  [45, 1.6],
  [75, 1.6],
  [90, 0.6],
  [100, 0.2],
];
/** A face of this share of the picture's longer side makes it a portrait. */
const PORTRAIT_FACE_SHARE = 0.08;
/** A head is no backdrop: its face's box, and the throat so far below it, in its heights. */
const HEAD_BELOW = 0.4;
/** A backdrop is even, its L* varying by less than this, over a square of this share of the picture's longer side ... */
const EVEN_SPREAD = 3.5;
const EVEN_RADIUS_SHARE = 0.06;
/** ... and goes on from there, one pixel of the network's to the next, until L* or the network's own mind changes by about this much: hair. */
const EDGE = { lightness: 3.5, chroma: 6 };
/** Chroma beyond the first counts this little: vivid guesses are rarely right, and the skin of held-out portraits lies at 27. */
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
  const backdrop = backdropOf(chroma, lightness, faces);
  for (let i = 0; i < lightness.data.length; i++) {
    const [a, b] = [at(chroma.data, i * 2), at(chroma.data, i * 2 + 1)];
    const named = Math.hypot(a, b);
    const trusted = compressed(named * trustAt(at(lightness.data, i)), VIVID);
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

/** Linear between the entries of TRUST. */
function trustAt(lightness: number): number {
  const next = TRUST.findIndex(([limit]) => lightness < limit);
  const [upper, lower] = [TRUST[next] ?? TRUST.at(-1), TRUST[next - 1] ?? (next === 0 ? TRUST[0] : TRUST.at(-1))];
  if (!upper || !lower || upper[0] === lower[0]) return upper?.[1] ?? 1;
  return lower[1] + ((upper[1] - lower[1]) * (lightness - lower[0])) / (upper[0] - lower[0]);
}

/** How much each pixel is a portrait's backdrop, 0..1: what is even far around, up to the next edge. 0 everywhere where no face is large. */
function backdropOf(chroma: Raster, lightness: Raster, faces: readonly Rect[]): Raster {
  const { width, height } = lightness;
  const longer = Math.max(width, height);
  const reached = createRaster(width, height, 1);
  if (!faces.some((face) => face.height >= longer * PORTRAIT_FACE_SHARE)) return reached;
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
  const grown = dilate({ width, height, data: Uint8Array.from(reached.data) }, 1);
  return boxBlur({ ...reached, data: Float32Array.from(grown.data, (value, i) => (heads[i] ? 0 : value)) }, 1);
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

/** One byte per pixel: 1 on heads. */
function headsIn({ width, height }: Raster, faces: readonly Rect[]): Uint8Array {
  const heads = new Uint8Array(width * height);
  for (const face of faces) {
    const head = clampRect({ ...face, height: face.height * (1 + HEAD_BELOW) }, { width, height });
    for (let y = head.top; y < head.top + head.height; y++) {
      heads.fill(1, y * width + head.left, y * width + head.left + head.width);
    }
  }
  return heads;
}
