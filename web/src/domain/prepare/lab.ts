import type { IMagickImage } from '@imagemagick/magick-wasm';
import type { Pixels } from './pixels';

/** From the connection space (white D50) to linear sRGB, by Bradford's adaptation (ICC.1:2010, annex E). */
const TO_LINEAR = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;
const WHITE = [0.9642, 1, 0.8249] as const;
/** CIE 15: where the cube root gives way to a line. */
const EDGE = 6 / 29;

const fromLightness = (value: number) => (value > EDGE ? value ** 3 : 3 * EDGE ** 2 * (value - 4 / 29));
const toCurve = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/**
 * Returns a picture in CIE L*a*b* as sRGB. A TIFF's white is D50; ImageMagick takes it for D65, which turns blue to cyan.
 */
export function labToRgb(image: IMagickImage): Pixels {
  const { width, height } = image;
  const lab = image.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, 'RGB')) ?? new Uint8Array();
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [l = 0, a = 0, b = 0] = lab.subarray(pixel * 3, pixel * 3 + 3);
    const y = (l / 2.55 + 16) / 116;
    const [X, Y, Z] = [y + (a - 128) / 500, y, y - (b - 128) / 200].map(fromLightness) as [number, number, number];
    TO_LINEAR.forEach(([x, y, z], channel) => {
      data[pixel * 4 + channel] = 255 * toCurve(x * X * WHITE[0] + y * Y * WHITE[1] + z * Z * WHITE[2]);
    });
    data[pixel * 4 + 3] = 255;
  }
  return { width, height, data };
}
