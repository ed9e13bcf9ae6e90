/** Colorize adds colour, and repairs only damage: the luminance stays the photo's, so no face can change. */
import type { RawPicture } from '../../../platform/pictures';
import { type Compared, compare, inverseOf, partsOf, placesIn, through, toneOf } from './compare';
import {
  bicubic,
  bilinear,
  blur,
  boxMean,
  clampLevel,
  fromYcc,
  luminance,
  mapPlane,
  type Plane,
  product,
  toYcc,
} from './planes';
import type { Registration } from './register';

/** Sigma of the slow drift of tone, share of the long side: a stain is narrower. */
const DRIFT_SHARE = 0.12;
/** Wider parts (share of the long side) of what was drawn are judged: a repair, or something else over a sound part? */
const WIDE_SHARE = 0.012;
/** Where both show a structure and these correlate less, the model has drawn something else. */
const LEAST_ALIKE = 0.55;
/** A repair makes its part mostly lighter, or mostly darker; another drawing both. */
const ONE_SIDED = 0.75;
/** Variance of a structure, in squared levels, and how much of it another drawing has at least. */
const STRUCTURE = { variance: 20, share: 0.2 } as const;
/** Radius of the guided filter, share of the long side, and its softness in levels. */
const GUIDE = { radius: 0.006, levels: 4 } as const;
/** How far colour comes from around a part that has none, share of the long side. */
const REACH_SHARE = 0.06;

const dilated = (mask: Plane, radius: number) => mapPlane(boxMean(mask, radius), (value) => (value > 1e-5 ? 1 : 0));
const eroded = (mask: Plane, radius: number) => mapPlane(boxMean(mask, radius), (value) => (value > 0.999 ? 1 : 0));

/** Of what was drawn, the wide parts that show something else where the photo shows something sound. */
function redrawnIn({ output, covered }: Compared, { toned, drawn }: { toned: Plane; drawn: Plane }): Plane {
  const long = Math.max(drawn.width, drawn.height);
  const closed = mapPlane(boxMean(drawn, long * 0.008), (value) => (value > 0.35 ? 1 : 0));
  const core = eroded(closed, long * WIDE_SHARE);
  const wide = product(dilated(core, long * WIDE_SHARE), closed);
  const band = (plane: Plane) => {
    const [fine, broad] = [blur(plane, 1.5), blur(plane, 12)];
    return mapPlane(fine, (value, i) => value - (broad.values[i] ?? 0));
  };
  const [own, theirs] = [band(toned), band(output)];
  const { numbers, count } = partsOf(wide);
  const sums = Array.from({ length: count + 1 }, () => ({ n: 0, ab: 0, aa: 0, bb: 0, lighter: 0, changed: 0 }));
  for (const [i, part] of numbers.entries()) {
    const sum = sums[part];
    if (!part || !sum || !covered.values[i]) continue;
    const [a, b] = [own.values[i] ?? 0, theirs.values[i] ?? 0];
    const change = (output.values[i] ?? 0) - (toned.values[i] ?? 0);
    sum.n++;
    sum.ab += a * b;
    sum.aa += a * a;
    sum.bb += b * b;
    sum.lighter += change;
    sum.changed += Math.abs(change);
  }
  const isRedrawn = sums.map(({ n, ab, aa, bb, lighter, changed }) => {
    if (n < (long * 0.02) ** 2) return false;
    const isUnlike = ab / Math.sqrt(aa * bb + 1e-6) < LEAST_ALIKE;
    const hasStructure = aa / n > STRUCTURE.variance && bb > STRUCTURE.share * aa;
    return isUnlike && hasStructure && Math.abs(lighter) / (changed + 1e-6) < ONE_SIDED;
  });
  return mapPlane(wide, (value, i) => (value && isRedrawn[numbers[i] ?? 0] ? 1 : 0));
}

/** Colour as a straight line of luminance in each neighbourhood: fast guided filter (He and Sun, 2015). */
interface Guided {
  slope: Plane;
  start: Plane;
}

/**
 * A filter for the colours of one guide.
 *
 * @param weights 0 where the colour does not count: there it comes from around
 */
function guidedBy(guide: Plane, weights: Plane): (colour: Plane) => Guided {
  const long = Math.max(guide.width, guide.height);
  const radius = Math.max(2, Math.round(long * GUIDE.radius));
  const means = (w: Plane, r: number) => {
    const mass = boxMean(w, r);
    return (plane: Plane) => {
      const sum = boxMean(product(plane, w), r);
      return mapPlane(sum, (value, i) => value / Math.max(1e-6, mass.values[i] ?? 0));
    };
  };
  const near = mapPlane(weights, (value) => value + 1e-3);
  const mean = means(near, radius);
  const [g, gg] = [mean(guide), mean(product(guide, guide))];
  const wideMean = means(
    mapPlane(weights, (value) => value + 1e-6),
    long * REACH_SHARE,
  );
  const known = mapPlane(boxMean(weights, radius), (value) => Math.min(1, 4 * value));
  return (colour) => {
    const [c, gc, wide] = [mean(colour), mean(product(guide, colour)), wideMean(colour)];
    const slope = mapPlane(gc, (value, i) => {
      const level = g.values[i] ?? 0;
      const variance = (gg.values[i] ?? 0) - level * level;
      return ((known.values[i] ?? 0) * (value - level * (c.values[i] ?? 0))) / (variance + GUIDE.levels ** 2);
    });
    const start = mapPlane(c, (value, i) => {
      const share = known.values[i] ?? 0;
      const base = value * share + (wide.values[i] ?? 0) * (1 - share);
      return base - (slope.values[i] ?? 0) * (g.values[i] ?? 0);
    });
    return { slope: boxMean(slope, radius), start: boxMean(start, radius) };
  };
}

/** The colour nearest to the wanted one that its luminance leaves room for. */
function inRange(level: number, cb: number, cr: number): readonly [number, number, number] {
  const colour = fromYcc(level, cb, cr);
  let share = 1;
  for (const value of colour) {
    if (value > 255) share = Math.min(share, (255 - level) / (value - level));
    if (value < 0) share = Math.min(share, level / (level - value));
  }
  return share === 1 ? colour : fromYcc(level, cb * Math.max(0, share), cr * Math.max(0, share));
}

/** What the model says of a photo's colour and damage, at the size of the comparison. */
interface Said {
  /** Share of the model's luminance, 0..1. */
  take: Plane;
  /** The photo's level for each of the output's, and what is taken off that first. */
  inverse: Float32Array;
  drift: Plane;
  blue: Guided;
  red: Guided;
}

function whatIsSaid(compared: Compared): Said {
  const { covered } = compared;
  const long = Math.max(covered.width, covered.height);
  const tone = toneOf(compared, DRIFT_SHARE);
  const redrawn = redrawnIn(compared, tone);
  const refused = blur(dilated(redrawn, long * 0.012), long * 0.008);
  const inside = blur(eroded(covered, 3), 1.5);
  const soft = blur(dilated(tone.drawn, 2), 1.2);
  const take = mapPlane(soft, (value, i) => {
    const allowed = 1 - Math.min(1, refused.values[i] ?? 0);
    return Math.min(1, value) * allowed * Math.min(1, inside.values[i] ?? 0);
  });
  const inverse = inverseOf(tone.curve);
  const guide = mapPlane(compared.photo, (value, i) => {
    const theirs = through(inverse, (compared.output.values[i] ?? 0) - (tone.drift.values[i] ?? 0));
    return value + (theirs - value) * (take.values[i] ?? 0);
  });
  const counts = mapPlane(covered, (value, i) => value * ((refused.values[i] ?? 0) > 0.02 ? 0 : 1));
  const guided = guidedBy(guide, counts);
  return { take, inverse, drift: tone.drift, blue: guided(compared.cb), red: guided(compared.cr) };
}

/**
 * The photo in the model's colours. Luminance is the photo's, but where the model has repaired: there it is the model's,
 * in the photo's tone. Where the model has drawn something else over a sound part, nothing of it is taken, and the colour
 * comes from around.
 */
export async function colourOnly(
  photo: RawPicture,
  output: RawPicture,
  registration: Registration,
): Promise<RawPicture> {
  const { take, inverse, drift, blue, red } = whatIsSaid(await compare(photo, output, registration));
  const { width, height } = photo;
  const data = Buffer.alloc(width * height * 3);
  const places = placesIn(photo, registration, photo);
  const drawn = toYcc(output).y;
  const read = (plane: Plane, x: number, y: number) =>
    bilinear(plane, ((x + 0.5) * plane.width) / width, ((y + 0.5) * plane.height) / height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const at = i * 3;
    let level = luminance(photo.data[at] ?? 0, photo.data[at + 1] ?? 0, photo.data[at + 2] ?? 0);
    const share = read(take, x, y);
    if (share > 0.004) {
      const [u, v] = places(x, y);
      level += (through(inverse, bicubic(drawn, u, v) - read(drift, x, y)) - level) * share;
    }
    const cb = read(blue.slope, x, y) * level + read(blue.start, x, y);
    const cr = read(red.slope, x, y) * level + read(red.start, x, y);
    const [r, g, b] = inRange(level, cb, cr);
    data[at] = clampLevel(r);
    data[at + 1] = clampLevel(g);
    data[at + 2] = clampLevel(b);
  }
  return { data, width, height };
}
