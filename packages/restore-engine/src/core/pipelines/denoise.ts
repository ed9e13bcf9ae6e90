/** Takes grain, noise and JPEG blocks out as far as a photo has them. */
import type { JobContext } from '../context';
import { stage } from '../context';
import { boxBlur } from '../image/blur';
import { noiseOf } from '../image/measure';
import {
  at,
  copyPicture,
  createRaster,
  cutRaster,
  floatLumaAt,
  lumaOf,
  type Picture,
  pasteRaster,
  type Raster,
} from '../image/picture';
import { tilesOf } from '../image/tiles';
import { fadingGain } from '../image/tone';
import { UPSCALER_TILE } from '../networks/upscaler';
import { freshen } from './freshen';

/** Noise, in grey levels of standard deviation once fading is undone, that counts as none and as much. */
const CLEAN_NOISE = 3.5;
const HEAVY_NOISE = 9;
/** Share of the noise taken out where it is heavy: without any grain skin turns to wax. */
const MOST_SHARE = 0.85;
const SHRINK = 2;
const MARGIN_PX = 32;
/** The square over which what the network took out is weighed against the noise. */
const WEIGH_RADIUS_PX = 3;
/** How much above the noise's own energy still counts as noise: in a small square it varies by chance. */
const CHANCE = 1.3;

/** How much of the noise to take out, 0..MOST_SHARE, for a noise in grey levels. */
export function denoiseShare(noise: number): number {
  return MOST_SHARE * Math.min(1, Math.max(0, (noise - CLEAN_NOISE) / (HEAVY_NOISE - CLEAN_NOISE)));
}

/**
 * A clean photo comes back as it is. Grain that the lifting of a faded print will amplify counts as loud as it will be.
 */
export async function denoise(
  context: JobContext,
  picture: Picture,
  range: readonly [number, number],
): Promise<Picture> {
  const advance = stage(context, 'Clearing grain and noise', range);
  const noise = noiseOf(lumaOf(picture));
  const share = denoiseShare(noise * fadingGain(picture));
  if (share === 0) return picture;
  const out = copyPicture(picture);
  const tiles = tilesOf(picture, UPSCALER_TILE * SHRINK, MARGIN_PX);
  for (const [index, { core, outer }] of tiles.entries()) {
    advance(index / tiles.length);
    const piece = cutRaster(picture, outer);
    const clean = await freshen(context, piece, SHRINK);
    const inner = { ...core, left: core.left - outer.left, top: core.top - outer.top };
    takeOut(piece, clean, noise, share);
    pasteRaster(out, piece, inner, core);
  }
  return out;
}

/**
 * Moves the piece towards the clean one, in place. The network removes noise and also texture finer than it can see.
 * Where it removed more than noise explains, the surplus is the picture's and stays (a Wiener filter of the
 * difference).
 */
function takeOut(piece: Raster, clean: Raster, noise: number, share: number): void {
  const energy = createRaster(piece.width, piece.height, 1);
  for (let i = 0; i < energy.data.length; i++) {
    energy.data[i] = (floatLumaAt(piece.data, i * 3) - floatLumaAt(clean.data, i * 3)) ** 2;
  }
  const local = boxBlur(energy, WEIGH_RADIUS_PX).data;
  for (let i = 0; i < local.length; i++) {
    const weight = share * Math.min(1, (CHANCE * noise * noise) / Math.max(1e-6, at(local, i)));
    for (let j = i * 3; j < i * 3 + 3; j++) {
      piece.data[j] = at(piece.data, j) * (1 - weight) + at(clean.data, j) * weight;
    }
  }
}
