/** Turning a picture by any angle, and finding back. */
import { at, createRaster, type Raster } from './picture';

export interface Turned {
  raster: Raster;
  /** The point of the source, in pixels, that a point of the turned raster shows. */
  back(x: number, y: number): readonly [number, number];
}

/**
 * The raster turned about its middle, on a canvas that holds all of it; the corners are `fill`.
 * @param degrees clockwise
 * @param multiple the canvas' sides are rounded up to multiples of this
 */
export function turn(source: Raster, degrees: number, { fill, multiple }: { fill: number; multiple: number }): Turned {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = (a: number, b: number) => Math.ceil((Math.abs(a) + Math.abs(b)) / multiple) * multiple;
  const width = reach(source.width * cos, source.height * sin);
  const height = reach(source.width * sin, source.height * cos);
  const back = (x: number, y: number) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [source.width / 2 + dx * cos + dy * sin, source.height / 2 - dx * sin + dy * cos] as const;
  };
  const raster = createRaster(width, height, source.channels);
  raster.data.fill(fill);
  for (let y = 0; y < height; y++) {
    let [sx, sy] = back(0.5, y + 0.5);
    for (let x = 0; x < width; x++) {
      if (sx > -0.5 && sy > -0.5 && sx < source.width + 0.5 && sy < source.height + 0.5) {
        sample(source, sx - 0.5, sy - 0.5, raster.data, (y * width + x) * source.channels);
      }
      sx += cos;
      sy -= sin;
    }
  }
  return { raster, back };
}

/** Bilinear, borders repeated; writes all channels from `offset` on. */
function sample(source: Raster, x: number, y: number, into: Float32Array, offset: number): void {
  const { width, height, channels, data } = source;
  const left = Math.max(0, Math.floor(x));
  const top = Math.max(0, Math.floor(y));
  const aside = left < width - 1 ? channels : 0;
  const below = top < height - 1 ? width * channels : 0;
  const [fx, fy] = [Math.max(0, x - left), Math.max(0, y - top)];
  const first = (top * width + left) * channels;
  for (let i = first; i < first + channels; i++) {
    const upper = at(data, i) * (1 - fx) + at(data, i + aside) * fx;
    const lower = at(data, i + below) * (1 - fx) + at(data, i + below + aside) * fx;
    into[offset + i - first] = upper * (1 - fy) + lower * fy;
  }
}
