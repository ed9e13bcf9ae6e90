/**
 * Luma of sRGB values by Rec. ITU-R BT.709-6, item 3.2. What is left of a colour without its luma is its chroma; of two
 * colours, it mixes as Cb and Cr do. Shaders and this package share the numbers.
 */
export const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** Of warmth 1: Cr grows and Cb shrinks by this share of the luma, so that black stays black. */
const WARMTH = 0.06;
/** What Cr and -Cb of 1 add to red, green and blue (BT.709-6, item 3.3, solved for R', G', B'). It adds no luma. */
export const WARM = [
  1.5748 * WARMTH,
  ((0.0722 * 1.8556 - 0.2126 * 1.5748) / 0.7152) * WARMTH,
  -1.8556 * WARMTH,
] as const;

/** Of contrast 1: the curve is so much steeper at half the light as it is flatter at both ends. Below 1, it never turns. */
export const CONTRAST = 0.6;
