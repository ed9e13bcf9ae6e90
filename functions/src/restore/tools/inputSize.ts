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
