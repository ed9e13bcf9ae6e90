/** Takes grain, noise and JPEG blocks out as far as a photo has them. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { noiseOf } from '../image/measure';
import { at, copyPicture, cutRaster, lumaOf, type Picture, pasteRaster } from '../image/picture';
import { tilesOf } from '../image/tiles';
import { UPSCALER_TILE } from '../networks/upscaler';
import { freshen } from './freshen';

/** Noise, in grey levels of standard deviation, that counts as none and as much. */
const CLEAN_NOISE = 2.5;
const HEAVY_NOISE = 9;
/** Share of the network's picture at heavy noise: at full share skin turns to wax. */
const MOST_SHARE = 0.75;
const SHRINK = 2;
const MARGIN_PX = 32;

/** How much of the cleaned picture to use, 0..MOST_SHARE, for a noise in grey levels. */
export function denoiseShare(noise: number): number {
  return MOST_SHARE * Math.min(1, Math.max(0, (noise - CLEAN_NOISE) / (HEAVY_NOISE - CLEAN_NOISE)));
}

/** A clean photo comes back as it is. */
export async function denoise(
  context: JobContext,
  picture: Picture,
  range: readonly [number, number],
): Promise<Picture> {
  const advance = stage(context, 'Clearing grain and noise', range);
  const share = denoiseShare(noiseOf(lumaOf(picture)));
  if (share === 0) return picture;
  const out = copyPicture(picture);
  const tiles = tilesOf(picture, UPSCALER_TILE * SHRINK, MARGIN_PX);
  for (const [index, { core, outer }] of tiles.entries()) {
    advance(index / tiles.length);
    const piece = cutRaster(picture, outer);
    const clean = await freshen(context, piece, SHRINK);
    for (let i = 0; i < piece.data.length; i++) {
      piece.data[i] = at(piece.data, i) * (1 - share) + at(clean.data, i) * share;
    }
    pasteRaster(out, piece, { ...core, left: core.left - outer.left, top: core.top - outer.top }, core);
  }
  return out;
}
