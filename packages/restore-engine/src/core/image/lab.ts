/** sRGB (D65) to CIE Lab and back. Same numbers as https://www.w3.org/TR/css-color-4/#color-conversion-code for D65. */

import { at } from './picture';

const WHITE = [0.95047, 1, 1.08883] as const;
const EPSILON = 216 / 24389;
const KAPPA = 24389 / 27;
/** Halvings of the chroma between grey and what was asked for. */
const GAMUT_STEPS = 5;

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

const forward = (t: number): number => (t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116);
// Not `t ** 3`, which takes far longer.
const backward = (t: number): number => (t * t * t > EPSILON ? t * t * t : (116 * t - 16) / KAPPA);
const exactGamma = (c: number): number => 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

/** Powers are what colouring a photograph would spend most of its time on: `exactGamma` of 0..1, to be interpolated. */
const GAMMA_STEPS = 4096;
const GAMMA = Float32Array.from({ length: GAMMA_STEPS + 2 }, (_, step) => exactGamma(step / GAMMA_STEPS));

function gamma(c: number): number {
  if (c < 0 || c > 1) return exactGamma(c);
  const step = Math.floor(c * GAMMA_STEPS);
  const low = at(GAMMA, step);
  return low + (at(GAMMA, step + 1) - low) * (c * GAMMA_STEPS - step);
}

const linearOf = (value: number): number => LINEAR[Math.min(255, Math.max(0, Math.round(value)))] ?? 0;

/** L* 0..100 of a neutral grey of 0..255. */
export function lightnessOf(grey: number): number {
  return 116 * forward(linearOf(grey)) - 16;
}

/** L*, a*, b* to R, G, B; beyond 0..255 where no screen shows such a colour. */
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

/** As `labToRgb`, within 0..255: a colour no screen shows gets less chroma of its hue, so that its lightness stays. */
export function shownRgb(lightness: number, a: number, b: number): [number, number, number] {
  const rgb = labToRgb(lightness, a, b);
  if (isShown(rgb)) return rgb;
  let [least, most] = [0, 1];
  for (let step = 0; step < GAMUT_STEPS; step++) {
    const share = (least + most) / 2;
    if (isShown(labToRgb(lightness, a * share, b * share))) least = share;
    else most = share;
  }
  return labToRgb(lightness, a * least, b * least);
}

// Half a grey level is lost in rounding anyway.
const isShown = ([red, green, blue]: readonly [number, number, number]): boolean =>
  Math.min(red, green, blue) > -0.5 && Math.max(red, green, blue) < 255.5;

/** R, G, B of 0..255 to L*, a*, b*. */
export function rgbToLab(red: number, green: number, blue: number): [number, number, number] {
  const [r, g, b] = [linearOf(red), linearOf(green), linearOf(blue)];
  const fx = forward((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / WHITE[0]);
  const fy = forward((0.2126729 * r + 0.7151522 * g + 0.072175 * b) / WHITE[1]);
  const fz = forward((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / WHITE[2]);
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
