/** The pictures the engine takes. */

/** Largest picture, in pixels: refuses a decompression bomb by its header. */
export const MAX_IMAGE_PX = 40_000_000;
/** Longest side of a picture, given or made, in pixels: WebP and many programs end near here. */
export const MAX_IMAGE_SIDE_PX = 16_384;
/** Shortest side of a picture, in pixels. */
export const MIN_IMAGE_SIDE_PX = 16;
