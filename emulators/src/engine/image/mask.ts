/** Operations on masks: one byte per pixel, 0 or 1. */
import { at, byteAt, type Raster } from './picture';

export interface Mask {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Share of marked pixels, 0..1. */
export function coverage(mask: Mask): number {
  let marked = 0;
  for (let i = 0; i < mask.data.length; i++) marked += byteAt(mask.data, i);
  return marked / mask.data.length;
}

/** 1 where the raster's only channel is above the threshold. */
export function threshold({ width, height, data }: Raster, above: number): Mask {
  // `Uint8Array.from` with a function takes twenty times as long.
  const marked = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) marked[i] = at(data, i) > above ? 1 : 0;
  return { width, height, data: marked };
}

/** What either marks; both of one size. */
export function union(a: Mask, b: Mask): Mask {
  return { ...a, data: a.data.map((value, i) => value | byteAt(b.data, i)) };
}

/** Grows the marked area by `radius` pixels in every direction (a square). */
export function dilate(mask: Mask, radius: number): Mask {
  if (radius < 1) return mask;
  const { width, height } = mask;
  const rows = new Uint8Array(mask.data.length);
  for (let y = 0; y < height; y++) spread(mask.data, rows, { start: y * width, step: 1, count: width, radius });
  const out = new Uint8Array(mask.data.length);
  for (let x = 0; x < width; x++) spread(rows, out, { start: x, step: width, count: height, radius });
  return { width, height, data: out };
}

/** Grows the marked area by `radius` pixels to both sides: along its rows, or along its columns. */
export function dilateAlong({ width, height, data }: Mask, radius: number, rows: boolean): Mask {
  const out = new Uint8Array(data.length);
  const [lines, count] = rows ? [height, width] : [width, height];
  for (let line = 0; line < lines; line++) {
    spread(data, out, { start: rows ? line * width : line, step: rows ? 1 : width, count, radius });
  }
  return { width, height, data: out };
}

function spread(
  from: Uint8Array,
  to: Uint8Array,
  { start, step, count, radius }: { start: number; step: number; count: number; radius: number },
): void {
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count + radius; i++) {
    if (i < count && byteAt(from, start + i * step)) last = i;
    const target = i - radius;
    if (target >= 0 && i - last <= 2 * radius) to[start + target * step] = 1;
  }
}

/** Shrinks the marked area by `radius` pixels from every side, the picture's borders not counting as sides. */
export function erode(mask: Mask, radius: number): Mask {
  return inverse(dilate(inverse(mask), radius));
}

function inverse(mask: Mask): Mask {
  const data = new Uint8Array(mask.data.length);
  for (let i = 0; i < data.length; i++) data[i] = 1 - byteAt(mask.data, i);
  return { ...mask, data };
}

/** The parts of the marked area that are more than 2 * radius wide in every direction, with the rim around them. */
export function wideParts(mask: Mask, radius: number): Mask {
  const core = dilate(erode(mask, radius), radius + 3);
  return { ...mask, data: core.data.map((value, i) => value & byteAt(mask.data, i)) };
}

export interface Component {
  /** Pixel indices. */
  pixels: number[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface HysteresisLevels {
  low: number;
  high: number;
  /** A group stays when at least this share of it is above `high`, 0..1. */
  share: number;
  /** And at least so many pixels of it; 0 unless told. */
  least?: number;
}

/** Groups of pixels above `low` of which enough are above `high`: sure ones bring their less sure neighbours along. */
export function hysteresis(raster: Raster, { low, high, share, least = 0 }: HysteresisLevels): Mask {
  const out: Mask = { width: raster.width, height: raster.height, data: new Uint8Array(raster.data.length) };
  for (const { pixels } of componentsOf(threshold(raster, low))) {
    let sure = 0;
    for (const pixel of pixels) if (at(raster.data, pixel) > high) sure++;
    if (sure < Math.max(least, pixels.length * share)) continue;
    for (const pixel of pixels) out.data[pixel] = 1;
  }
  return out;
}

/** Groups of marked pixels that touch, corners included. */
export function componentsOf(mask: Mask): Component[] {
  const { width, height } = mask;
  const open = new Uint8Array(mask.data);
  const found: Component[] = [];
  for (let seed = 0; seed < open.length; seed++) {
    if (!open[seed]) continue;
    const component: Component = { pixels: [], left: width, top: height, right: 0, bottom: 0 };
    const waiting = [seed];
    open[seed] = 0;
    for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
      component.pixels.push(pixel);
      const x = pixel % width;
      const y = (pixel - x) / width;
      component.left = Math.min(component.left, x);
      component.right = Math.max(component.right, x);
      component.top = Math.min(component.top, y);
      component.bottom = Math.max(component.bottom, y);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (!open[next]) continue;
          open[next] = 0;
          waiting.push(next);
        }
      }
    }
    found.push(component);
  }
  return found;
}
