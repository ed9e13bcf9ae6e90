/**
 * Takes the grain out of the pixels that a hole is filled from. A surface drawn through them follows every grain, and
 * carries it into the hole as a streak as wide as the hole.
 */
import { dilate, type Mask } from '../image/mask';
import { at, byteAt, lumaOf, type Picture, type Raster } from '../image/picture';
import { REACH_PX } from './stencils';

/** The ground is read off the unmarked pixels this near, per 1000 of the long side. */
const NEAR_PER_1000_PX = 4;
/** Where the pixels lie off the plane by more than this many times the noise's energy, there is more than grain. */
const MOST_ENERGY = 9;
/** Fewer pixels than this say nothing of a slope. */
const LEAST_PIXELS = 12;

/**
 * Gives the pixels at the rim of the marked ones the level of the ground around them, in place: of the plane that fits
 * the unmarked pixels near them best, so that slopes stay. Colours move by the luma's step, as grain is grey.
 *
 * @param noise the picture's, as a standard deviation in grey levels (`noiseOf`)
 * @param checkpoint called for every row; may throw to end the work
 */
export function calmRim(
  picture: Picture,
  mask: Mask,
  { noise, checkpoint }: { noise: number; checkpoint: () => void },
): void {
  const luma = lumaOf(picture);
  const grain = MOST_ENERGY * noise ** 2;
  const near = Math.round((NEAR_PER_1000_PX * Math.max(1000, picture.width, picture.height)) / 1000);
  const grown = dilate(mask, REACH_PX).data;
  for (let y = 0; y < picture.height; y++) {
    checkpoint();
    for (let x = 0; x < picture.width; x++) {
      const pixel = y * picture.width + x;
      if (!byteAt(grown, pixel) || byteAt(mask.data, pixel)) continue;
      const { step, energy } = groundAt(luma, mask, { x, y, near });
      const share = energy > grain ? (grain / energy) ** 2 : 1;
      for (let i = pixel * 3; i < pixel * 3 + 3; i++) picture.data[i] = byteAt(picture.data, i) + share * step;
    }
  }
}

/** Of the plane that fits the unmarked pixels near a place. */
interface Plane {
  /** How much lighter it is there than the pixel, in grey levels. */
  step: number;
  /** The mean square by which the pixels lie off it. */
  energy: number;
}

const NO_PLANE: Plane = { step: 0, energy: 0 };

function groundAt(
  { width, height, data }: Raster,
  { data: marked }: Mask,
  { x, y, near }: { x: number; y: number; near: number },
): Plane {
  const own = at(data, y * width + x);
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  let [v, vx, vy, vv] = [0, 0, 0, 0];
  const right = Math.min(width - 1, x + near);
  for (let row = Math.max(0, y - near); row <= Math.min(height - 1, y + near); row++) {
    const dy = row - y;
    for (let column = Math.max(0, x - near); column <= right; column++) {
      const i = row * width + column;
      if (byteAt(marked, i)) continue;
      const [dx, level] = [column - x, at(data, i) - own];
      n++;
      sx += dx;
      sy += dy;
      sxx += dx * dx;
      sxy += dx * dy;
      syy += dy * dy;
      v += level;
      vx += level * dx;
      vy += level * dy;
      vv += level * level;
    }
  }
  // Cramer's rule; no plane where the pixels lie in a line.
  const [a, b, c] = [sxx * syy - sxy * sxy, sxy * sy - sx * syy, sx * sxy - sxx * sy];
  const [d, e, f] = [n * syy - sy * sy, sx * sy - n * sxy, n * sxx - sx * sx];
  const whole = n * a + sx * b + sy * c;
  if (n < LEAST_PIXELS || whole <= 0) return NO_PLANE;
  const step = (a * v + b * vx + c * vy) / whole;
  const [across, down] = [(b * v + d * vx + e * vy) / whole, (c * v + e * vx + f * vy) / whole];
  return { step, energy: Math.max(0, vv - step * v - across * vx - down * vy) / n };
}
