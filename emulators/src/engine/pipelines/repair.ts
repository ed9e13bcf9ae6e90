/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, hysteresis, type Mask, threshold } from '../image/mask';
import { topHat } from '../image/morphology';
import { at, createRaster, lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { isMonochrome } from '../image/tone';
import { fillHoles } from '../inpaint/fill';
import { damageChance } from '../networks/damageDetector';
import { textChance } from '../networks/textDetector';

/** Pixels above POSSIBLE count as damaged where at least SURE_SHARE of those they hang together with are above SURE. */
const POSSIBLE = 0.5;
const SURE = 0.9;
const SURE_SHARE = 0.1;
/** Damage is narrower than twice this, in the detector's pixels, and differs from its surroundings by at least that many grey levels. */
const OUTLIER_RADIUS_PX = 7;
const LEAST_OUTLIER = 10;
/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/**
 * Below this share of marked pixels a photo counts as undamaged and keeps every byte. Colour photographs are young and seldom cracked;
 * what looks like a few scratches there is most often wire, grass or rain.
 */
const LEAST_SHARE = { monochrome: 0.0006, colour: 0.015 };
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
  const least = isMonochrome(picture) ? LEAST_SHARE.monochrome : LEAST_SHARE.colour;
  if (share < least || share > MOST_SHARE) return { picture, share: 0 };
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const widened = dilate(mask, Math.max(1, Math.ceil(picture.width / chance.width)));
  return { picture: await fillHoles(context, picture, widened), share };
}

/**
 * Where the network is sure and the picture agrees: damage is brighter or darker than what surrounds it. That second opinion keeps
 * collars, eyes and branches, which the network alone sometimes takes for scratches.
 */
function damageMask(chance: Raster, picture: Picture): Mask {
  const found = hysteresis(chance, { low: POSSIBLE, high: SURE, share: SURE_SHARE });
  const luma = resample(lumaOf(picture), chance.width, chance.height, chance.width < picture.width ? 'area' : 'cubic');
  const bright = topHat(luma, OUTLIER_RADIUS_PX, 'bright');
  const dark = topHat(luma, OUTLIER_RADIUS_PX, 'dark');
  const agreed = createRaster(chance.width, chance.height, 1);
  agreed.data.set(
    found.data.map((value, i) => (Math.max(at(bright.data, i), at(dark.data, i)) >= LEAST_OUTLIER ? value : 0)),
  );
  return threshold(resample(agreed, picture.width, picture.height, 'linear'), 0.4);
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
