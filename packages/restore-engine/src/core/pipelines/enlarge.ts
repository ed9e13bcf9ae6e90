/** Enlargement that adds detail and moves no colour. */

import type { Advance, JobContext } from '../context';
import { EngineError } from '../errors';
import { gaussianBlur } from '../image/blur';
import { at, createPicture, cutRaster, type Picture, pasteRaster, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import { tilesOf } from '../image/tiles';
import { MAX_IMAGE_SIDE_PX } from '../limits';
import { enlargeFour, enlargeTwo, UPSCALER_TILE } from '../networks/upscaler';

/** The network's share against bicubic, by enlargement: what scored best on degraded photographs (see the bench). */
const NETWORK_SHARE = { 2: 0.5, 4: 0.7 };
/** Detail coarser than this, in source pixels, is the source's alone: the network can sharpen, not recolour. */
const LOCK_SIGMA_PX = 3;
/** Surroundings of a tile: the network's sight and the lock's blur. */
const MARGIN_PX = 16;
/** Largest enlarged picture, in pixels: 400 MB while being made. */
const MAX_ENLARGED_PX = 120_000_000;

/** @throws EngineError image_too_large when the result would pass MAX_ENLARGED_PX or MAX_IMAGE_SIDE_PX. */
export async function enlarge(context: JobContext, source: Picture, scale: 2 | 4, advance: Advance): Promise<Picture> {
  const [width, height] = [source.width * scale, source.height * scale];
  if (width * height > MAX_ENLARGED_PX || Math.max(width, height) > MAX_IMAGE_SIDE_PX) {
    const sizes = `${source.width} × ${source.height} pixels; ${scale} times that is more than a picture file can well hold`;
    throw new EngineError('image_too_large', `This photo is already large, ${sizes}.`);
  }
  const out = createPicture(width, height);
  const tiles = tilesOf(source, UPSCALER_TILE, MARGIN_PX);
  for (const [index, { core, outer }] of tiles.entries()) {
    advance(index / tiles.length);
    const enlarged = await enlargePiece(context, cutRaster(source, outer), scale);
    const inner = {
      left: (core.left - outer.left) * scale,
      top: (core.top - outer.top) * scale,
      width: core.width * scale,
      height: core.height * scale,
    };
    pasteRaster(out, enlarged, inner, { left: core.left * scale, top: core.top * scale });
  }
  advance(1);
  return out;
}

async function enlargePiece(context: JobContext, piece: Raster, scale: 2 | 4): Promise<Raster> {
  const [width, height] = [piece.width * scale, piece.height * scale];
  const network = await (scale === 2 ? enlargeTwo : enlargeFour)(context.models, piece);
  const out = resample(piece, width, height, 'cubic');
  const share = NETWORK_SHARE[scale];
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = at(out.data, i) * (1 - share) + at(network.data, i) * share;
  }
  return lockLowFrequencies(out, piece);
}

/** Adds back, smoothly, whatever the enlargement lost or gained against its source. */
function lockLowFrequencies(enlarged: Raster, source: Raster): Raster {
  const drift = resample(enlarged, source.width, source.height, 'area');
  for (let i = 0; i < drift.data.length; i++) drift.data[i] = at(source.data, i) - at(drift.data, i);
  const correction = resample(gaussianBlur(drift, LOCK_SIGMA_PX), enlarged.width, enlarged.height, 'linear');
  for (let i = 0; i < enlarged.data.length; i++) enlarged.data[i] = at(enlarged.data, i) + at(correction.data, i);
  return enlarged;
}
