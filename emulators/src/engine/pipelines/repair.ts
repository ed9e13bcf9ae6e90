/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, type Mask, threshold } from '../image/mask';
import { copyPicture, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { inpaintTelea } from '../inpaint/telea';
import { damageChance } from '../networks/damageDetector';

/** From this chance on a pixel counts as damaged. */
const SURE = 0.9;
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
  const mask = damageMask(chance, picture);
  const share = coverage(mask);
  if (share < LEAST_SHARE || share > MOST_SHARE) return { picture, share: 0 };
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const repaired = copyPicture(picture);
  inpaintTelea(repaired, dilate(mask, Math.ceil(picture.width / chance.width)).data, {
    checkpoint: context.checkpoint,
  });
  return { picture: repaired, share };
}

function damageMask(chance: Raster, picture: Picture): Mask {
  return threshold(resample(chance, picture.width, picture.height, 'linear'), SURE);
}
