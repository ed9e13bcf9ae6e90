/** How much of the damage a repair removed, and what it did to the rest. */
import { componentsOf, type Mask } from '../../src/core/image/mask';
import { at, byteAt, lumaOf, type Picture, type Raster } from '../../src/core/image/picture';
import { scoresOf } from '../../src/testing/metrics';

/** Pieces of damage smaller than this are not asked whether they were done whole, in pixels. */
const LEAST_PIECE_PX = 60;
/** A piece is done in half when this much of its error is gone, and no more. */
const HALF_DONE = { from: 0.2, to: 0.7 };

export interface Removed {
  /** Share of the squared error of luma inside the damage that is gone; negative if there is more of it than before. */
  share: number;
  /** Share of the damage, by area, in pieces of which a part was removed and a part left. */
  halfDone: number;
}

export interface Pictures {
  /** As it was before the damage. */
  sound: Picture;
  damaged: Picture;
  repaired: Picture;
}

export function removedWithin(damage: Mask, { sound, damaged, repaired }: Pictures): Removed {
  const truth = lumaOf(sound);
  const [before, after] = [squaredErrors(lumaOf(damaged), truth), squaredErrors(lumaOf(repaired), truth)];
  const marked = new Int32Array(damage.data.length).map((_, i) => i).filter((i) => byteAt(damage.data, i) > 0);
  let [pieces, halfDone] = [0, 0];
  for (const { pixels } of componentsOf(damage)) {
    if (pixels.length < LEAST_PIECE_PX) continue;
    pieces += pixels.length;
    const share = shareGone(pixels, before, after);
    if (share >= HALF_DONE.from && share < HALF_DONE.to) halfDone += pixels.length;
  }
  return { share: shareGone(marked, before, after), halfDone: halfDone / Math.max(1, pieces) };
}

function squaredErrors(luma: Raster, truth: Raster): Float32Array {
  return luma.data.map((value, i) => (value - at(truth.data, i)) ** 2);
}

function shareGone(pixels: Int32Array, before: Float32Array, after: Float32Array): number {
  let [was, is] = [0, 0];
  for (const pixel of pixels) {
    was += at(before, pixel);
    is += at(after, pixel);
  }
  return 1 - is / Math.max(1, was);
}

/** Decibels by which the whole picture is nearer to the truth than it was. */
export function gainOf({ sound, damaged, repaired }: Pictures): number {
  return scoresOf(repaired, sound).psnr - scoresOf(damaged, sound).psnr;
}

export interface Disturbed {
  /** Share of the pixels that are not as before. */
  changed: number;
  /** Decibels between before and after; 99 if nothing changed. */
  psnr: number;
}

export function disturbedBy(before: Picture, after: Picture): Disturbed {
  let changed = 0;
  for (let i = 0; i < before.data.length; i += 3) {
    const isSame = [i, i + 1, i + 2].every((k) => byteAt(before.data, k) === byteAt(after.data, k));
    if (!isSame) changed++;
  }
  return { changed: (changed * 3) / before.data.length, psnr: scoresOf(after, before).psnr };
}
