import { type PictureEdit, straightenedSize } from './edit';
import { fromUnitSquare } from './homography';
import type { Pixels } from './pixels';
import { scaleQuad } from './quad';
import type { PixelSize } from './targetSize';

/** Steps between two pixels for which the weights are worked out beforehand. */
const PHASES = 64;
const TAPS = 4;

/**
 * The weights of Catmull-Rom's cubic (a = -0.5) for each phase. It keeps grain and fine lines that a bilinear sample
 * would soften. Source: R. Keys, "Cubic convolution interpolation" (1981).
 */
const CUBIC = Float32Array.from({ length: PHASES * TAPS }, (_, index) => {
  const off = Math.abs(Math.floor(index / TAPS) / PHASES + 1 - (index % TAPS));
  return off < 1 ? 1.5 * off ** 3 - 2.5 * off ** 2 + 1 : -0.5 * off ** 3 + 2.5 * off ** 2 - 4 * off + 2;
});

/** The size of the edited picture: the straightened one, turned, and not more pixels than `most` allows. */
export function editedSize(
  { corners, quarters }: PictureEdit,
  size: PixelSize,
  most: (size: PixelSize) => PixelSize,
): PixelSize {
  const flat = straightenedSize(corners, size);
  return most(quarters % 2 === 0 ? flat : { width: flat.height, height: flat.width });
}

/**
 * Returns the part of the picture within the corners as a rectangle of this size, turned. Each pixel is sampled by a
 * cubic over 4 x 4 pixels.
 */
export function straighten(picture: Pixels, { corners, quarters }: PictureEdit, target: PixelSize): Pixels {
  const { width, height, data: from } = picture;
  const data = new Uint8ClampedArray(target.width * target.height * 4);
  const [a, b, c, d, e, f, g, h] = fromUnitSquare(scaleQuad(corners, picture));
  for (let row = 0; row < target.height; row += 1) {
    const down = (row + 0.5) / target.height;
    for (let column = 0; column < target.width; column += 1) {
      const right = (column + 0.5) / target.width;
      // Where in the straightened, not yet turned picture this is.
      const u = quarters === 0 ? right : quarters === 1 ? down : quarters === 2 ? 1 - right : 1 - down;
      const v = quarters === 0 ? down : quarters === 1 ? 1 - right : quarters === 2 ? 1 - down : right;
      const w = g * u + h * v + 1;
      const x = (a * u + b * v + c) / w - 0.5;
      const y = (d * u + e * v + f) / w - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const acrossAt = Math.floor((x - left) * PHASES) * TAPS;
      const downAt = Math.floor((y - top) * PHASES) * TAPS;
      let [red, green, blue] = [0, 0, 0];
      for (let tapDown = 0; tapDown < TAPS; tapDown += 1) {
        const fromRow = Math.min(height - 1, Math.max(0, top - 1 + tapDown)) * width;
        const weightDown = CUBIC[downAt + tapDown] as number;
        for (let tap = 0; tap < TAPS; tap += 1) {
          const at = (fromRow + Math.min(width - 1, Math.max(0, left - 1 + tap))) * 4;
          const weight = weightDown * (CUBIC[acrossAt + tap] as number);
          red += weight * (from[at] as number);
          green += weight * (from[at + 1] as number);
          blue += weight * (from[at + 2] as number);
        }
      }
      const to = (row * target.width + column) * 4;
      data[to] = red;
      data[to + 1] = green;
      data[to + 2] = blue;
      data[to + 3] = 255;
    }
  }
  return { ...target, data };
}
