/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, type HysteresisLevels, hysteresis, type Mask, threshold } from '../image/mask';
import { at, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { isMonochrome } from '../image/tone';
import { fillHoles } from '../inpaint/fill';
import { damageChance } from '../networks/damageDetector';
import { textChance } from '../networks/textDetector';

/** What is surely damage, wherever it stands. `least` is in the detector's pixels. */
const SURE: HysteresisLevels = { low: 0.7, high: 0.95, share: 0.3, least: 30 };
/** What counts as damage in a photo that surely has some. */
const LIKELY: HysteresisLevels = { low: 0.6, high: 0.9, share: 0.3 };
/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/**
 * Below the first share of surely damaged pixels a photo counts as undamaged and keeps every byte; from the second on it counts as
 * damaged throughout. Colour photographs are young and seldom cracked; what looks like a few scratches there is most often wire, grass
 * or rain.
 */
const SHARES = { monochrome: { least: 0.0006, damaged: 0.004 }, colour: { least: 0.012, damaged: 0.012 } };
/** Above this share the detector must have misread the picture (a net curtain, a page of print): repainting would destroy it. */
const MOST_SHARE = 0.45;

export interface Repaired {
  picture: Picture;
  /** Share of the picture that was repainted, 0..1. */
  share: number;
}

/** The picture with damage painted over; every pixel outside the (widened) mask keeps its bytes. */
export async function repairDamage(
  context: JobContext,
  picture: Picture,
  [from, to]: readonly [number, number],
): Promise<Repaired> {
  const middle = from + (to - from) * 0.6;
  const chance = await damageChance(
    context,
    picture,
    stage(context, 'Looking for scratches and tears', [from, middle]),
  );
  const mask = withoutText(damageMask(chance, picture), await textChance(context.models, picture));
  const share = coverage(mask);
  if (share === 0 || share > MOST_SHARE) return { picture, share: 0 };
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const widened = dilate(mask, Math.max(1, Math.ceil(picture.width / chance.width)));
  return { picture: await fillHoles(context, picture, widened), share };
}

/** A photo with little that is surely damaged is taken to have nothing else: what merely looks like a scratch stays. */
function damageMask(chance: Raster, picture: Picture): Mask {
  const sure = hysteresis(chance, SURE);
  const { least, damaged } = SHARES[isMonochrome(picture) ? 'monochrome' : 'colour'];
  const share = coverage(sure);
  if (share < least)
    return { width: picture.width, height: picture.height, data: new Uint8Array(picture.width * picture.height) };
  const found = share < damaged ? sure : hysteresis(chance, LIKELY);
  const marks: Raster = { ...found, channels: 1, data: Float32Array.from(found.data) };
  const filter = chance.width > picture.width ? 'area' : 'linear';
  return threshold(resample(marks, picture.width, picture.height, filter), 0.4);
}

/** A caption is no damage, though its strokes look like it: text and its near surroundings are not repaired. */
function withoutText(mask: Mask, chance: Raster): Mask {
  const text = dilate(threshold(chance, TEXT_CHANCE), TEXT_MARGIN_PX);
  const marks = resample(
    { ...text, channels: 1, data: Float32Array.from(text.data) },
    mask.width,
    mask.height,
    'linear',
  );
  return { ...mask, data: mask.data.map((value, i) => (at(marks.data, i) > 0.5 ? 0 : value)) };
}
