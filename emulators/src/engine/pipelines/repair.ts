/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, type Mask, threshold } from '../image/mask';
import { at, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { isMonochrome, liftFading } from '../image/tone';
import { fillHoles } from '../inpaint/fill';
import { damageChance } from '../networks/damageDetector';
import { textChance } from '../networks/textDetector';
import { damageIn } from './damageMask';

/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/** Above this share the detector must have misread the picture (a net curtain, a page of print): repainting would destroy it. */
const MOST_SHARE = 0.45;

export interface Repaired {
  picture: Picture;
  /** Share of the picture that was repainted, 0..1. */
  share: number;
}

/**
 * The picture with damage painted over; every pixel outside the (widened) mask keeps its bytes.
 */
export async function repairDamage(
  context: JobContext,
  picture: Picture,
  [from, to]: readonly [number, number],
): Promise<Repaired> {
  const middle = from + (to - from) * 0.6;
  // As contrasty as it will be: what is hard to see in a faded print shows once its contrast is back.
  const chance = await damageChance(
    context,
    liftFading(picture),
    stage(context, 'Looking for scratches and tears', [from, middle]),
  );
  const mask = withoutText(damageMask(chance, picture), await textChance(context.models, picture));
  const share = coverage(mask);
  if (share === 0 || share > MOST_SHARE) return { picture, share: 0 };
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const widened = dilate(mask, Math.max(1, Math.ceil(picture.width / chance.width)));
  return { picture: await fillHoles(context, picture, widened), share };
}

/** The damaged pixels of the picture, from a chance at the detector's size. */
function damageMask(chance: Raster, picture: Picture): Mask {
  const found = damageIn(chance, isMonochrome(picture));
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
