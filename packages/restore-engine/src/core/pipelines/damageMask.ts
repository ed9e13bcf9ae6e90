/** Which pixels count as damaged, from the detector's chance of it. */
import {
  componentsOf,
  coverage,
  dilate,
  type HysteresisLevels,
  hysteresis,
  type Mask,
  threshold,
  wideParts,
} from '../image/mask';
import { detailWithin } from '../image/measure';
import { at, byteAt, intAt, type Raster } from '../image/picture';
import { resample } from '../image/resample';

/** What surely is damage; how much of it there is says how damaged the print is. `least` is in the detector's pixels. */
const SURE: HysteresisLevels = { low: 0.7, high: 0.95, share: 0.3, least: 30 };
/**
 * What counts as damage in a print with a few marks, most of which are buttons, seams, hair or rigging: groups of pixels above `low` whose mean chance
 * is at least `base`, less `length` for every e-fold of their length in pixels, plus `doubt` for every e-fold of the share of what lies `reach` pixels
 * around them that the network does not take for sound. Fitted to marks on old photographs with and without scratches drawn on them. Few scratches
 * are wider than `wide` pixels, but skies over a ridge are taken for holes: of such the network must be surer still.
 */
const MARK = {
  low: 0.4,
  base: 1.33,
  length: 0.068,
  doubt: 0.05,
  least: 0.003,
  sound: 0.1,
  reach: 8,
  wide: 12,
  sureOfWide: 0.97,
};
/**
 * What counts as damage in a photo that is damaged throughout, and in one that is busy as well, a street or a wood, where the network is unsure of
 * nearly as many pixels as it is sure of. The busier, the surer it must be of the least sure pixel: `low`, which rises with that ratio.
 */
const LIKELY = { calm: { high: 0.9, share: 0.25 }, busy: { high: 0.95, share: 0.4 } };
const LOW = { base: 0.25, slope: 0.4, least: 0.35, most: 0.75 };
const BUSY = { unsureFrom: 0.3, sureFrom: 0.9, ratio: 0.9 };
/**
 * What counts as damage in a soft scan of a photo that is damaged throughout: there the network is unsure of what it is sure of in a crisp one, and nearly
 * all it marks is damage: at the levels of a crisp one two thirds of the scratches stay (`repainted` in `npx tsx packages/restore-engine/bench/engine.ts stages`).
 */
const LIKELY_IF_SOFT: HysteresisLevels = { low: 0.35, high: 0.55, share: 0.5 };
/**
 * Such a scan (`Signs`): so much of it is surely damaged, so much of that is long (buttons, leaves and cotton are not), and softer than this; beyond `doubt`
 * no print is, as beyond `HOPELESS_RATIO` no crisp one. Set between 209 worn prints with damage drawn on them and 650 photographs, old and new, without
 * (`packages/restore-engine/bench/marks.ts`): a striped apron, a watch chain and branches before a white sky come nearest.
 */
const SOFT = { share: 0.006, long: 0.6, softness: 0.44, doubt: { monochrome: 3, colour: 6 } };
/** What is longer is long, in the detector's pixels. */
const LONG_PX = 60;
/** What a mark's own edges are: it and what lies this near, in the detector's pixels; and of a reduced pixel this part. */
const EDGE_PX = 2;
const EDGE_PART = 0.3;
/**
 * Beyond this ratio the network cannot tell such damage from the picture, and nothing is repainted: in a large group at Bull Run (3.6) sleeves, a
 * fence and a face were. Damaged grey prints, real and made, are at 2.7 or less, crisp colour ones at 1.9, and tulips, grass and a street in the rain at
 * 2.2 and more.
 */
const HOPELESS_RATIO = { monochrome: 3, colour: 2 };
/** A mount: from this chance on, wider than twice this, nearer to the border than that and as long as this, in the detector's pixels. */
const MOUNT_CHANCE = 0.4;
const MOUNT_RADIUS_PX = 7;
const MOUNT_REACH_PX = 12;
const MOUNT_LENGTH_PX = 64;
/** From this share of surely damaged pixels on a crisp photo counts as damaged throughout. */
const DAMAGED_SHARE = { monochrome: 0.012, colour: 0.014 };
/**
 * Below it a colour photograph keeps every byte, for it is young and seldom cracked, and what looks like a few scratches there is most often wire, grass or
 * rain; unless so much of it is surely damaged, so much of that is long, and so little is doubted beside it. Of 297 sound ones (`packages/restore-engine/bench/marks.ts`) a
 * dandelion's stalks come nearest, with a doubt of .93; a cat's whiskers lie below the share.
 */
const FEW_IN_COLOUR = { share: 0.006, long: 0.7, doubt: 0.8 };
/**
 * Or unless the long ones, laid end to end, reach further than across the picture, which says the same of a scan of any size; then more may be doubted. Of 286
 * sound ones a cat's whiskers (.93 diagonals, 1.27 without JPEG) and two fabrics (.83) come nearest.
 */
const LONG_IN_COLOUR = { diagonals: 1.4, long: 0.7, doubt: 2 };

/** What says how damaged a print is. */
export interface Signs {
  /** The part of it that surely is damaged, 0..1. */
  share: number;
  /** The part of that which lies in long groups, 0..1. */
  long: number;
  /** Those of them that are thin, end to end, in diagonals of the picture. */
  diagonals: number;
  /** How soft it is in the scan (`softnessOf`). */
  softness: number;
  /** Pixels the network is unsure of to those it is sure of. */
  doubt: number;
}

/**
 * What to repaint, of the size of `everywhere`. How boldly depends on how much in the photo looks like damage, and how surely.
 * @param everywhere the detector's chance of damage, 0..1
 * @param monochrome whether the photo is grey or of one tint
 * @param luma the photo's, of any size
 * @param checkpoint called between the steps; may throw to end the work
 */
export function damageIn(
  everywhere: Raster,
  { monochrome, luma, checkpoint = () => undefined }: { monochrome: boolean; luma: Raster; checkpoint?: () => void },
): Mask {
  const kind = monochrome ? 'monochrome' : 'colour';
  checkpoint();
  const chance = withoutMount(everywhere);
  checkpoint();
  const signs = signsIn(chance, luma, checkpoint);
  checkpoint();
  if (isSoftAndDamaged(signs, kind)) return hysteresis(chance, LIKELY_IF_SOFT);
  if (signs.share >= DAMAGED_SHARE[kind] && signs.doubt <= HOPELESS_RATIO[kind]) {
    return hysteresis(chance, likelyAt(signs.doubt));
  }
  if (signs.share < DAMAGED_SHARE[kind] && (monochrome || isSurelyScratched(signs)))
    return convincing(chance, checkpoint);
  return { ...chance, data: new Uint8Array(chance.data.length) };
}

/**
 * @param chance of damage, 0..1, mounts taken out
 * @param luma the photo's, of any size
 * @param checkpoint called between the steps; may throw to end the work
 */
export function signsIn(chance: Raster, luma: Raster, checkpoint: () => void = () => undefined): Signs {
  const sure = withoutBorder(hysteresis(chance, SURE));
  checkpoint();
  const share = coverage(sure);
  let [long, length] = [0, 0];
  for (const { pixels, left, top, right, bottom } of componentsOf(sure)) {
    const reach = Math.hypot(right - left, bottom - top);
    if (reach <= LONG_PX) continue;
    long += pixels.length / sure.data.length;
    if (pixels.length < MARK.wide * reach) length += reach;
  }
  checkpoint();
  const softness = share > 0 ? softnessOf(sure, luma) : 0;
  checkpoint();
  const diagonals = length / Math.hypot(sure.width, sure.height);
  return { share, long: long / Math.max(1e-6, share), diagonals, softness, doubt: doubtIn(chance) };
}

function isSoftAndDamaged({ share, long, softness, doubt }: Signs, kind: 'monochrome' | 'colour'): boolean {
  return share >= SOFT.share && long >= SOFT.long && softness > SOFT.softness && doubt <= SOFT.doubt[kind];
}

function isSurelyScratched({ share, long, diagonals, doubt }: Signs): boolean {
  const [few, far] = [FEW_IN_COLOUR, LONG_IN_COLOUR];
  return (
    (share >= few.share && long >= few.long && doubt <= few.doubt) ||
    (diagonals >= far.diagonals && long >= far.long && doubt <= far.doubt)
  );
}

/**
 * How soft the marks are in the scan: the width of their detail (`detailWithin`) in pixels of half the size the network or we see it at, whichever is
 * smaller; what grain is left counts less there. Marks that are sharp to the pixel read .27 to .41, those of the neglected prints of
 * `packages/restore-engine/bench` .5 to .6; no marks 0.
 * @param luma the photo's, of any size
 */
export function softnessOf(marks: Mask, luma: Raster): number {
  const width = Math.max(1, Math.min(marks.width, luma.width) >> 1);
  const height = Math.max(1, Math.min(marks.height, luma.height) >> 1);
  const seen = resample(luma, width, height, 'area');
  const near = scaled(dilate(marks, EDGE_PX), width, height);
  return detailWithin(seen, threshold(near, EDGE_PART));
}

const scaled = (mask: Mask, width: number, height: number): Raster =>
  resample({ ...mask, channels: 1, data: new Float32Array(mask.data) }, width, height, 'area');

/** The groups that are convincing one by one (`MARK`). */
function convincing(chance: Raster, checkpoint: () => void): Mask {
  const { width, height } = chance;
  const out: Mask = { width, height, data: new Uint8Array(chance.data.length) };
  const groups = new Int32Array(chance.data.length);
  const found = componentsOf(threshold(chance, MARK.low));
  for (const [index, { pixels }] of found.entries()) for (const pixel of pixels) groups[pixel] = index + 1;
  for (const { pixels, left, top, right, bottom } of found) {
    checkpoint();
    let sum = 0;
    for (const pixel of pixels) sum += at(chance.data, pixel);
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    const doubt = Math.log(doubtAround(chance, groups, pixels) + MARK.least);
    const asked = MARK.base - MARK.length * Math.log(length) + MARK.doubt * doubt;
    const isWide = pixels.length > MARK.wide * length;
    if (sum / pixels.length < (isWide ? Math.max(asked, MARK.sureOfWide) : asked)) continue;
    for (const pixel of pixels) out.data[pixel] = 1;
  }
  return out;
}

const AROUND = [0, 1, 2, 3, 4, 5, 6, 7].map((turn): readonly [number, number] => [
  Math.round(MARK.reach * Math.cos((turn * Math.PI) / 4)),
  Math.round(MARK.reach * Math.sin((turn * Math.PI) / 4)),
]);

/** Of what lies `MARK.reach` pixels to all sides of a group, the share that is not taken for sound. */
function doubtAround({ width, height, data }: Raster, groups: Int32Array, pixels: Int32Array): number {
  const own = intAt(groups, intAt(pixels, 0));
  let [seen, doubted] = [0, 0];
  for (const pixel of pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    for (const [dx, dy] of AROUND) {
      const [nearX, nearY] = [x + dx, y + dy];
      if (nearX < 0 || nearY < 0 || nearX >= width || nearY >= height) continue;
      const near = nearY * width + nearX;
      if (intAt(groups, near) === own) continue;
      seen++;
      if (at(data, near) >= MARK.sound) doubted++;
    }
  }
  return doubted / Math.max(1, seen);
}

function doubtIn(chance: Raster): number {
  const sure = coverage(threshold(chance, BUSY.sureFrom));
  return (coverage(threshold(chance, BUSY.unsureFrom)) - sure) / Math.max(1e-6, sure);
}

function likelyAt(doubt: number): HysteresisLevels {
  const low = Math.min(LOW.most, Math.max(LOW.least, LOW.base + LOW.slope * doubt));
  return { low, ...(doubt > BUSY.ratio ? LIKELY.busy : LIKELY.calm) };
}

/** Without what lies along a side of the scan: a strip of the lid or of the print's border says nothing of how damaged the print is. */
function withoutBorder(marks: Mask): Mask {
  const out: Mask = { ...marks, data: new Uint8Array(marks.data) };
  for (const { pixels, left, top, right, bottom } of componentsOf(marks)) {
    const deepest = Math.min(right, bottom, marks.width - 1 - left, marks.height - 1 - top);
    if (deepest < MOUNT_REACH_PX) for (const pixel of pixels) out.data[pixel] = 0;
  }
  return out;
}

/** The paper or the frame round a print looks like a part torn off; what is wide and reaches the picture's border is left alone. */
export function withoutMount(chance: Raster): Raster {
  const { width, height } = chance;
  const wide = wideParts(threshold(chance, MOUNT_CHANCE), MOUNT_RADIUS_PX);
  const mounts = componentsOf(wide).filter(({ left, top, right, bottom }) => {
    const inside = Math.min(left, top, width - 1 - right, height - 1 - bottom);
    // A speck at the border is no mount.
    return inside <= MOUNT_REACH_PX && Math.max(right - left, bottom - top) >= MOUNT_LENGTH_PX;
  });
  if (mounts.length === 0) return chance;
  const mount: Mask = { width, height, data: new Uint8Array(wide.data.length) };
  for (const { pixels } of mounts) for (const pixel of pixels) mount.data[pixel] = 1;
  const spared = dilate(mount, MOUNT_REACH_PX).data;
  const out: Raster = { ...chance, data: new Float32Array(chance.data) };
  for (let i = 0; i < spared.length; i++) if (byteAt(spared, i)) out.data[i] = 0;
  return out;
}
