/** sRGB (D65) to CIE Lab and back. https://www.w3.org/TR/css-color-4/#color-conversion-code gives the same numbers for D65. */

const WHITE = [0.95047, 1, 1.08883] as const;
const EPSILON = 216 / 24389;
const KAPPA = 24389 / 27;

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

const forward = (t: number): number => (t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116);
const backward = (t: number): number => (t ** 3 > EPSILON ? t ** 3 : (116 * t - 16) / KAPPA);
const gamma = (c: number): number => 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * Math.max(0, c) ** (1 / 2.4) - 0.055);

/** L* 0..100 of a neutral grey of 0..255. */
export function lightnessOf(grey: number): number {
  const linear = LINEAR[Math.min(255, Math.max(0, Math.round(grey)))] ?? 0;
  return 116 * forward(linear) - 16;
}

/** L*, a*, b* to R, G, B; 0..255, not clamped. */
export function labToRgb(lightness: number, a: number, b: number): [number, number, number] {
  const fy = (lightness + 16) / 116;
  const x = backward(fy + a / 500) * WHITE[0];
  const y = backward(fy) * WHITE[1];
  const z = backward(fy - b / 200) * WHITE[2];
  return [
    gamma(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    gamma(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    gamma(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ];
}
