/** Marks scratches, cracks, folds, specks, scribbles and torn parts with the U-Net of `training/`. */
import type { Advance, JobContext } from '../context';
import { blurOf } from '../image/measure';
import { at, createRaster, lumaOf, type Picture, type Raster, type Rect } from '../image/picture';
import { resample } from '../image/resample';
import { tilesOf } from '../image/tiles';
import { seenBothWays } from './mirror';

/**
 * Long side, in pixels, of the picture the network sees, but never enlarged beyond MOST_ENLARGEMENT. Scratches lie on
 * the print and are sharper than its picture; enlargement helps the network tell them from eyes, braid and branches.
 */
const WORK_SIDE_PX = 1800;
const MOST_ENLARGEMENT = 2.5;
/**
 * The enlarged picture's sharpest edges may have this blur, as a standard deviation in pixels (`blurOf`). In a soft
 * scan scratches are soft too; enlarged they look like nothing the network has seen.
 */
const MOST_BLUR_PX = 1.9;
/**
 * Long sides, in pixels, of the picture seen from further away: what is wide at the usual size is narrow there, as the
 * cracks that the network was taught, and pieces of a line lie close together.
 */
const DISTANT_SIDES_PX = [600, 400];
/** A look from further away is worth its time if the picture is so much smaller than at the usual look. */
const CLEARLY_SMALLER = 0.9;
const TILE_PX = 448;
const MARGIN_PX = 32;
/** A pixel is in doubt from the first chance on; the network is sure of it from the second on. */
const IN_DOUBT = 0.1;
const SURE = 0.8;
/** Sure pixels must be this many times the doubted ones. With a ratio of 1 a false mark on a headdress stayed. */
const LEAST_RATIO = 2;
/** The network halves its input four times. */
const SIDE_MULTIPLE = 16;

/**
 * How much larger than the picture the network sees it.
 * @param most the largest enlargement; the default finds most
 */
export function workScale(luma: Raster, most = MOST_ENLARGEMENT): number {
  return Math.min(most, WORK_SIDE_PX / Math.max(luma.width, luma.height), MOST_BLUR_PX / blurOf(luma));
}

/** The chance, 0..1, of each pixel being damaged, at the size the network looks at (`workScale`). */
export async function damageChance(
  context: JobContext,
  picture: Picture,
  advance: Advance,
  mostEnlargement = MOST_ENLARGEMENT,
): Promise<Raster> {
  const luma = lumaOf(picture);
  return await chanceAt(context, luma, { scale: workScale(luma, mostEnlargement), advance });
}

/** The chances, 0..1, that the network sees from further away (`DISTANT_SIDES_PX`), the largest raster first. */
export async function distantChances(context: JobContext, picture: Picture, advance: Advance): Promise<Raster[]> {
  const luma = lumaOf(picture);
  const most = CLEARLY_SMALLER * workScale(luma);
  const scales = DISTANT_SIDES_PX.map((side) => side / Math.max(luma.width, luma.height)).filter((one) => one < most);
  const chances: Raster[] = [];
  for (const [index, scale] of scales.entries()) {
    const part: Advance = (share) => advance((index + share) / scales.length);
    chances.push(await chanceAt(context, luma, { scale, advance: part }));
  }
  return chances;
}

async function chanceAt(
  context: JobContext,
  whole: Raster,
  { scale, advance }: { scale: number; advance: Advance },
): Promise<Raster> {
  const model = await context.models.load('damage');
  const width = Math.max(1, Math.round(whole.width * scale));
  const height = Math.max(1, Math.round(whole.height * scale));
  const luma = resample(whole, width, height, scale < 1 ? 'area' : 'cubic');
  const chance = createRaster(width, height, 1);
  const tiles = tilesOf(luma, TILE_PX, MARGIN_PX);
  for (const [index, { core, outer }] of tiles.entries()) {
    advance(index / tiles.length);
    const seen = await seenBothWays(model, cutPadded(luma, outer), isSure);
    for (let y = 0; y < core.height; y++) {
      const from = (core.top - outer.top + y) * seen.width + core.left - outer.left;
      chance.data.set(seen.data.subarray(from, from + core.width), (core.top + y) * width + core.left);
    }
  }
  advance(1);
  return chance;
}

/**
 * Whether one look at a piece is enough: it is sound (what only its mirror image shows is most likely a mistake), or
 * the network is sure of far more damage than it doubts.
 */
export function isSure(chance: Float32Array): boolean {
  let [doubted, sure] = [0, 0];
  for (let i = 0; i < chance.length; i++) {
    const value = at(chance, i);
    if (value >= SURE) sure++;
    else if (value >= IN_DOUBT) doubted++;
  }
  return doubted + sure === 0 || doubted * LEAST_RATIO < sure;
}

/** The part, extended to the right and below by repeating its last pixels until the network can halve it evenly. */
function cutPadded(luma: Raster, part: Rect): Raster {
  const width = Math.ceil(part.width / SIDE_MULTIPLE) * SIDE_MULTIPLE;
  const height = Math.ceil(part.height / SIDE_MULTIPLE) * SIDE_MULTIPLE;
  const out = createRaster(width, height, 1);
  for (let y = 0; y < height; y++) {
    const row = (part.top + Math.min(y, part.height - 1)) * luma.width + part.left;
    for (let x = 0; x < width; x++) out.data[y * width + x] = at(luma.data, row + Math.min(x, part.width - 1));
  }
  return out;
}
