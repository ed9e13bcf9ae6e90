/** PP-OCRv4's text detector: where words stand, in any script and direction. */
import { cutRaster, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import type { ModelStore } from './modelStore';
import { runSingle, toRaster, toTensor } from './tensor';

/** The network was trained on pictures of about this size. */
const LONGEST_SIDE_PX = 960;
const SIDE_MULTIPLE = 32;
/** PaddleOCR's own normalisation (configs/det in https://github.com/PaddlePaddle/PaddleOCR). */
const NORMALISATION = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

/** The chance, 0..1, of text at each pixel, at the network's size (sides are multiples of 32, at most 960). */
export async function textChance(models: ModelStore, picture: Picture): Promise<Raster> {
  const { session } = await models.load('text');
  const scale = Math.min(1.5, LONGEST_SIDE_PX / Math.max(picture.width, picture.height));
  const fit = (side: number) => Math.max(SIDE_MULTIPLE, Math.round((side * scale) / SIDE_MULTIPLE) * SIDE_MULTIPLE);
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  const small = resample(
    cutRaster(picture, whole),
    fit(picture.width),
    fit(picture.height),
    scale < 1 ? 'area' : 'cubic',
  );
  return toRaster(await runSingle(session, toTensor(small, NORMALISATION)), 1);
}
