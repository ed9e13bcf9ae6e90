/**
 * Smooths a field along the edges of a guide picture. K. He et al., "Guided Image Filtering" (2013),
 * https://doi.org/10.1109/TPAMI.2012.213.
 */
import { boxBlur } from './blur';
import { at, createRaster, type Raster } from './picture';

/**
 * @param guide one channel, 0..255
 * @param field any number of channels, of the guide's size
 * @param softness guide contrast, in grey levels, that counts as an edge
 */
export function guidedFilter(
  guide: Raster,
  field: Raster,
  { radius, softness }: { radius: number; softness: number },
): Raster {
  const out = createRaster(field.width, field.height, field.channels);
  const meanGuide = boxBlur(guide, radius).data;
  const meanSquare = boxBlur(multiply(guide.data, guide.data, guide), radius).data;
  for (let c = 0; c < field.channels; c++) {
    const channel = pick(field, c);
    const meanField = boxBlur(channel, radius).data;
    const meanProduct = boxBlur(multiply(guide.data, channel.data, guide), radius).data;
    const slope = createRaster(guide.width, guide.height, 1);
    const offset = createRaster(guide.width, guide.height, 1);
    for (let i = 0; i < slope.data.length; i++) {
      const mean = at(meanGuide, i);
      const variance = at(meanSquare, i) - mean * mean;
      const value = (at(meanProduct, i) - mean * at(meanField, i)) / (variance + softness * softness);
      slope.data[i] = value;
      offset.data[i] = at(meanField, i) - value * mean;
    }
    const [a, b] = [boxBlur(slope, radius).data, boxBlur(offset, radius).data];
    for (let i = 0; i < a.length; i++) out.data[i * field.channels + c] = at(a, i) * at(guide.data, i) + at(b, i);
  }
  return out;
}

function pick(field: Raster, c: number): Raster {
  const out = createRaster(field.width, field.height, 1);
  for (let i = 0; i < out.data.length; i++) out.data[i] = at(field.data, i * field.channels + c);
  return out;
}

function multiply(a: Float32Array, b: Float32Array, size: Raster): Raster {
  return { width: size.width, height: size.height, channels: 1, data: a.map((value, i) => value * at(b, i)) };
}
