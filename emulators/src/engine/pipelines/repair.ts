/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
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
import { at, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { isMonochrome, liftFading } from '../image/tone';
import { fillHoles } from '../inpaint/fill';
import { damageChance } from '../networks/damageDetector';
import { textChance } from '../networks/textDetector';

/** What is surely damage, wherever it stands. `least` is in the detector's pixels. */
const SURE: HysteresisLevels = { low: 0.7, high: 0.95, share: 0.3, least: 30 };
/** What counts as damage where hardly anything in the photo resembles it: then a faint line is a scratch. */
const FAINT: HysteresisLevels = { low: 0.3, high: 0.5, share: 0.15 };
/** Up to this share of such pixels in all. */
const CALM_SHARE = 0.006;
/** What counts as damage in a photo that surely has some. */
const LIKELY: HysteresisLevels = { low: 0.6, high: 0.9, share: 0.3 };
/** A mount: from this chance on, wider than twice this and nearer to the border than that, in the detector's pixels. */
const MOUNT_CHANCE = 0.4;
const MOUNT_RADIUS_PX = 7;
const MOUNT_REACH_PX = 12;
/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/**
 * Below the first share of surely damaged pixels a photo counts as undamaged and keeps every byte; from the second on it counts as
 * damaged throughout. Colour photographs are young and seldom cracked; what looks like a few scratches there is most often wire, grass
 * or rain.
 */
const SHARES = { monochrome: { least: 0.0006, damaged: 0.012 }, colour: { least: 0.012, damaged: 0.012 } };
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

/** How boldly a photo is repaired depends on how much in it looks like damage, and how surely. */
function damageMask(chance: Raster, picture: Picture): Mask {
  const found = damageIn(chance, isMonochrome(picture));
  const marks: Raster = { ...found, channels: 1, data: Float32Array.from(found.data) };
  const filter = chance.width > picture.width ? 'area' : 'linear';
  return threshold(resample(marks, picture.width, picture.height, filter), 0.4);
}

function damageIn(everywhere: Raster, monochrome: boolean): Mask {
  const chance = withoutMount(everywhere);
  const { least, damaged } = SHARES[monochrome ? 'monochrome' : 'colour'];
  const sure = hysteresis(chance, SURE);
  const share = coverage(sure);
  if (share >= damaged) return hysteresis(chance, LIKELY);
  const faint = hysteresis(chance, FAINT);
  if (monochrome && coverage(faint) <= CALM_SHARE) return faint;
  return share >= least ? sure : { ...sure, data: new Uint8Array(sure.data.length) };
}

/** The paper or the frame round a print looks like a part torn off; what is wide and reaches the picture's border is left alone. */
function withoutMount(chance: Raster): Raster {
  const { width, height } = chance;
  const wide = wideParts(threshold(chance, MOUNT_CHANCE), MOUNT_RADIUS_PX);
  const mount: Mask = { width, height, data: new Uint8Array(wide.data.length) };
  for (const { pixels, left, top, right, bottom } of componentsOf(wide)) {
    const inside = Math.min(left, top, width - 1 - right, height - 1 - bottom);
    if (inside > MOUNT_REACH_PX) continue;
    for (const pixel of pixels) mount.data[pixel] = 1;
  }
  const left = dilate(mount, MOUNT_REACH_PX).data;
  return { ...chance, data: chance.data.map((value, i) => (left[i] ? 0 : value)) };
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
