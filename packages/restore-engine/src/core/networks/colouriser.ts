/** A colour network: lightness in, CIE Lab chroma out. Ours, or the user's (DDColor has the same form). */
import { guidedFilter } from '../image/guidedFilter';
import { lightnessOf, shownRgb } from '../image/lab';
import { at, byteAt, copyPicture, lumaOf, type Picture, type Raster } from '../image/picture';
import { resample } from '../image/resample';
import type { Model, Tensor } from './models';
import { runSingle, toRaster } from './tensor';

/** Used where a model leaves its input size open; the long side, in pixels. */
const OPEN_SIDE_PX = 256;
const SIDE_MULTIPLE = 32;
/** Chroma is drawn along the edges of the picture at this long side, in pixels, then enlarged smoothly. */
const EDGE_SIDE_PX = 1024;
/** How chroma follows those edges is worked out at this one: a quarter of the work, and the eye sees no difference. */
const FIELD_SIDE_PX = 512;

interface Size {
  width: number;
  height: number;
}

/**
 * a* and b* as the network names them, at its own, small size. Networks of one input channel take L* / 100, of three
 * the grey picture 0..1.
 * @param luma 0..255
 * @param openSide long side in pixels at which a network of any input size sees it
 */
export async function likelyChroma(model: Model, luma: Raster, openSide = OPEN_SIDE_PX): Promise<Raster> {
  const shape = model.inputs[0]?.shape ?? [];
  const { width, height } = inputSize(luma, shape, openSide);
  const small = resample(luma, width, height, 'area');
  const channels = shape[1] === 3 ? 3 : 1;
  const values = small.data.map((grey) => (channels === 3 ? grey / 255 : lightnessOf(grey) / 100));
  const planar = new Float32Array(values.length * channels);
  for (let c = 0; c < channels; c++) planar.set(values, c * values.length);
  const grey: Tensor = { type: 'float32', dims: [1, channels, height, width], data: planar };
  return toRaster(await runSingle(model, grey, { channels: 2 }), 1);
}

/** A grey picture in colours given at any smaller size, its lightness untouched. */
export function paintChroma(grey: Picture, coarse: Raster): Picture {
  const luma = lumaOf(grey);
  const chroma = alongEdges(luma, coarse);
  const out = copyPicture(grey);
  const lightness = Float32Array.from({ length: 256 }, (_, value) => lightnessOf(value));
  for (let i = 0; i < luma.data.length; i++) {
    const shown = at(lightness, byteAt(grey.data, i * 3));
    const [red, green, blue] = shownRgb(shown, at(chroma.data, i * 2), at(chroma.data, i * 2 + 1));
    out.data[i * 3] = red;
    out.data[i * 3 + 1] = green;
    out.data[i * 3 + 2] = blue;
  }
  return out;
}

function inputSize(luma: Raster, shape: readonly (number | string)[], openSide: number): Size {
  const [height, width] = shape.slice(-2);
  if (typeof height === 'number' && typeof width === 'number' && height > 0 && width > 0) return { width, height };
  const scale = openSide / Math.max(luma.width, luma.height);
  const fit = (side: number) => Math.max(SIDE_MULTIPLE * 2, Math.round((side * scale) / SIDE_MULTIPLE) * SIDE_MULTIPLE);
  return { width: fit(luma.width), height: fit(luma.height) };
}

/** Coarse chroma at the picture's size, its borders moved to where the picture has edges. */
function alongEdges(luma: Raster, chroma: Raster): Raster {
  const guide = resample(luma, ...fitted(luma, EDGE_SIDE_PX), 'area');
  const field = resample(chroma, ...fitted(luma, FIELD_SIDE_PX), 'linear');
  const cell = field.width / chroma.width;
  const sharp = guidedFilter(guide, field, { radius: Math.max(2, Math.round(cell * 2)), softness: 12 });
  return resample(sharp, luma.width, luma.height, 'linear');
}

/** Width and height of the raster once it fits a square of this side; small ones stay as they are. */
function fitted({ width, height }: Raster, side: number): [width: number, height: number] {
  const scale = Math.min(1, side / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}
