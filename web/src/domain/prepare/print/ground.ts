import type { Planes } from './planes';

/** The even ground that prints lie on: a scanner's lid or a plain table. */
export interface Ground {
  /** 1 where the picture is unlike the ground, or the ground around it hides a hole: what lies on it. */
  mask: Uint8Array;
  /** The ground's lightness and colour at a place, in pixels of the planes. */
  colourAt(x: number, y: number): [number, number, number];
}

/** The rim that is taken for ground, in parts of the picture's longer side. */
const RIM = 0.015;
/** Prints may touch this part of the rim. */
const LEAST_RIM = 0.6;
const COLOUR_WEIGHT = 1.6;
const BIN = 6;
/** Grey levels: how far the rim may lie off its most usual colour, before its gradient is known. */
const FIRST_REACH = 26;
const MOST_SPREAD = 7;
const [LEAST_REACH, MOST_REACH, SPREADS] = [11, 24, 3.6];

/** A channel's value as `a + b x + c y`. */
type Slope = readonly [number, number, number];
type Slopes = readonly [Slope, Slope, Slope];

/** Solves the normal equations of a plane through the values at these places, x and y from -1 to 1. */
function slopeThrough(values: Float32Array, places: readonly number[], u: Float64Array, v: Float64Array): Slope {
  let [n, su, sv, suu, suv, svv, sz, suz, svz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const at of places) {
    const [x, y, z] = [u[at] ?? 0, v[at] ?? 0, values[at] ?? 0];
    n += 1;
    su += x;
    sv += y;
    suu += x * x;
    suv += x * y;
    svv += y * y;
    sz += z;
    suz += x * z;
    svz += y * z;
  }
  const determinant = n * (suu * svv - suv * suv) - su * (su * svv - suv * sv) + sv * (su * suv - suu * sv);
  if (Math.abs(determinant) < 1e-6 * n ** 3) return [sz / Math.max(1, n), 0, 0];
  return [
    (sz * (suu * svv - suv * suv) - su * (suz * svv - suv * svz) + sv * (suz * suv - suu * svz)) / determinant,
    (n * (suz * svv - svz * suv) - sz * (su * svv - suv * sv) + sv * (su * svz - suz * sv)) / determinant,
    (n * (suu * svz - suv * suz) - su * (su * svz - suz * sv) + sz * (su * suv - suu * sv)) / determinant,
  ];
}

function mostUsual(values: Float32Array, places: readonly number[]): number {
  const counts = new Uint32Array(Math.ceil(512 / BIN) + 2);
  for (const at of places) {
    const bin = Math.floor(((values[at] ?? 0) + 256) / BIN) + 1;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const around = (bin: number) => (counts[bin - 1] ?? 0) + 2 * (counts[bin] ?? 0) + (counts[bin + 1] ?? 0);
  let best = 1;
  counts.forEach((_, bin) => {
    if (around(bin) > around(best)) best = bin;
  });
  return (best - 0.5) * BIN - 256;
}

/** Marks all that cannot be reached from the rim over the ground: a print's own holes belong to it. */
function filled(isGround: Uint8Array, width: number, height: number): Uint8Array {
  const mask = new Uint8Array(isGround.length).fill(1);
  const stack: number[] = [];
  const reach = (at: number) => {
    if (isGround[at] !== 1 || mask[at] === 0) return;
    mask[at] = 0;
    stack.push(at);
  };
  for (let x = 0; x < width; x += 1) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    reach(at - width);
    reach(at + width);
  }
  return mask;
}

/** Returns the ground, taken from the picture's rim, or null if the rim is not even. */
export function findGround({ width, height, channels }: Planes): Ground | null {
  const rim = Math.max(2, Math.round(RIM * Math.max(width, height)));
  const [u, v] = [new Float64Array(width * height), new Float64Array(width * height)];
  const places: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (x >= rim && y >= rim && x < width - rim && y < height - rim) continue;
      const at = y * width + x;
      u[at] = (2 * x) / width - 1;
      v[at] = (2 * y) / height - 1;
      places.push(at);
    }
  }
  const off = ([light, red, blue]: Slopes, at: number, x: number, y: number) =>
    Math.hypot(
      (channels[0][at] ?? 0) - light[0] - light[1] * x - light[2] * y,
      COLOUR_WEIGHT * ((channels[1][at] ?? 0) - red[0] - red[1] * x - red[2] * y),
      COLOUR_WEIGHT * ((channels[2][at] ?? 0) - blue[0] - blue[1] * x - blue[2] * y),
    );
  const usual = (channel: 0 | 1 | 2): Slope => [mostUsual(channels[channel], places), 0, 0];
  let slopes: Slopes = [usual(0), usual(1), usual(2)];
  let reach = FIRST_REACH;
  let near: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    near = places.filter((at) => off(slopes, at, u[at] ?? 0, v[at] ?? 0) < reach);
    if (near.length < LEAST_RIM * 0.7 * places.length) return null;
    const through = (channel: 0 | 1 | 2) => slopeThrough(channels[channel], near, u, v);
    slopes = [through(0), through(1), through(2)];
    const squares = near.reduce((sum, at) => sum + off(slopes, at, u[at] ?? 0, v[at] ?? 0) ** 2, 0);
    const spread = Math.sqrt(squares / near.length);
    if (round > 1 && spread > MOST_SPREAD) return null;
    reach = Math.min(round > 1 ? MOST_REACH : FIRST_REACH, Math.max(LEAST_REACH, SPREADS * spread));
  }
  if (near.length < LEAST_RIM * places.length) return null;
  const isGround = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (off(slopes, y * width + x, (2 * x) / width - 1, (2 * y) / height - 1) < reach) isGround[y * width + x] = 1;
  return {
    mask: filled(isGround, width, height),
    colourAt(x, y) {
      const at = ([a, b, c]: Slope) => a + b * ((2 * x) / width - 1) + c * ((2 * y) / height - 1);
      return [at(slopes[0]), at(slopes[1]), at(slopes[2])];
    },
  };
}
