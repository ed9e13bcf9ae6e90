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
  const raster = createRaster(width, height, source.channels);
  const back = (x: number, y: number) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [source.width / 2 + dx * cos + dy * sin, source.height / 2 - dx * sin + dy * cos] as const;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = back(x + 0.5, y + 0.5);
      sample(source, [sx - 0.5, sy - 0.5], { into: raster, offset: (y * width + x) * source.channels, fill });
    }
  }
  return { raster, back };
}

/** Bilinear. */
function sample(
  source: Raster,
  [x, y]: readonly [number, number],
  { into, offset, fill }: { into: Raster; offset: number; fill: number },
): void {
  const { width, height, channels, data } = source;
  if (x <= -1 || y <= -1 || x >= width || y >= height) {
    into.data.fill(fill, offset, offset + channels);
    return;
  }
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  for (let c = 0; c < channels; c++) {
    const value = (px: number, py: number) => at(data, (py * width + px) * channels + c);
    const upper = value(left, top) * (1 - fx) + value(right, top) * fx;
    const lower = value(left, bottom) * (1 - fx) + value(right, bottom) * fx;
    into.data[offset + c] = upper * (1 - fy) + lower * fy;
  }
}
