/**
 * Smooths a field along the edges of a guide picture. K. He et al., "Guided Image Filtering" (2013),
 * https://doi.org/10.1109/TPAMI.2012.213; K. He, J. Sun, "Fast Guided Filter" (2015), https://arxiv.org/abs/1505.00996.
 */
import { boxBlur } from './blur';
import { at, createRaster, type Raster } from './picture';
import { resample } from './resample';

/**
 * The field at the guide's size.
 * @param guide one channel, 0..255
 * @param field any number of channels, any size; how it follows the guide is worked out at that size
 * @param radius in pixels of the field
 * @param softness guide contrast, in grey levels, that counts as an edge
 */
export function guidedFilter(
  guide: Raster,
  field: Raster,
  { radius, softness }: { radius: number; softness: number },
): Raster {
  const small = resample(guide, field.width, field.height, 'area');
  const meanGuide = boxBlur(small, radius).data;
  const meanSquare = boxBlur(multiply(small, small), radius).data;
  const out = createRaster(guide.width, guide.height, field.channels);
  const atGuide = (raster: Raster) => resample(boxBlur(raster, radius), guide.width, guide.height, 'linear').data;
  for (let c = 0; c < field.channels; c++) {
    const channel = pick(field, c);
    const meanField = boxBlur(channel, radius).data;
    const meanProduct = boxBlur(multiply(small, channel), radius).data;
    const slope = createRaster(small.width, small.height, 1);
    const offset = createRaster(small.width, small.height, 1);
    for (let i = 0; i < slope.data.length; i++) {
      const mean = at(meanGuide, i);
      const variance = at(meanSquare, i) - mean * mean;
      const value = (at(meanProduct, i) - mean * at(meanField, i)) / (variance + softness * softness);
      slope.data[i] = value;
      offset.data[i] = at(meanField, i) - value * mean;
    }
    const [a, b] = [atGuide(slope), atGuide(offset)];
    for (let i = 0; i < a.length; i++) out.data[i * field.channels + c] = at(a, i) * at(guide.data, i) + at(b, i);
  }
  return out;
}

function pick(field: Raster, c: number): Raster {
  const out = createRaster(field.width, field.height, 1);
  for (let i = 0; i < out.data.length; i++) out.data[i] = at(field.data, i * field.channels + c);
  return out;
}

/** Of two rasters of one channel and size. */
function multiply(a: Raster, b: Raster): Raster {
  const out = createRaster(a.width, a.height, 1);
  for (let i = 0; i < out.data.length; i++) out.data[i] = at(a.data, i) * at(b.data, i);
  return out;
}
