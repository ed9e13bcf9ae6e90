/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, type Mask, threshold } from '../image/mask';
import { topHat } from '../image/morphology';
import { at, lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { fillHoles } from '../inpaint/fill';
import { damageChance } from '../networks/damageDetector';
import { textChance } from '../networks/textDetector';

/** From this chance on a pixel counts as damaged. */
const SURE = 0.95;
/** Damage is narrower than twice this and differs from its surroundings by at least that many grey levels. */
const OUTLIER_RADIUS_PX = 6;
const LEAST_OUTLIER = 10;
/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/** Below this share of marked pixels a photo counts as undamaged and keeps every byte. */
const LEAST_SHARE = 0.0002;
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
  if (share < LEAST_SHARE || share > MOST_SHARE) return { picture, share: 0 };
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const widened = dilate(mask, Math.ceil(picture.width / chance.width));
  return { picture: await fillHoles(context, picture, widened), share };
}

/**
 * Where the network is sure and the picture agrees: damage is brighter or darker than what surrounds it. That second opinion keeps
 * collars, eyes and branches, which the network alone sometimes takes for scratches.
 */
function damageMask(chance: Raster, picture: Picture): Mask {
  const luma = resample(lumaOf(picture), chance.width, chance.height, 'area');
  const bright = topHat(luma, OUTLIER_RADIUS_PX, 'bright');
  const dark = topHat(luma, OUTLIER_RADIUS_PX, 'dark');
  const agreed = {
    ...chance,
    data: chance.data.map((value, i) => (Math.max(at(bright.data, i), at(dark.data, i)) >= LEAST_OUTLIER ? value : 0)),
  };
  return threshold(resample(agreed, picture.width, picture.height, 'linear'), SURE);
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
