/** Where the points of a photo lie in an output, and what the output shows there. */
import { bilinear, blur, mapPlane, newPlane, type Plane } from './planes';
import { EVEN_SIGMA_PX, structureWithin } from './structure';
import { meshed, type Spline, splineAt } from './warp';

/** Spacing of the points at which a displacement is computed when a picture is warped, in pixels. */
const MESH_PX = 8;

/**
 * Where the points of the photo lie in the output stretched to the photo's shape. Points are in shares of the photo's
 * long side from its centre: first an affine map, then what a spline adds.
 */
export interface Field {
  /** x' = a + b x + c y; y' = d + e x + f y. */
  affine: Float64Array;
  spline: Spline | null;
}

/** Both pictures at one size, as structure without tone. */
export interface Level {
  photo: Plane;
  output: Plane;
  longPx: number;
  /** What they are structures of. */
  grey: { photo: Plane; output: Plane };
  /** The photo's structure in what both showed when it was last looked at. */
  shown?: { inside: Uint8Array; counts: Plane; mass: Plane; photo: Plane };
}

export const affineOf = ({
  across,
  down,
  degrees,
}: {
  across: number;
  down: number;
  degrees: number;
}): Float64Array => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return Float64Array.of(0, across * cos, -across * sin, 0, down * sin, down * cos);
};

export function moved({ affine: m, spline }: Field, x: number, y: number): [number, number] {
  const px = (m[0] ?? 0) + (m[1] ?? 0) * x + (m[2] ?? 0) * y;
  const py = (m[3] ?? 0) + (m[4] ?? 0) * x + (m[5] ?? 0) * y;
  if (!spline) return [px, py];
  const [dx, dy] = splineAt(spline, x, y);
  return [px + dx, py + dy];
}

/** The output as the field brings it onto the photo, and 1 where it has something to show. */
export function warped(
  { photo, output, longPx }: Pick<Level, 'photo' | 'output' | 'longPx'>,
  field: Field,
): { picture: Plane; inside: Uint8Array } {
  const { width, height } = photo;
  const places = meshed(photo, MESH_PX, (x, y) => {
    const [u, v] = moved(field, (x - width / 2) / longPx, (y - height / 2) / longPx);
    return [u * longPx + width / 2, v * longPx + height / 2];
  });
  const picture = newPlane(width, height);
  const inside = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [px, py] = places(x, y);
      const i = y * width + x;
      picture.values[i] = bilinear(output, px, py);
      inside[i] = px > 1 && py > 1 && px < width - 1 && py < height - 1 ? 1 : 0;
    }
  }
  return { picture, inside };
}

/** Correlation of the two under a field; what lies outside of the output counts as nothing alike. */
export function agreement(level: Level, field: Field): number {
  const { picture, inside } = warped(level, field);
  let [ab, aa, bb] = [0, 1e-6, 1e-6];
  for (let i = 0; i < inside.length; i++) {
    const [p, q] = [level.photo.values[i] ?? 0, picture.values[i] ?? 0];
    aa += p * p;
    if (!inside[i]) continue;
    ab += p * q;
    bb += q * q;
  }
  return ab / Math.sqrt(aa * bb);
}

/** What both show changes little from step to step: from this share on the photo is looked at anew. */
const SHOWN_ANEW = 0.002;

/** Photo and warped output as structures of what both show. */
export function bothWithin(level: Level, field: Field): { photo: Plane; picture: Plane; inside: Uint8Array } {
  const { grey, longPx } = level;
  const { picture, inside } = warped({ ...grey, longPx }, field);
  let { shown } = level;
  const changed = shown ? inside.reduce((sum, is, i) => sum + (is === shown?.inside[i] ? 0 : 1), 0) : inside.length;
  if (!shown || changed > SHOWN_ANEW * inside.length) {
    const counts = mapPlane(picture, (_, i) => inside[i] ?? 0);
    const mass = blur(counts, EVEN_SIGMA_PX);
    shown = { inside, counts, mass, photo: structureWithin(grey.photo, counts, mass) };
    level.shown = shown;
  }
  const { photo, counts, mass } = shown;
  return { photo, picture: structureWithin(picture, counts, mass), inside: shown.inside };
}
