/** It has the photo's size: a model's picture enlarged in its place, with the photo's own fine detail where it is real. */
import { MAX_IMAGE_PX, MAX_IMAGE_SIDE_PX } from '@heirlight/contract/limits';
import { fromRgb, type RawPicture } from '../../../platform/pictures';
import { type Compared, compare, placesIn, scaleOf, type Tone, through, toneOf, weightedBlur } from './compare';
import {
  bicubic,
  bilinear,
  blur,
  boxMean,
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
import type { Registration } from './register';

/** Sigma of the slow drift of tone, share of the long side. */
const DRIFT_SHARE = 0.04;
/** Correlation of the finest detail that both can show, from which the photo's is real, and from which it is surely. */
const REAL_DETAIL = { from: 0.35, surely: 0.7 } as const;
/** Levels of difference beyond tone from which the model has changed something, and from which it surely has. */
const CHANGED_LEVELS = { from: 6, surely: 16 } as const;
/** Width of the seam between what the model has drawn and what it has cut off, to each side, in pixels of what is compared. */
const SEAM_PX = 1;
/** Side of the squares in which the strength of the finest detail is compared with the grain's, in pixels. */
const GRAIN_BLOCK_PX = 16;
/** An output with more pixels than the photo by this factor in each direction has drawn more than the photo shows. */
const MORE_THAN_THE_PHOTO = 1.02;
/** Contrast of the tone curve within which detail follows it. */
const DETAIL_GAIN = { least: 0.5, most: 2 } as const;

interface Size {
  width: number;
  height: number;
}

/** A size in the photo's shape, so many times as large, but no smaller than the photo and no larger than a picture may be. */
export function timesLarger(photo: Size, factor: number): Size {
  const mostPx = Math.sqrt(MAX_IMAGE_PX / (photo.width * photo.height));
  const mostSide = MAX_IMAGE_SIDE_PX / Math.max(photo.width, photo.height);
  const allowed = Math.max(1, Math.min(factor, mostPx, mostSide));
  return { width: Math.round(photo.width * allowed), height: Math.round(photo.height * allowed) };
}

/** The photo's size, or as much as the model has drawn where that is more. */
export function sizeOfResult(photo: Size, registration: Registration): Size {
  const scale = scaleOf(registration, photo);
  return timesLarger(photo, scale < MORE_THAN_THE_PHOTO ? 1 : scale);
}

/** 0..1: how surely the finest detail that both pictures can show is the same. Grain is not, and damage is not. */
function realDetail({ photo, output }: Compared): Plane {
  const fine = (plane: Plane) => {
    const broad = blur(plane, 2);
    return mapPlane(plane, (value, i) => value - (broad.values[i] ?? 0));
  };
  const alike = boxMean(localCorrelation(fine(photo), fine(output), 4), 2);
  const { from, surely } = REAL_DETAIL;
  return mapPlane(alike, (value) => Math.min(1, Math.max(0, (value - from) / (surely - from))));
}

/** 1 where the model has changed nothing but the tone, falling to 0 at its repairs. */
function unrepaired({ output }: Compared, { toned, drawn }: Tone): Plane {
  const difference = blur(
    mapPlane(output, (value, i) => value - (toned.values[i] ?? 0)),
    0.8,
  );
  const changed = mapPlane(difference, (value, i) => {
    const share = (Math.abs(value) - CHANGED_LEVELS.from) / (CHANGED_LEVELS.surely - CHANGED_LEVELS.from);
    return Math.max(drawn.values[i] ?? 0, Math.min(1, Math.max(0, share)));
  });
  // A scratch of one pixel is a third of a square of three: it counts fully, and mostly beside itself.
  const near = boxMean(boxMean(changed, 1), 1);
  return mapPlane(near, (value) => Math.max(0, 1 - 3 * value));
}

/** The photo's detail that a picture of the model's resolution can't show. */
interface FineDetail {
  /** In levels, at a pixel of the photo. */
  at(x: number, y: number): number;
  /** 0..1: how much of it is more than grain. */
  share: Plane;
}

/** Null where the model's resolution is the photo's. */
async function fineDetail(photo: RawPicture, scale: number): Promise<FineDetail | null> {
  if (scale > 0.9) return null;
  const { width, height, data } = photo;
  const size = { width: Math.max(8, Math.round(width * scale)), height: Math.max(8, Math.round(height * scale)) };
  const reduced = (await fromRgb(photo)).resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' });
  const coarse = toYcc({ data: await reduced.raw().toBuffer(), ...size }).y;
  const at = (x: number, y: number) => {
    const i = (y * width + x) * 3;
    const [across, down] = [((x + 0.5) * size.width) / width, ((y + 0.5) * size.height) / height];
    return luminance(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) - bicubic(coarse, across, down);
  };
  const strength = newPlane(Math.ceil(width / GRAIN_BLOCK_PX), Math.ceil(height / GRAIN_BLOCK_PX));
  const [counts, step] = [new Uint32Array(strength.values.length), Math.max(1, Math.round(0.5 / scale))];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const block = Math.floor(y / GRAIN_BLOCK_PX) * strength.width + Math.floor(x / GRAIN_BLOCK_PX);
      strength.values[block] = (strength.values[block] ?? 0) + at(x, y) ** 2;
      counts[block] = (counts[block] ?? 0) + 1;
    }
  }
  const mean = boxMean(
    mapPlane(strength, (value, i) => value / Math.max(1, counts[i] ?? 1)),
    1,
  );
  // The quietest parts have nothing but grain.
  const grain = quantile(mean.values, 0.2);
  return { at, share: mapPlane(mean, (value) => Math.max(0, (value - 2 * grain) / (value + 1e-3))) };
}

/**
 * The model's picture in the photo's place and at its size. The photo's own detail is added where the model's picture
 * is too small to have it and both agree on what is just coarser. What the model has cut off comes from the photo, in
 * the model's tone.
 */
export async function fullSize(
  photo: RawPicture,
  output: RawPicture,
  { registration, size }: { registration: Registration; size: Size },
): Promise<RawPicture> {
  const compared = await compare(photo, output, registration);
  const tone = toneOf(compared, DRIFT_SHARE);
  const { covered } = compared;
  const sound = unrepaired(compared, tone);
  const real = product(realDetail(compared), sound);
  const detail = await fineDetail(photo, scaleOf(registration, photo));
  // The model's last pixels are mixed with what it has cut off; both have one tone, so that a narrow seam is not seen.
  const inner = mapPlane(boxMean(covered, SEAM_PX), (value) => (value > 0.999 ? 1 : 0));
  const seam = boxMean(inner, SEAM_PX);
  const spread = Math.max(covered.width, covered.height) / 40;
  const around = { cb: weightedBlur(compared.cb, covered, spread), cr: weightedBlur(compared.cr, covered, spread) };

  const { width, height } = size;
  const data = Buffer.alloc(width * height * 3);
  const places = placesIn(photo, registration, size);
  const drawn = toYcc(output);
  const read = (plane: Plane, x: number, y: number) =>
    bilinear(plane, ((x + 0.5) * plane.width) / width, ((y + 0.5) * plane.height) / height);
  const [stepX, stepY] = [photo.width / width, photo.height / height];
  const own = (x: number, y: number): number => {
    const at = (y * photo.width + x) * 3;
    return luminance(photo.data[at] ?? 0, photo.data[at + 1] ?? 0, photo.data[at + 2] ?? 0);
  };
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [u, v] = places(x, y);
    let level = bicubic(drawn.y, u, v);
    let [cb, cr] = [bilinear(drawn.cb, u, v), bilinear(drawn.cr, u, v)];
    const [px, py] = [Math.floor((x + 0.5) * stepX), Math.floor((y + 0.5) * stepY)];
    const inside = read(seam, x, y);
    if (detail && inside > 0) {
      const trust = read(real, x, y) * read(detail.share, x, y);
      if (trust > 0.01) {
        const before = own(px, py);
        const slope = (through(tone.curve, before + 8) - through(tone.curve, before - 8)) / 16;
        level += trust * Math.min(DETAIL_GAIN.most, Math.max(DETAIL_GAIN.least, slope)) * detail.at(px, py);
      }
    }
    if (inside < 1) {
      const theirs = through(tone.curve, own(px, py)) + read(tone.drift, x, y);
      level += (theirs - level) * (1 - inside);
      cb += (read(around.cb, x, y) - cb) * (1 - inside);
      cr += (read(around.cr, x, y) - cr) * (1 - inside);
    }
    const [red, green, blue] = fromYcc(level, cb, cr);
    data[i * 3] = clampLevel(red);
    data[i * 3 + 1] = clampLevel(green);
    data[i * 3 + 2] = clampLevel(blue);
  }
  return { data, width, height };
}
