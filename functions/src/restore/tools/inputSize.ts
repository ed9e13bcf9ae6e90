/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The inputs a model takes: at most so many pixels in all and in a side, and at least so many in a side. */
export interface InputLimit {
  px: number;
  sidePx: number;
  leastSidePx: number;
}

/**
 * The largest size of the same proportions within the limit, or null when `size` is not above it. A strip whose shorter
 * side would become too small for the model keeps the least one: the model sees it stretched.
 */
export function reducedTo({ px, sidePx, leastSidePx }: InputLimit, { width, height }: Size): Size | null {
  const factor = Math.min(Math.sqrt(px / (width * height)), sidePx / Math.max(width, height));
  if (factor >= 1) return null;
  const reduced = (side: number) => Math.max(Math.min(side, leastSidePx), Math.floor(side * factor));
  return { width: reduced(width), height: reduced(height) };
}

/** A picture of `size` with a border of `margin` pixels on the left and right (x), and above and below (y). */
export interface Framed {
  size: Size;
  margin: { x: number; y: number };
}

/** Most pixels of a framed picture: the models that need a frame see about one megapixel. */
const MAX_FRAMED_PX = 4_000_000;

/**
 * How a picture is framed for a model that would cut or squeeze it: wide enough a border that the longer side is at
 * most `widest` times the shorter one. Null for a picture of such a shape.
 */
export function framed(widest: number, { width, height }: Size): Framed | null {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long <= short * widest) return null;
  const factor = Math.min(1, Math.sqrt(MAX_FRAMED_PX / ((long * long) / widest)));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  const size = { width: scaled(width), height: scaled(height) };
  const missing = (side: number, other: number) => Math.max(0, Math.ceil((other / widest - side) / 2));
  return { size, margin: { x: missing(size.width, size.height), y: missing(size.height, size.width) } };
}
