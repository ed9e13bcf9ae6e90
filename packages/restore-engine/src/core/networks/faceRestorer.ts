/** The user's own face network (GFPGAN, CodeFormer): a square RGB face, -1..1, to the same face restored. */
import { at, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import type { ModelStore } from './models';
import { runSingle, toRaster, toTensor } from './tensor';

const DEFAULT_SIDE_PX = 512;
const SIGNED_RANGE = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

/** The piece restored at its own size; undefined when no face network is installed. */
export async function restoreFace(models: ModelStore, piece: Raster): Promise<Raster | undefined> {
  const model = await models.find('face');
  if (!model) return undefined;
  const last = model.inputs[0]?.shape.at(-1);
  const side = typeof last === 'number' && last > 0 ? last : DEFAULT_SIDE_PX;
  const square = resample(piece, side, side, piece.width > side ? 'area' : 'cubic');
  const restored = toRaster(await runSingle(model, toTensor(square, SIGNED_RANGE), { channels: 3 }), 127.5);
  for (let i = 0; i < restored.data.length; i++) restored.data[i] = at(restored.data, i) + 127.5;
  return resample(restored, piece.width, piece.height, piece.width > side ? 'cubic' : 'area');
}
