/** PP-OCRv4's text detector: where words stand, in any script and direction. */
import { type Picture, type Raster, rasterOf } from '../image/picture';
import { resample } from '../image/resample';
import { type Turned, turn } from '../image/turn';
import type { ModelStore } from './models';
import { runSingle, toRaster, toTensor } from './tensor';

/** The network was trained on pictures of about this size. */
const LONGEST_SIDE_PX = 960;
/** Small pictures are enlarged by at most this. */
const MOST_ENLARGEMENT = 1.5;
const SIDE_MULTIPLE = 32;
/** PaddleOCR's own normalisation (configs/det in https://github.com/PaddlePaddle/PaddleOCR). */
const NORMALISATION = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
/** Slanted text is large (watermarks): this long side, in pixels, shows enough of it in half the time. */
const TURNED_SIDE_PX = 640;
const MID_GREY = 128;

/** The chance, 0..1, of text at each pixel, at the network's size (sides are multiples of 32, at most 960). */
export async function textChance(models: ModelStore, picture: Picture): Promise<Raster> {
  const scale = Math.min(MOST_ENLARGEMENT, LONGEST_SIDE_PX / Math.max(picture.width, picture.height));
  const fit = (side: number) => Math.max(SIDE_MULTIPLE, Math.round((side * scale) / SIDE_MULTIPLE) * SIDE_MULTIPLE);
  return await chanceOf(models, resized(picture, fit(picture.width), fit(picture.height)));
}

export interface TurnedChance {
  /** The chance, 0..1, of text at each pixel of the turned picture. */
  chance: Raster;
  /** The point of the picture, in its pixels, that a point of `chance` stands for. */
  back(x: number, y: number): readonly [number, number];
}

/**
 * As textChance, with the picture turned clockwise: steep text is found only when it is brought near the horizontal.
 */
export async function turnedTextChance(models: ModelStore, picture: Picture, degrees: number): Promise<TurnedChance> {
  const scale = Math.min(MOST_ENLARGEMENT, TURNED_SIDE_PX / Math.max(picture.width, picture.height));
  const small = resized(picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
  const turned: Turned = turn(small, degrees, { fill: MID_GREY, multiple: SIDE_MULTIPLE });
  return {
    chance: await chanceOf(models, turned.raster),
    back: (x, y) => {
      const [sourceX, sourceY] = turned.back(x, y);
      return [sourceX / scale, sourceY / scale];
    },
  };
}

async function chanceOf(models: ModelStore, raster: Raster): Promise<Raster> {
  const { width, height } = raster;
  const model = await models.load('text');
  return toRaster(await runSingle(model, toTensor(raster, NORMALISATION), { channels: 1, width, height }), 1);
}

function resized(picture: Picture, width: number, height: number): Raster {
  return resample(rasterOf(picture), width, height, width < picture.width ? 'area' : 'cubic');
}
