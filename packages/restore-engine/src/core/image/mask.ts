/** Operations on masks: one byte per pixel, 0 or 1. */
import { at, byteAt, intAt, type Raster, type Rect } from './picture';

export interface Mask {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Share of marked pixels, 0..1. */
export function coverage({ data }: Mask): number {
  return markedIn(data) / data.length;
}

function markedIn(data: Uint8Array): number {
  let marked = 0;
  for (let i = 0; i < data.length; i++) marked += byteAt(data, i);
  return marked;
}

/** 1 where the raster's only channel is above the threshold. */
export function threshold({ width, height, data }: Raster, above: number): Mask {
  // `Uint8Array.from` with a function takes twenty times as long.
  const marked = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) marked[i] = at(data, i) > above ? 1 : 0;
  return { width, height, data: marked };
}

/** Copies a part. The rectangle must lie inside. */
export function cutMask({ width, data }: Mask, { left, top, width: columns, height }: Rect): Mask {
  const out: Mask = { width: columns, height, data: new Uint8Array(columns * height) };
  for (let y = 0; y < height; y++) {
    const from = (top + y) * width + left;
    out.data.set(data.subarray(from, from + columns), y * columns);
  }
  return out;
}

/** What either marks; both of one size. */
export function union(a: Mask, b: Mask): Mask {
  const data = new Uint8Array(a.data.length);
  for (let i = 0; i < data.length; i++) data[i] = byteAt(a.data, i) | byteAt(b.data, i);
  return { ...a, data };
}

/** Grows the marked area by `radius` pixels in every direction (a square). */
export function dilate(mask: Mask, radius: number): Mask {
  if (radius < 1) return mask;
  return spreadColumns(spreadRows(mask, radius, 1), radius, 1);
}

/** Grows the marked area by `radius` pixels to both sides: along its rows, or along its columns. */
export function dilateAlong(mask: Mask, radius: number, rows: boolean): Mask {
  return rows ? spreadRows(mask, radius, 1) : spreadColumns(mask, radius, 1);
}

/** Shrinks the marked area by `radius` pixels from every side, the picture's borders not counting as sides. */
export function erode(mask: Mask, radius: number): Mask {
  return spreadColumns(spreadRows(mask, radius, 0), radius, 0);
}

/** Every pixel of this value, 0 or 1, hands it on to `radius` pixels on both sides in its row. */
function spreadRows(mask: Mask, radius: number, value: number): Mask {
  const { width, data } = mask;
  const out = new Uint8Array(data.length).fill(1 - value);
  for (let start = 0; start < data.length; start += width) {
    let last = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < width + radius; i++) {
      if (i < width && byteAt(data, start + i) === value) last = i;
      if (i >= radius && i - last <= 2 * radius) out[start + i - radius] = value;
    }
  }
  return { ...mask, data: out };
}

/** The same in its column; row by row, all columns side by side, which is how they lie in memory. */
function spreadColumns(mask: Mask, radius: number, value: number): Mask {
  const { width, height, data } = mask;
  const out = new Uint8Array(data.length).fill(1 - value);
  const last = new Int32Array(width).fill(-2 * radius - 1);
  for (let y = 0; y < height + radius; y++) {
    const [row, target] = [y * width, (y - radius) * width];
    if (y < height) for (let x = 0; x < width; x++) if (byteAt(data, row + x) === value) last[x] = y;
    if (target < 0) continue;
    for (let x = 0; x < width; x++) if (y - intAt(last, x) <= 2 * radius) out[target + x] = value;
  }
  return { ...mask, data: out };
}

/** The parts of the marked area that are more than 2 * radius wide in every direction, with the rim around them. */
export function wideParts(mask: Mask, radius: number): Mask {
  const core = erode(mask, radius);
  // Most photographs have none.
  if (!core.data.includes(1)) return core;
  const wide = dilate(core, radius + 3);
  for (let i = 0; i < wide.data.length; i++) wide.data[i] = byteAt(wide.data, i) & byteAt(mask.data, i);
  return wide;
}

export interface Component {
  /** Pixel indices. */
  pixels: Int32Array;
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
  const order = new Int32Array(markedIn(open));
  const found: Component[] = [];
  let end = 0;
  for (let seed = open.indexOf(1); seed >= 0; seed = open.indexOf(1, seed + 1)) {
    const begin = end;
    const component = { left: width, top: height, right: 0, bottom: 0 };
    order[end++] = seed;
    open[seed] = 0;
    for (let next = begin; next < end; next++) {
      const pixel = intAt(order, next);
      const x = pixel % width;
      const y = (pixel - x) / width;
      component.left = Math.min(component.left, x);
      component.right = Math.max(component.right, x);
      component.top = Math.min(component.top, y);
      component.bottom = Math.max(component.bottom, y);
      const [lastX, lastY] = [Math.min(width - 1, x + 1), Math.min(height - 1, y + 1)];
      for (let ny = Math.max(0, y - 1); ny <= lastY; ny++) {
        for (let near = ny * width + Math.max(0, x - 1); near <= ny * width + lastX; near++) {
          if (!byteAt(open, near)) continue;
          open[near] = 0;
          order[end++] = near;
        }
      }
    }
    found.push({ ...component, pixels: order.subarray(begin, end) });
  }
  return found;
}
