/** Sees a print whole and marks what is torn off it: the second U-Net of `packages/restore-engine/training`. */
import { lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { seenBothWays } from './mirror';
import type { ModelStore } from './models';

/** As in training: the long side the network sees, in pixels; it halves its input five times. */
const LONG_SIDE_PX = 256;
const LEAST_SIDE_PX = 96;
const SIDE_MULTIPLE = 32;

/** The chance, 0..1, of each part of the picture being gone, on a raster of some 256 pixels a side. */
export async function tornChance(models: ModelStore, picture: Picture): Promise<Raster> {
  const scale = LONG_SIDE_PX / Math.max(picture.width, picture.height);
  const sideOf = (side: number) => Math.max(LEAST_SIDE_PX, Math.round((side * scale) / SIDE_MULTIPLE) * SIDE_MULTIPLE);
  const small = resample(lumaOf(picture), sideOf(picture.width), sideOf(picture.height), 'area');
  return await seenBothWays(await models.load('torn'), small);
}
