/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The largest input a model takes: in all pixels, and in those of a side. */
export interface InputLimit {
  px: number;
  sidePx: number;
}

/** The largest size of the same proportions within the limit, or null when `size` is within it. */
export function reducedTo({ px, sidePx }: InputLimit, { width, height }: Size): Size | null {
  const factor = Math.min(Math.sqrt(px / (width * height)), sidePx / Math.max(width, height));
  if (factor >= 1) return null;
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) };
}
