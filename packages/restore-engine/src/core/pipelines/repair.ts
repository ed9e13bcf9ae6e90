/** Finds damage and paints it over from its surroundings. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { coverage, dilate, type Mask, threshold, union } from '../image/mask';
import { at, lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { isMonochrome, liftFading } from '../image/tone';
import { fillHoles } from '../inpaint/fill';
import { damageChance } from '../networks/damageDetector';
import { textChance } from '../networks/textDetector';
import { tornChance } from '../networks/tornDetector';
import { damageIn, softnessOf } from './damageMask';
import { lostCorners } from './lostCorners';

/** From this chance on a pixel counts as text, and so does what is this near, in pixels of the text detector. */
const TEXT_CHANCE = 0.4;
const TEXT_MARGIN_PX = 4;
/**
 * From each of these on (`softnessOf`) a mark shows a pixel further beyond what was marked. Softer ones reach further still, but so much sound picture
 * would go with it that two pixels are best whatever the blur.
 */
const RIM_FROM = [0.41, 0.53];
/** A pixel counts as damaged when this share of what the detector saw of it is: a rim painted over for nothing costs more than a rim left. */
export const LEAST_PART = 0.2;
/** Above this share the detector must have misread the picture (a net curtain, a page of print): repainting would destroy it. */
const MOST_SHARE = 0.45;

/**
 * The picture with damage painted over. Outside the mask every pixel keeps its bytes, but that in colour photographs the few beside it lose what colour
 * of the damage JPEG has washed into them.
 */
export async function repairDamage(
  context: JobContext,
  picture: Picture,
  [from, to]: readonly [number, number],
): Promise<Picture> {
  const middle = from + (to - from) * 0.6;
  // As contrasty as it will be: what is hard to see in a faded print shows once its contrast is back.
  const chance = await damageChance(
    context,
    liftFading(picture),
    stage(context, 'Looking for scratches and tears', [from, middle]),
  );
  const monochrome = isMonochrome(picture);
  const luma = lumaOf(picture);
  const found = damageIn(chance, { monochrome, luma, checkpoint: context.checkpoint });
  const damaged = await damagedParts(context, picture, found);
  // Colour photographs are young: a corner of one colour is sky or a wall.
  const corners = monochrome ? await missingCorners(context, picture) : noneOf(damaged);
  if (coverage(damaged) + coverage(corners) === 0) return picture;
  stage(context, 'Repairing scratches and tears', [middle, to]);
  const whole = dilate(damaged, rimOf(picture, found, softnessOf(found, luma)));
  context.checkpoint();
  return await fillHoles(context, picture, union(whole, corners), { clearsColour: !monochrome });
}

/** What was found, at the picture's size, unless it is text or too much to be true. */
async function damagedParts(context: JobContext, picture: Picture, found: Mask): Promise<Mask> {
  const marked = atSizeOf(picture, found);
  context.checkpoint();
  if (coverage(marked) === 0) return marked;
  const text = await textChance(context.models, picture);
  context.checkpoint();
  const mask = withoutText(marked, text);
  return coverage(mask) > MOST_SHARE ? noneOf(mask) : mask;
}

async function missingCorners(context: JobContext, picture: Picture): Promise<Mask> {
  const chance = await tornChance(context.models, picture);
  context.checkpoint();
  return lostCorners(picture, chance);
}

/**
 * How far damage may reach beyond what was marked, in pixels of the picture: as far as the detector could not see, being shown a smaller one, and as far
 * as it was blurred.
 * @param softness of the marks, as `softnessOf` gives it
 */
export function rimOf(picture: Pick<Raster, 'width'>, detector: Pick<Raster, 'width'>, softness: number): number {
  const shrunk = picture.width / detector.width;
  const blurred = RIM_FROM.filter((least) => softness >= least).length;
  return Math.floor(shrunk) + Math.round(blurred * Math.max(1, shrunk));
}

const noneOf = (mask: Mask): Mask => ({ ...mask, data: new Uint8Array(mask.data.length) });

/** The pixels of the picture that were marked at the detector's size. */
function atSizeOf(picture: Picture, found: Mask): Mask {
  const marks: Raster = { ...found, channels: 1, data: new Float32Array(found.data) };
  const filter = found.width > picture.width ? 'area' : 'linear';
  return threshold(resample(marks, picture.width, picture.height, filter), LEAST_PART);
}

/** A caption is no damage, though its strokes look like it: text and its near surroundings are not repaired. */
function withoutText(mask: Mask, chance: Raster): Mask {
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
