/** Asks a network about a picture and about its mirror image. */
import { at, createRaster, type Raster } from '../image/picture';
import type { Model } from './models';
import { runSingle, toRaster, toTensor, UNIT_RANGE } from './tensor';

/**
 * Returns the mean of a mask network's chances for a piece and for its mirror image, 0..1: what it sees in both is
 * rarely a mistake.
 * @param piece grey, 0..255
 * @param isSure whether one look is enough
 */
export async function seenBothWays(
  model: Model,
  piece: Raster,
  isSure: (chance: Float32Array) => boolean = () => false,
): Promise<Raster> {
  const seen = await seenIn(model, piece);
  if (isSure(seen.data)) return seen;
  const mirrored = await seenIn(model, mirror(piece));
  const { width, height } = seen;
  for (let y = 0; y < height; y++) {
    for (let i = y * width, j = i + width - 1; i < (y + 1) * width; i++, j--) {
      seen.data[i] = (at(seen.data, i) + at(mirrored.data, j)) / 2;
    }
  }
  return seen;
}

async function seenIn(model: Model, piece: Raster): Promise<Raster> {
  const { width, height } = piece;
  return toRaster(await runSingle(model, toTensor(piece, UNIT_RANGE), { channels: 1, width, height }), 1);
}

function mirror(raster: Raster): Raster {
  const out = createRaster(raster.width, raster.height, 1);
  for (let y = 0; y < raster.height; y++) {
    for (let i = y * raster.width, j = i + raster.width - 1; i < (y + 1) * raster.width; i++, j--) {
      out.data[i] = at(raster.data, j);
    }
  }
  return out;
}
