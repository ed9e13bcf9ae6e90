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
import { blurOf, detailWithin } from '../image/measure';
import { at, byteAt, intAt, type Raster } from '../image/picture';
import { resample } from '../image/resample';

/** Pixels that surely are damage. Their share says how damaged the print is. `least` is in the detector's pixels. */
const SURE: HysteresisLevels = { low: 0.7, high: 0.95, share: 0.3, least: 30 };
/**
 * For a print with few marks. Most marks there are buttons, seams, hair or rigging, so each must convince by itself.
 * A mark is a group of pixels above `low`. Its mean chance must be at least
 * `base - length * ln(its length in pixels) + around * ln(doubted share around it + least) + doubt * unsure`. Around
 * means `reach` pixels away; doubted means a chance of at least `sound`. Unsure is the unsure pixels' share of those
 * the network notices in the photo, but at least one half: where nearly all is sure there is no more to learn.
 * Fitted by `npm run bench:engine -- fit`.
 */
const MARK = {
  low: 0.4,
  base: 0.915,
  length: 0.061,
  around: 0.062,
  least: 0.003,
  sound: 0.1,
  reach: 8,
  doubt: 0.567,
};
/** A long group of surely damaged pixels is a line if its area is less than its length times this. */
const LINE_WIDTH_PX = 12;
/**
 * Levels for a photo that is damaged throughout. In a busy one (a street, a wood) the network doubts nearly as many
 * pixels as it is sure of, so more certainty is asked for.
 */
const LIKELY = { calm: { high: 0.9, share: 0.25 }, busy: { high: 0.95, share: 0.4 } };
const LOW = { base: 0.25, slope: 0.4, least: 0.35, most: 0.75 };
const BUSY = { unsureFrom: 0.3, sureFrom: 0.9, ratio: 0.9 };
/**
 * Levels for a soft scan that is damaged throughout. The network is less sure there, and nearly all it marks is damage.
 * With the levels of a crisp scan two thirds of the scratches stay (`npm run bench:engine -- quality stages`).
 */
const LIKELY_IF_SOFT: HysteresisLevels = { low: 0.35, high: 0.55, share: 0.5 };
/**
 * Limits of `Signs` that tell such a scan from a sound photograph. Beyond `doubt` nothing counts as one.
 * Chosen between 209 worn prints with drawn damage and 650 photographs without (`npm run bench:engine -- marks`).
 * Wide cracks are soft in a crisp scan too, but its picture is not: of 28 crisp prints with drawn damage 21 have a `blur`
 * of at most 1.17, the rest are of softer photographs; the bench's neglected prints have at least 1.29.
 */
const SOFT = { share: 0.006, long: 0.6, softness: 0.44, blur: 1.2, doubt: { monochrome: 3, colour: 6 } };
/** A group longer than this is long, in the detector's pixels. */
const LONG_PX = 60;
/** A mark's edges: what lies this near, in the detector's pixels, and this part of a reduced pixel. */
const EDGE_PX = 2;
const EDGE_PART = 0.3;
/**
 * Beyond this `doubt` the network cannot tell damage from the picture, and nothing is repainted. Measured: damaged grey
 * prints at most 2.7, crisp colour ones 1.9; sound grass, tulips and wet streets from 2.2, a large group 3.6.
 */
const HOPELESS_RATIO = { monochrome: 3, colour: 2 };
/**
 * Up to this `doubt` the network tells lines of damage from rigging, walls and wires, some of which convince by
 * themselves. Chosen on sound photographs with such lines and on prints with drawn damage (`docs/quality.md`).
 */
const LINES_RATIO = 2;
/**
 * A mount is the paper or frame round a print: chance at least MOUNT_CHANCE, wider than twice MOUNT_RADIUS_PX, nearer
 * to the border than MOUNT_REACH_PX and at least MOUNT_LENGTH_PX long, in the detector's pixels.
 */
const MOUNT_CHANCE = 0.4;
const MOUNT_RADIUS_PX = 7;
const MOUNT_REACH_PX = 12;
const MOUNT_LENGTH_PX = 64;
/** A crisp photo counts as damaged throughout from this share of surely damaged pixels on. */
const DAMAGED_SHARE = { monochrome: 0.012, colour: 0.014 };
/**
 * Below that share a colour photograph keeps every byte, because what looks like a few scratches is most often wire,
 * grass or rain. It is repaired only if `share` and `long` are at least, and `doubt` at most, these values.
 * Chosen on 297 sound photographs (`npm run bench:engine -- marks`); the nearest has a doubt of .93.
 */
const FEW_IN_COLOUR = { share: 0.006, long: 0.7, doubt: 0.8 };
/**
 * Or if the long marks, laid end to end, reach `diagonals` times across the picture, a measure that holds at any scan
 * size. Of 286 sound photographs the nearest reaches 1.27.
 */
const LONG_IN_COLOUR = { diagonals: 1.4, long: 0.7, doubt: 2 };

/** Signs of how damaged a print is. */
export interface Signs {
  /** Share of pixels that surely are damaged, 0..1. */
  share: number;
  /** Share of those in long groups, 0..1. */
  long: number;
  /** Length of the long and thin groups together, in diagonals of the picture. */
  diagonals: number;
  /** How soft those pixels are in the scan (`softnessOf`). */
  softness: number;
  /** Width of the picture's sharpest edges (`blurOf`), in the detector's pixels. */
  blur: number;
  /** Pixels the network is unsure of, divided by those it is sure of. */
  doubt: number;
}

/**
 * Returns the pixels to repaint, at the size of `everywhere`. The more surely a photo is damaged, the bolder the
 * choice.
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
  if (isJudgedByMark(signs, monochrome)) return convincing(chance, signs.doubt, checkpoint);
  return { ...chance, data: new Uint8Array(chance.data.length) };
}

/**
 * Returns what was found, but on faces only the groups that convince one by one (`MARK`): how damaged the rest of a print
 * is says nothing of eyes, lips and the frame of glasses, which the network takes for damage.
 * @param faces what is a face, at the size of `found`
 * @param chance the detector's, 0..1, of which `found` was made
 */
export function carefulOn(
  faces: Mask,
  { chance: everywhere, found }: { chance: Raster; found: Mask },
  checkpoint: () => void = () => undefined,
): Mask {
  if (coverage(faces) === 0 || coverage(found) === 0) return found;
  const chance = withoutMount(everywhere);
  checkpoint();
  const sure = convincing(chance, doubtIn(chance), checkpoint);
  return { ...found, data: found.data.map((value, i) => (byteAt(faces.data, i) ? byteAt(sure.data, i) : value)) };
}

/**
 * Whether the network tells lines of damage from lines of the picture (`LINES_RATIO`).
 * @param everywhere the detector's chance of damage, 0..1
 */
export function tellsLines(everywhere: Raster): boolean {
  return doubtIn(withoutMount(everywhere)) <= LINES_RATIO;
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
    if (pixels.length < LINE_WIDTH_PX * reach) length += reach;
  }
  checkpoint();
  const softness = share > 0 ? softnessOf(sure, luma) : 0;
  checkpoint();
  const diagonals = length / Math.hypot(sure.width, sure.height);
  const blur = share > 0 ? (blurOf(luma) * chance.width) / luma.width : 0;
  checkpoint();
  return { share, long: long / Math.max(1e-6, share), diagonals, softness, blur, doubt: doubtIn(chance) };
}

/** Whether the print has so few marks that each is judged by itself (`MARK`). */
export function isJudgedByMark(signs: Signs, monochrome: boolean): boolean {
  const kind = monochrome ? 'monochrome' : 'colour';
  if (isSoftAndDamaged(signs, kind) || signs.share >= DAMAGED_SHARE[kind]) return false;
  return monochrome || isSurelyScratched(signs);
}

function isSoftAndDamaged({ share, long, softness, blur, doubt }: Signs, kind: 'monochrome' | 'colour'): boolean {
  const isSoft = softness > SOFT.softness && blur >= SOFT.blur;
  return share >= SOFT.share && long >= SOFT.long && isSoft && doubt <= SOFT.doubt[kind];
}

function isSurelyScratched({ share, long, diagonals, doubt }: Signs): boolean {
  const [few, far] = [FEW_IN_COLOUR, LONG_IN_COLOUR];
  return (
    (share >= few.share && long >= few.long && doubt <= few.doubt) ||
    (diagonals >= far.diagonals && long >= far.long && doubt <= far.doubt)
  );
}

/**
 * Softness of the marks: the width of their detail (`detailWithin`), in pixels at half the smaller of both sizes, where
 * grain counts less. Marks sharp to the pixel read .27 to .41, neglected prints .5 to .6, no marks 0.
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

/** A group of pixels that may be damage, and the signs it is judged by. */
export interface MarkSigns {
  /** Indices in the chance. */
  pixels: Int32Array;
  /** Mean chance, 0..1. */
  certainty: number;
  /** Diagonal of its box, in the detector's pixels. */
  length: number;
  /** Share of the pixels around it that the network doubts, 0..1. */
  around: number;
}

/**
 * Returns every group that `MARK` judges.
 * @param chance of damage, 0..1, mounts taken out
 * @param checkpoint called once for each group; may throw to end the work
 */
export function marksIn(chance: Raster, checkpoint: () => void = () => undefined): MarkSigns[] {
  const groups = new Int32Array(chance.data.length);
  const found = componentsOf(threshold(chance, MARK.low));
  for (const [index, { pixels }] of found.entries()) for (const pixel of pixels) groups[pixel] = index + 1;
  return found.map(({ pixels, left, top, right, bottom }) => {
    checkpoint();
    let sum = 0;
    for (const pixel of pixels) sum += at(chance.data, pixel);
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    return { pixels, certainty: sum / pixels.length, length, around: doubtAround(chance, groups, pixels) };
  });
}

/** Returns the groups that convince one by one (`MARK`). */
function convincing(chance: Raster, doubt: number, checkpoint: () => void): Mask {
  const { width, height } = chance;
  const out: Mask = { width, height, data: new Uint8Array(chance.data.length) };
  for (const mark of marksIn(chance, checkpoint)) {
    if (isDamage(mark, doubt)) for (const pixel of mark.pixels) out.data[pixel] = 1;
  }
  return out;
}

/** Whether a mark of a print with this `Signs.doubt` is damage (`MARK`). */
export function isDamage(mark: MarkSigns, doubt: number): boolean {
  const [certainty = 0, length = 0, around = 0, unsure = 0] = signsOf(mark, doubt);
  return certainty >= MARK.base - MARK.length * length + MARK.around * around + MARK.doubt * unsure;
}

/** The signs that `MARK` weighs: certainty, logarithms of length and doubt around it, the photo's unsure share. */
export function signsOf({ certainty, length, around }: MarkSigns, doubt: number): number[] {
  const unsure = Math.max(0.5, doubt / (1 + doubt));
  return [certainty, Math.log(length), Math.log(around + MARK.least), unsure];
}

const AROUND = [0, 1, 2, 3, 4, 5, 6, 7].map((turn): readonly [number, number] => [
  Math.round(MARK.reach * Math.cos((turn * Math.PI) / 4)),
  Math.round(MARK.reach * Math.sin((turn * Math.PI) / 4)),
]);

/** Share of the pixels `MARK.reach` away from a group, in eight directions, that the network doubts. */
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

/** Removes marks along the sides: a strip of the scanner's lid says nothing about the print. */
function withoutBorder(marks: Mask): Mask {
  const out: Mask = { ...marks, data: new Uint8Array(marks.data) };
  for (const { pixels, left, top, right, bottom } of componentsOf(marks)) {
    const deepest = Math.min(right, bottom, marks.width - 1 - left, marks.height - 1 - top);
    if (deepest < MOUNT_REACH_PX) for (const pixel of pixels) out.data[pixel] = 0;
  }
  return out;
}

/** Sets the chance to 0 on mounts: a mount looks like a part torn off, and is left alone. */
export function withoutMount(chance: Raster): Raster {
  const { width, height } = chance;
  const wide = wideParts(threshold(chance, MOUNT_CHANCE), MOUNT_RADIUS_PX);
  const mounts = componentsOf(wide).filter(({ left, top, right, bottom }) => {
    const inside = Math.min(left, top, width - 1 - right, height - 1 - bottom);
    // A speck at the border is not a mount.
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
