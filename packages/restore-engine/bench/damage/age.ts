/**
 * Ages photographs as prints age, kind by kind. The networks are trained on the damage of
 * `training/damageSynthesis.py`: this generator was written apart from it, and must stay so, because what is judged by
 * its own training's damage looks better than it is.
 */
import sharp from 'sharp';
import type { Mask } from '../../src/core/image/mask';
import { byteAt, floatLumaAt, type Picture } from '../../src/core/image/picture';
import { decodePicture } from '../../src/node/decode';
import { toPng } from '../../src/testing/photos';
import { folds, hairs, thinDark, thinWhite, wideCracks, writing } from './lines';
import { chips, foxing, silvering, specks, tape, tornEdges } from './patches';
import { type Print, pictureOf, printOf } from './print';
import { type Chance, chanceOf } from './random';

const KINDS = {
  'thin white': thinWhite,
  'thin dark': thinDark,
  folds,
  specks: (print: Print, chance: Chance) => {
    specks(print, chance);
    hairs(print, chance);
  },
  'wide cracks': wideCracks,
  chips,
  foxing,
  silvering,
  tape,
  writing,
  'torn edges': tornEdges,
};

export type DamageKind = keyof typeof KINDS;
export const DAMAGE_KINDS = Object.keys(KINDS) as DamageKind[];
/** A print that lay in a drawer: a little of each kind that a repair must find. */
export const MIXTURE: readonly DamageKind[] = ['folds', 'wide cracks', 'chips', 'thin dark', 'thin white', 'specks'];

/** A pixel is damaged where its luma moved by more than this, in grey levels. */
const SEEN_FROM = 8;

/** Levels of grain, as a standard deviation, and the JPEG quality of the scan. */
const GRAIN_LEVELS = 3;
const SCAN_QUALITY_PERCENT = 90;

export interface AgedPrint {
  /** Before it was scanned (`scanned`). */
  picture: Picture;
  /** What each kind damaged, where none later lies over it. */
  masks: ReadonlyMap<DamageKind, Mask>;
}

/**
 * Draws each of the kinds on the photo, in their order.
 * @param seed the same seed gives the same damage
 */
export function agePrint(photo: Picture, kinds: readonly DamageKind[], seed: number): AgedPrint {
  const print = printOf(photo);
  const masks = new Map<DamageKind, Mask>();
  for (const kind of kinds) {
    const before = { ...print, pixels: { ...print.pixels, data: new Float32Array(print.pixels.data) } };
    KINDS[kind](print, chanceOf(seed * 31 + DAMAGE_KINDS.indexOf(kind)));
    const moved = movedBetween(before, print);
    for (const mask of masks.values()) for (let i = 0; i < mask.data.length; i++) if (moved.data[i]) mask.data[i] = 0;
    masks.set(kind, moved);
  }
  return { picture: pictureOf(print), masks };
}

function movedBetween(before: Print, after: Print): Mask {
  const { width, height } = after;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const levels = floatLumaAt(after.pixels.data, i * 3) - floatLumaAt(before.pixels.data, i * 3);
    if (Math.abs(levels) > SEEN_FROM) data[i] = 1;
  }
  return { width, height, data };
}

/** The picture with grain, equal in all channels, as JPEG. */
export async function scanned(picture: Picture, seed: number): Promise<Picture> {
  const chance = chanceOf(seed);
  const grainy = { ...picture, data: new Uint8ClampedArray(picture.data) };
  for (let i = 0; i < grainy.data.length; i += 3) {
    const levels = GRAIN_LEVELS * chance.bell();
    for (let channel = i; channel < i + 3; channel++) grainy.data[channel] = byteAt(picture.data, channel) + levels;
  }
  const jpeg = sharp(await toPng(grainy)).jpeg({ quality: SCAN_QUALITY_PERCENT });
  return await decodePicture(await jpeg.toBuffer());
}
