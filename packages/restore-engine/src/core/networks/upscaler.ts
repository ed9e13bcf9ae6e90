/** realesr-general-x4v3: enlarges four times and, on the way, removes noise, JPEG blocks and softness. */
import type { Raster } from '../image/picture';
import type { ModelStore, Tensor } from './models';
import { runSingle, toHalfRaster, toRaster, toTensor, UNIT_RANGE } from './tensor';

/** Each side grows by this. */
export const UPSCALER_FACTOR = 4;
/** Core side of a tile, in pixels of the network's input: some 100 MB of working memory, a second or less of work. */
export const UPSCALER_TILE = 192;

/** RGB raster 0..255 to one four times as wide and high. Memory grows with the input: hand it tiles. */
export async function enlargeFour(models: ModelStore, raster: Raster): Promise<Raster> {
  return toRaster(await enlarged(models, raster), 255);
}

/** As `enlargeFour`, then brought to half that size, in one go. */
export async function enlargeTwo(models: ModelStore, raster: Raster): Promise<Raster> {
  return toHalfRaster(await enlarged(models, raster), 255);
}

async function enlarged(models: ModelStore, raster: Raster): Promise<Tensor> {
  const size = { width: raster.width * UPSCALER_FACTOR, height: raster.height * UPSCALER_FACTOR };
  return await runSingle(await models.load('upscaler'), toTensor(raster, UNIT_RANGE), { channels: 3, ...size });
}
