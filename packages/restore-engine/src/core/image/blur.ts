/** Smoothing of float rasters. */
import { at, createRaster, doubleAt, type Raster } from './picture';

/** Mean over a `2 * radius + 1` square, borders repeated, in time that does not grow with the radius. */
export function boxBlur(source: Raster, radius: number): Raster {
  if (radius < 1) return source;
  return blurColumns(blurRows(source, radius), radius);
}

/** Gaussian of standard deviation `sigma` pixels, cut off at three of them, borders repeated. */
export function gaussianBlur(source: Raster, sigma: number): Raster {
  const kernel = gaussianKernel(sigma);
  return weighedColumns(weighedRows(source, kernel), kernel);
}

/** Weights of the middle and of each distance from it, in pixels; both sides together add up to 1. */
function gaussianKernel(sigma: number): Float32Array {
  const weights = Array.from({ length: Math.ceil(3 * sigma) + 1 }, (_, distance) =>
    Math.exp(-(distance ** 2) / (2 * sigma ** 2)),
  );
  const sum = weights.reduce((total, weight, distance) => total + (distance === 0 ? weight : 2 * weight), 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

function weighedRows(source: Raster, kernel: Float32Array): Raster {
  const { width, height, channels, data } = source;
  const out = createRaster(width, height, channels);
  const rowLength = width * channels;
  for (let first = 0; first < data.length; first += rowLength) {
    const last = first + rowLength - channels;
    for (let i = first; i < first + rowLength; i++) {
      const channel = (i - first) % channels;
      let sum = at(data, i) * at(kernel, 0);
      for (let distance = 1; distance < kernel.length; distance++) {
        const before = Math.max(i - distance * channels, first + channel);
        const after = Math.min(i + distance * channels, last + channel);
        sum += (at(data, before) + at(data, after)) * at(kernel, distance);
      }
      out.data[i] = sum;
    }
  }
  return out;
}

function weighedColumns(source: Raster, kernel: Float32Array): Raster {
  const { width, height, channels, data } = source;
  const out = createRaster(width, height, channels);
  const rowLength = width * channels;
  for (let y = 0; y < height; y++) {
    const to = y * rowLength;
    for (let i = 0; i < rowLength; i++) out.data[to + i] = at(data, to + i) * at(kernel, 0);
    for (let distance = 1; distance < kernel.length; distance++) {
      const weight = at(kernel, distance);
      const above = Math.max(0, y - distance) * rowLength;
      const below = Math.min(height - 1, y + distance) * rowLength;
      for (let i = 0; i < rowLength; i++) {
        out.data[to + i] = at(out.data, to + i) + (at(data, above + i) + at(data, below + i)) * weight;
      }
    }
  }
  return out;
}

function blurRows(source: Raster, radius: number): Raster {
  const { width, height, channels } = source;
  const out = createRaster(width, height, channels);
  const scale = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    for (let c = 0; c < channels; c++) {
      const first = y * width * channels + c;
      const last = first + (width - 1) * channels;
      const reach = radius * channels;
      let sum = at(source.data, first) * radius;
      for (let i = first; i <= first + reach; i += channels) sum += at(source.data, Math.min(i, last));
      for (let i = first; i <= last; i += channels) {
        out.data[i] = sum * scale;
        const [entering, leaving] = [Math.min(i + reach + channels, last), Math.max(i - reach, first)];
        sum += at(source.data, entering) - at(source.data, leaving);
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
    for (let i = 0; i < rowLength; i++) sums[i] = doubleAt(sums, i) + sign * at(source.data, row + i);
  };
  for (let y = -radius; y <= radius; y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < rowLength; i++) out.data[y * rowLength + i] = doubleAt(sums, i) * scale;
    add(y + radius + 1, 1);
    add(y - radius, -1);
  }
  return out;
}
