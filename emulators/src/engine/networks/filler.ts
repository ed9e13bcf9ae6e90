/** Corrects what Telea's method painted into thin damage and behind letters: the U-Net of `emulators/training/trainFill.py`. */
import { Tensor } from 'onnxruntime-node';
import type { Mask } from '../image/mask';
import { at, type Picture, type Raster, type Rect } from '../image/picture';
import { tilesOf } from '../image/tiles';
import type { Model, ModelStore } from './modelStore';
import { runSingle, toRaster } from './tensor';

const TILE_PX = 256;
const MARGIN_PX = 32;
/** The network halves its input three times. */
const SIDE_MULTIPLE = 8;

/**
 * Repaints the marked pixels of a picture that Telea has filled already; all others keep their bytes.
 * @param checkpoint called before each tile; may throw to end the work
 */
export async function correctFilling(
  models: ModelStore,
  picture: Picture,
  mask: Mask,
  checkpoint: () => void,
): Promise<void> {
  const model = await models.find('fill');
  if (!model) return;
  for (const { core, outer } of tilesOf(picture, TILE_PX, MARGIN_PX)) {
    if (!isMarked(mask, core)) continue;
    checkpoint();
    const seen = await correct(model, picture, mask, outer);
    pasteMarked(picture, seen, mask, { core, outer });
  }
}

function isMarked(mask: Mask, { left, top, width, height }: Rect): boolean {
  for (let y = top; y < top + height; y++) {
    const row = y * mask.width + left;
    if (mask.data.subarray(row, row + width).includes(1)) return true;
  }
  return false;
}

/** The piece as the network would have it, 0..255; sides are padded by repeating the last pixels. */
async function correct(model: Model, picture: Picture, mask: Mask, part: Rect): Promise<Raster> {
  const width = Math.ceil(part.width / SIDE_MULTIPLE) * SIDE_MULTIPLE;
  const height = Math.ceil(part.height / SIDE_MULTIPLE) * SIDE_MULTIPLE;
  const area = width * height;
  const planes = new Float32Array(4 * area);
  for (let y = 0; y < height; y++) {
    const row = (part.top + Math.min(y, part.height - 1)) * picture.width + part.left;
    for (let x = 0; x < width; x++) {
      const pixel = row + Math.min(x, part.width - 1);
      const i = y * width + x;
      for (let c = 0; c < 3; c++) planes[c * area + i] = at(picture.data, pixel * 3 + c) / 255;
      planes[3 * area + i] = at(mask.data, pixel);
    }
  }
  const answer = await runSingle(model.session, new Tensor('float32', planes, [1, 4, height, width]));
  return toRaster(answer, 255);
}

function pasteMarked(picture: Picture, seen: Raster, mask: Mask, { core, outer }: { core: Rect; outer: Rect }): void {
  for (let y = core.top; y < core.top + core.height; y++) {
    for (let x = core.left; x < core.left + core.width; x++) {
      const pixel = y * picture.width + x;
      if (!mask.data[pixel]) continue;
      const from = ((y - outer.top) * seen.width + x - outer.left) * 3;
      picture.data.set(seen.data.subarray(from, from + 3), pixel * 3);
    }
  }
}
