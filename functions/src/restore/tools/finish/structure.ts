/** Pictures as structures: what remains of them when tone and contrast are the same everywhere. */
import { fromRgb, type RawPicture } from '../../../platform/pictures';
import type { Size } from '../inputSize';
import {
  bicubic,
  blur,
  boxMean,
  mapPlane,
  minus,
  newPlane,
  type Plane,
  product,
  quantile,
  quantiles,
  toYcc,
} from './planes';

/** Radius in which brightness and contrast are evened out, in pixels of a level. */
export const EVEN_SIGMA_PX = 5;
/** Grain is finer than this radius. */
export const GRAIN_PX = 1;
/** Contrast below this, after the picture's levels were spread, is taken for noise and not raised, in levels. */
export const LEAST_CONTRAST = 4;
/** The usual levels of a photo are those of this middle share of its pixels, and so much of their range on both sides. */
const USUAL = { from: 0.1, to: 0.9, margin: 0.25 } as const;
/** Levels are spread at most so many times. */
const MOST_SPREAD = 8;

function enlargedTo({ width, height }: Size, grey: Plane): Plane {
  const large = newPlane(width, height);
  const [stepX, stepY] = [grey.width / width, grey.height / height];
  for (let i = 0; i < large.values.length; i++) {
    large.values[i] = bicubic(grey, ((i % width) + 0.5) * stepX, (Math.floor(i / width) + 0.5) * stepY);
  }
  return large;
}

export async function greyOf(picture: RawPicture, { width, height }: Size): Promise<Plane> {
  // libvips enlarges off by half a pixel.
  if (width > picture.width || height > picture.height) return spread(enlargedTo({ width, height }, toYcc(picture).y));
  const small = (await fromRgb(picture)).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  return spread(toYcc({ data: await small.raw().toBuffer(), width, height }).y);
}

/**
 * Levels spread over the whole range, so that dark and faded photographs count as others do. What lies far outside of the
 * usual levels, white scratches in a dark photo, is brought near to them: else it were all that counts.
 */
function spread(grey: Plane): Plane {
  const [lower = 0, upper = 0] = quantiles(grey.values, [USUAL.from, USUAL.to]);
  const margin = USUAL.margin * (upper - lower);
  const [dark, light] = [lower - margin, upper + margin];
  const gain = Math.min(MOST_SPREAD, 220 / Math.max(1, light - dark));
  return mapPlane(grey, (value) => (Math.min(light, Math.max(dark, value)) - dark) * gain);
}

/** What remains of a picture when mean and contrast are the same everywhere, limited to ±3. */
export function structureOf(grey: Plane): Plane {
  return evened(boxMean(grey, GRAIN_PX), (plane) => blur(plane, EVEN_SIGMA_PX));
}

/**
 * The same where only a part of the picture counts (1, else 0), so that what lies beyond does not change its border: the
 * one picture ends where the other goes on.
 *
 * @param mass `counts`, blurred as the structure is
 */
export function structureWithin(grey: Plane, counts: Plane, mass: Plane): Plane {
  const calm = product(boxMean(grey, GRAIN_PX), counts);
  return evened(calm, (plane) => {
    const blurred = blur(plane, EVEN_SIGMA_PX);
    const [values, all, present] = [blurred.values, mass.values, counts.values];
    for (let i = 0; i < values.length; i++) values[i] = present[i] ? (values[i] as number) / (all[i] as number) : 0;
    return blurred;
  });
}

function evened(calm: Plane, meanOf: (plane: Plane) => Plane): Plane {
  const high = minus(calm, meanOf(calm));
  const energy = meanOf(product(high, high)).values;
  const { values } = high;
  for (let i = 0; i < values.length; i++) {
    const even = (values[i] as number) / Math.sqrt((energy[i] as number) + LEAST_CONTRAST ** 2);
    values[i] = Math.max(-3, Math.min(3, even));
  }
  return high;
}

/**
 * Deviation of a picture's grain, in its levels: what of it is neither even nor an edge (Immerkær, 1996, with a median for
 * the mean, as most of a picture is neither).
 */
export function grainOf({ values, width, height }: Plane): number {
  const left: number[] = [];
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const line = (at: number) => (values[at - 1] ?? 0) - 2 * (values[at] ?? 0) + (values[at + 1] ?? 0);
      left.push(Math.abs(line(i - width) - 2 * line(i) + line(i + width)));
    }
  }
  // The median of a normal distribution's amounts is .6745 of its deviation; the mask makes noise six times as strong.
  return quantile(left, 0.5) / (6 * 0.6745);
}

/** What is left of a picture without its grain and its slow changes. */
export function detailOf(grey: Plane): Plane {
  const calm = boxMean(grey, GRAIN_PX);
  const mean = blur(calm, EVEN_SIGMA_PX);
  return minus(calm, mean);
}
