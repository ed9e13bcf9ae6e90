import { blur, type Planes } from './planes';

/** The even ground that prints lie on: a scanner's lid or a plain table. */
export interface Ground {
  /** 1 where the picture is unlike the ground, or the ground around it hides a hole: what lies on it. */
  mask: Uint8Array;
  /** The same, but shadows count as ground, or null where they cannot be told: on grey ground. */
  unshaded: Uint8Array | null;
  /** Whether it is a scanner's lid. */
  isLid: boolean;
  /** The ground's lightness and colour at a place, in pixels of the planes. */
  colourAt(x: number, y: number): [number, number, number];
}

/** The rim that is taken for ground, in parts of the picture's longer side. */
const RIM = 0.015;
/** Prints may touch this part of the rim. */
const LEAST_RIM = 0.6;
const COLOUR_WEIGHT = 1.6;
/**
 * How many terms of the surface each round fits. A curved one is fitted only where a plane does not do: it is less
 * certain far from the rim.
 */
const FITS = [
  [3, 3, 3, 3],
  [3, 3, 3, 6, 6],
] as const;
/** Where light falls off, this part of the rim is enough to begin with. */
const LEAST_FIRST_RIM = 0.25;
const BIN = 6;
/** Grey levels: how far the rim may lie off its most usual colour, before its gradient is known. */
const FIRST_REACH = 26;
const MOST_SPREAD = 7;
const [MOST_REACH, SPREADS] = [24, 3.6];
/** A scanner's light leaves hardly a shadow: what differs from its lid by little is a print already. */
const LEAST_REACH = { lid: 7, table: 11 };
/** A lid is white or black. */
const LID = { lightest: 48, darkest: 220, colour: 14 };

const isLidColour = (light: number, red: number, blue: number) =>
  (light < LID.lightest || light > LID.darkest) && Math.hypot(red, blue) < LID.colour;

/** A channel's value as `a + b x + c y + d x^2 + e xy + f y^2`, x and y from -1 to 1: light falls off to the sides. */
type Surface = readonly number[];
type Surfaces = readonly [Surface, Surface, Surface];

const termsAt = (x: number, y: number): readonly number[] => [1, x, y, x * x, x * y, y * y];
const valueAt = (surface: Surface, x: number, y: number): number =>
  termsAt(x, y).reduce((sum, term, index) => sum + term * (surface[index] ?? 0), 0);

/** Fits the first `terms` of a surface to the values at these places (normal equations, Gaussian elimination). */
function surfaceThrough(
  values: Float32Array,
  places: readonly number[],
  u: Float64Array,
  v: Float64Array,
  terms: number,
): Surface {
  const rows = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  for (const at of places) {
    const known = termsAt(u[at] ?? 0, v[at] ?? 0);
    for (let row = 0; row < terms; row += 1) {
      const line = rows[row];
      if (!line) continue;
      for (let column = 0; column < terms; column += 1)
        line[column] = (line[column] ?? 0) + (known[row] ?? 0) * (known[column] ?? 0);
      line[terms] = (line[terms] ?? 0) + (known[row] ?? 0) * (values[at] ?? 0);
    }
  }
  rows.forEach((line, row) => {
    const pivot = (line[row] ?? 0) + 1e-9;
    for (const [index, other] of rows.entries()) {
      if (index === row) continue;
      const part = (other[row] ?? 0) / pivot;
      for (let column = row; column <= terms; column += 1)
        other[column] = (other[column] ?? 0) - part * (line[column] ?? 0);
    }
  });
  return rows.map((line, row) => (line[terms] ?? 0) / ((line[row] ?? 0) + 1e-9));
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

/** In grey levels. A ground that is less colourful is as grey as many a print, which would count as its shadow. */
const LEAST_COLOUR = 12;
/** A shadow takes up to this part of the ground's light, and changes its colour by some grey levels at most. */
const [DARKEST_SHADE, SHADE_REACH] = [0.5, 9];

/** Returns whether a place may be the ground in shadow: darker, and as colourful for its light. Null on grey ground. */
function shadesOn(planes: Planes, colourAt: Ground['colourAt']): ((x: number, y: number) => boolean) | null {
  const { width, height } = planes;
  const [, middleRed, middleBlue] = colourAt(width / 2, height / 2);
  if (Math.hypot(middleRed, middleBlue) < LEAST_COLOUR) return null;
  const [light, red, blue] = planes.channels.map((plane) => blur(plane, width, height));
  return (x, y) => {
    const at = y * width + x;
    const [groundLight, groundRed, groundBlue] = colourAt(x, y);
    const part = (light?.[at] ?? 0) / Math.max(1, groundLight);
    const off = Math.hypot((red?.[at] ?? 0) - part * groundRed, (blue?.[at] ?? 0) - part * groundBlue);
    return part >= DARKEST_SHADE && part <= 1 && off < SHADE_REACH;
  };
}

/** Returns the ground, taken from the picture's rim, or null if the rim is not even. */
export function findGround(planes: Planes): Ground | null {
  const { width, height, channels } = planes;
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
  const off = ([light, red, blue]: Surfaces, at: number, x: number, y: number) =>
    Math.hypot(
      (channels[0][at] ?? 0) - valueAt(light, x, y),
      COLOUR_WEIGHT * ((channels[1][at] ?? 0) - valueAt(red, x, y)),
      COLOUR_WEIGHT * ((channels[2][at] ?? 0) - valueAt(blue, x, y)),
    );
  const usual = (channel: 0 | 1 | 2): Surface => [mostUsual(channels[channel], places)];
  const fit = (rounds: readonly number[]) => {
    let ground: Surfaces = [usual(0), usual(1), usual(2)];
    let [reach, spread, isLid] = [FIRST_REACH, 0, false];
    let near: number[] = [];
    for (const [index, terms] of rounds.entries()) {
      near = places.filter((at) => off(ground, at, u[at] ?? 0, v[at] ?? 0) < reach);
      if (near.length < LEAST_FIRST_RIM * places.length) return null;
      const through = (channel: 0 | 1 | 2) => surfaceThrough(channels[channel], near, u, v, terms);
      ground = [through(0), through(1), through(2)];
      isLid = isLidColour(ground[0][0] ?? 0, ground[1][0] ?? 0, ground[2][0] ?? 0);
      spread = Math.sqrt(near.reduce((sum, at) => sum + off(ground, at, u[at] ?? 0, v[at] ?? 0) ** 2, 0) / near.length);
      const isKnown = index >= rounds.length - 2;
      if (isKnown && spread > MOST_SPREAD) return null;
      reach = Math.min(
        isKnown ? MOST_REACH : FIRST_REACH,
        Math.max(isLid ? LEAST_REACH.lid : LEAST_REACH.table, SPREADS * spread),
      );
    }
    return near.length < LEAST_RIM * places.length ? null : { ground, reach, isLid };
  };
  const fitted = fit(FITS[0]) ?? fit(FITS[1]);
  if (!fitted) return null;
  const { ground, reach, isLid } = fitted;
  const colourAt = (x: number, y: number): [number, number, number] => {
    const at = (surface: Surface) => valueAt(surface, (2 * x) / width - 1, (2 * y) / height - 1);
    return [at(ground[0]), at(ground[1]), at(ground[2])];
  };
  const isShade = shadesOn(planes, colourAt);
  const [isGround, isShaded] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (off(ground, at, (2 * x) / width - 1, (2 * y) / height - 1) < reach) isGround[at] = 1;
      else if (isShade?.(x, y)) isShaded[at] = 1;
    }
  }
  const mask = filled(isGround, width, height);
  const unshaded =
    isShade &&
    filled(
      isGround.map((value, at) => value | (isShaded[at] ?? 0)),
      width,
      height,
    );
  return { isLid, mask, unshaded, colourAt };
}
