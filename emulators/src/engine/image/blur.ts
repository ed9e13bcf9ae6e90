/** Smoothing of float rasters. */
import { at, createRaster, type Raster } from './picture';

/** Mean over a `2 * radius + 1` square, borders repeated, in time that does not grow with the radius. */
export function boxBlur(source: Raster, radius: number): Raster {
  if (radius < 1) return source;
  return blurColumns(blurRows(source, radius), radius);
}

/** Three box passes: close to a Gaussian of standard deviation `sigma` pixels. */
export function gaussianBlur(source: Raster, sigma: number): Raster {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  return boxBlur(boxBlur(boxBlur(source, radius), radius), radius);
}

function blurRows(source: Raster, radius: number): Raster {
  const { width, height, channels } = source;
  const out = createRaster(width, height, channels);
  const scale = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    for (let c = 0; c < channels; c++) {
      const base = y * width * channels + c;
      const read = (x: number) => at(source.data, base + Math.min(width - 1, Math.max(0, x)) * channels);
      let sum = 0;
      for (let x = -radius; x <= radius; x++) sum += read(x);
      for (let x = 0; x < width; x++) {
        out.data[base + x * channels] = sum * scale;
        sum += read(x + radius + 1) - read(x - radius);
      }
    }
  }
  return out;
}

function blurColumns(source: Raster, radius: number): Raster {
  const { width, height, channels } = source;
  const out = createRaster(width, height, channels);
  const rowLength = width * channels;
  const scale = 1 / (2 * radius + 1);
  const sums = new Float64Array(rowLength);
  const add = (y: number, sign: number) => {
    const row = Math.min(height - 1, Math.max(0, y)) * rowLength;
    for (let i = 0; i < rowLength; i++) sums[i] = at(sums, i) + sign * at(source.data, row + i);
  };
  for (let y = -radius; y <= radius; y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < rowLength; i++) out.data[y * rowLength + i] = at(sums, i) * scale;
    add(y + radius + 1, 1);
    add(y - radius, -1);
  }
  return out;
}
