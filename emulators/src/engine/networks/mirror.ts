/** Asks a network about a picture and about its mirror image. */
import { at, createRaster, type Raster } from '../image/picture';
import type { Model } from './modelStore';
import { runSingle, toRaster, toTensor, UNIT_RANGE } from './tensor';

/**
 * Mean of what a mask network says of the piece and of its mirror image, 0..1: what it sees in both is rarely a mistake.
 * @param piece grey, 0..255
 * @param nothing where the first answer is below this chance everywhere, it is not asked twice
 */
export async function seenBothWays(model: Model, piece: Raster, nothing = 0): Promise<Raster> {
  const seen = await seenIn(model, piece);
  if (seen.data.every((value) => value < nothing)) return seen;
  const mirrored = mirror(await seenIn(model, mirror(piece)));
  return { ...seen, data: seen.data.map((value, i) => (value + at(mirrored.data, i)) / 2) };
}

async function seenIn(model: Model, piece: Raster): Promise<Raster> {
  return toRaster(await runSingle(model.session, toTensor(piece, UNIT_RANGE)), 1);
}

function mirror(raster: Raster): Raster {
  const out = createRaster(raster.width, raster.height, 1);
  for (let y = 0; y < raster.height; y++) {
    const row = raster.data.subarray(y * raster.width, (y + 1) * raster.width);
    out.data.set(new Float32Array(row).reverse(), y * raster.width);
  }
  return out;
}
