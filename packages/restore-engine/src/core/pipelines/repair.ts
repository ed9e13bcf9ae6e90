/** Finds damage and paints it over from its surroundings. */
import type { Advance, JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, type Mask, threshold, union } from '../image/mask';
import { at, byteAt, lumaOf, type Picture, type Raster, type Rect, scaledRect } from '../image/picture';
import { resample } from '../image/resample';
import { isMonochrome, liftFading } from '../image/tone';
import { fillHoles } from '../inpaint/fill';
import { healed } from '../inpaint/heal';
import { damageChance, distantChances } from '../networks/damageDetector';
import { findLargeFaces } from '../networks/faceDetector';
import { textChance } from '../networks/textDetector';
import { tornChance } from '../networks/tornDetector';
import { carefulOn, damageIn, softnessOf, tellsLines } from './damageMask';
import { pixelsOf } from './faceArea';
import { evenFlanks } from './foldFlanks';
import { type LongDamage, longDamage } from './longDamage';
import type { Point } from './longLines';
import { lostCorners } from './lostCorners';
import { type Spots, spotMask, spotsIn } from './spots';

/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/**
 * From each of these softness values (`softnessOf`) on, a mark reaches one pixel further than was marked. Softer ones
 * reach further still, but two pixels are best: beyond that too much of the sound picture is lost.
 */
const RIM_FROM = [0.41, 0.53];
/** A pixel is damaged if this share of the detector's pixels in it is: a needless rim costs more than a missing one. */
export const LEAST_PART = 0.2;
/** The usual look's part of the time that all looks take. */
const USUAL_LOOK = 0.85;
/** A quick look's largest enlargement: half the time of the usual one, for a few fine scratches less. */
const QUICK_ENLARGEMENT = 1.6;
/** Above this share the detector must be wrong (a net curtain, a printed page), and nothing is repainted. */
const MOST_SHARE = 0.45;
const NO_SPOTS: Spots = { width: 1, height: 1, spots: [] };

export interface RepairOptions {
  /**
   * Asks the damage network alone, once, and enlarges the picture little for it: long lines are not followed, lettering
   * is not told from damage, and lost corners stay.
   */
  isQuick?: boolean;
}

/**
 * Returns the picture with damage painted over, or the picture itself if there is none. Pixels outside the mask keep
 * their bytes; in colour photographs the few beside it lose the damage's colour, which JPEG spreads.
 */
export async function repairDamage(
  context: JobContext,
  picture: Picture,
  [from, to]: readonly [number, number],
  { isQuick = false }: RepairOptions = {},
): Promise<Picture> {
  const middle = from + (to - from) * 0.6;
  // As contrasty as it will be: what is hard to see in a faded print shows once its contrast is back.
  const lifted = liftFading(picture);
  const advance = stage(context, 'Looking for scratches and tears', [from, middle]);
  const mostEnlargement = isQuick ? QUICK_ENLARGEMENT : undefined;
  const chance = await damageChance(context, lifted, (share) => advance(share * USUAL_LOOK), mostEnlargement);
  const monochrome = isMonochrome(picture);
  const luma = lumaOf(picture);
  const anywhere = damageIn(chance, { monochrome, luma, checkpoint: context.checkpoint });
  const spots = monochrome && !isQuick ? spotsIn(lumaOf(lifted), context.checkpoint) : NO_SPOTS;
  const isSound = coverage(anywhere) === 0 && spots.spots.length === 0;
  // The quick look has no network that finds faces.
  const faces = isQuick || isSound ? [] : await findLargeFaces(context.models, lifted, context.checkpoint);
  const pieces = carefulOn(facesIn(anywhere, faces, picture), { chance, found: anywhere }, context.checkpoint);
  const wholeLines = () =>
    longLinesOf(context, { lifted, luma, chance, pieces }, (share) => advance(USUAL_LOOK + share * (1 - USUAL_LOOK)));
  const long = isQuick ? null : await wholeLines();
  const found = long ? union(pieces, long.mask) : pieces;
  const onGround = spotMask(beside(facesIn(spots, faces, picture), spots), picture);
  const [damaged, spotted] = await withoutText(context, picture, [atSizeOf(picture, found), onGround], { isQuick });
  // Colour photographs are young: a corner of one colour is sky or a wall.
  const corners = monochrome && !isQuick ? await missingCorners(context, picture) : noneOf(picture);
  if (coverage(damaged) + coverage(spotted) + coverage(corners) === 0) return picture;
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const whole = union(dilate(damaged, rimOf(picture, found, softnessOf(found, luma))), corners);
  context.checkpoint();
  const even = long ? evenFlanks(picture, atPictureSize(long, picture), context.checkpoint) : picture;
  const filled = await fillHoles(context, even, whole, { clearsColour: !monochrome });
  return healed(filled, spotted, { taken: whole, checkpoint: context.checkpoint });
}

/** The lines' points in pixels of the picture. */
function atPictureSize({ mask, lines }: LongDamage, picture: Picture): Point[][] {
  const scale = picture.width / mask.width;
  return lines.map((line) => line.map(({ x, y }) => ({ x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 })));
}

/**
 * The long lines of a print that has convincing damage: what was found of them in pieces is done whole. A picture
 * without any, or in which the detector doubts much, is not looked at again: its lines may be a cat's whiskers, rigging
 * or a street's wires.
 */
async function longLinesOf(
  context: JobContext,
  { lifted, luma, chance, pieces }: { lifted: Picture; luma: Raster; chance: Raster; pieces: Mask },
  advance: Advance,
): Promise<LongDamage | null> {
  if (coverage(pieces) === 0 || !tellsLines(chance)) return null;
  const distant = await distantChances(context, lifted, advance);
  return longDamage([chance, ...distant], luma, context.checkpoint);
}

/** Returns damage and spots without text; none of what is too much to be true. */
async function withoutText(
  context: JobContext,
  picture: Picture,
  masks: readonly [damaged: Mask, spotted: Mask],
  { isQuick = false }: RepairOptions,
): Promise<[damaged: Mask, spotted: Mask]> {
  context.checkpoint();
  const isSound = masks.every((mask) => coverage(mask) === 0);
  const text = isSound || isQuick ? null : await textChance(context.models, picture);
  context.checkpoint();
  const [damaged, spotted] = masks.map((mask) => {
    const left = text ? without(mask, text) : mask;
    return coverage(left) > MOST_SHARE ? noneOf(left) : left;
  }) as [Mask, Mask];
  return [damaged, spotted];
}

/** What of a look at the picture is a face. */
function facesIn({ width, height }: Pick<Raster, 'width' | 'height'>, faces: readonly Rect[], picture: Picture): Mask {
  const mask = noneOf({ width, height });
  for (const face of faces) {
    for (const pixel of pixelsOf(scaledRect(face, width / picture.width), mask)) mask.data[pixel] = 1;
  }
  return mask;
}

/** The spots that are on no face: skin is even ground too, and what it has is left to the damage network. */
const beside = ({ data }: Mask, { spots, ...size }: Spots): Spots => ({
  ...size,
  spots: spots.filter(({ pixels }) => !pixels.some((pixel) => byteAt(data, pixel))),
});

async function missingCorners(context: JobContext, picture: Picture): Promise<Mask> {
  const chance = await tornChance(context.models, picture);
  context.checkpoint();
  return lostCorners(picture, chance);
}

/**
 * Returns how far damage may reach beyond the marks, in pixels of the picture: what a smaller picture hid from the
 * detector, plus the blur.
 * @param softness of the marks, from `softnessOf`
 */
export function rimOf(picture: Pick<Raster, 'width'>, detector: Pick<Raster, 'width'>, softness: number): number {
  const shrunk = picture.width / detector.width;
  const blurred = RIM_FROM.filter((least) => softness >= least).length;
  return Math.floor(shrunk) + Math.round(blurred * Math.max(1, shrunk));
}

const noneOf = ({ width, height }: Pick<Raster, 'width' | 'height'>): Mask => ({
  width,
  height,
  data: new Uint8Array(width * height),
});

/** The pixels of the picture that were marked at the detector's size. */
function atSizeOf(picture: Picture, found: Mask): Mask {
  const marks: Raster = { ...found, channels: 1, data: new Float32Array(found.data) };
  const filter = found.width > picture.width ? 'area' : 'linear';
  return threshold(resample(marks, picture.width, picture.height, filter), LEAST_PART);
}

/** A caption is no damage, though its strokes look like it: text and its near surroundings are not repaired. */
function without(mask: Mask, chance: Raster): Mask {
  const text = dilate(threshold(chance, TEXT_CHANCE), TEXT_MARGIN_PX);
  const marks = resample(
    { ...text, channels: 1, data: new Float32Array(text.data) },
    mask.width,
    mask.height,
    'linear',
  );
  const out = { ...mask, data: new Uint8Array(mask.data) };
  for (let i = 0; i < out.data.length; i++) if (at(marks.data, i) > 0.5) out.data[i] = 0;
  return out;
}
