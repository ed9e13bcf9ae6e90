import { areaOf, distance, insideOf, mapQuad, type Point, type Quad, sidesOf } from '../quad';
import type { Candidate } from './candidates';
import type { Planes } from './planes';

/** What speaks for a candidate; each 0 to 1. */
export interface Judgement {
  quad: Quad;
  support: number;
  beyond: number;
  /** How different the picture is just inside and just outside, on the side where it differs least and on all sides. */
  contrast: number;
  /** How much of what lies just inside looks unlike what lies outside. */
  unlike: number;
  /** How alike the outsides of the four sides are: a table goes on around the print. */
  alike: number;
  area: number;
  score: number;
}

const SAMPLES = 28;
const OUTSIDE_PX = [2.5, 4, 6] as const;
const INSIDE_PX = [2.5, 4, 6] as const;
/** Grey levels at which a difference is as clear as it needs to be. */
const CLEAR = 26;
const BINS = 12;
const COLOUR_WEIGHT = 1.6;
const GRID_PX = 3;

type Colour = readonly [number, number, number];

function colourAt({ width, height, channels }: Planes, { x, y }: Point): Colour | null {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  const at = row * width + column;
  return [channels[0][at] ?? 0, COLOUR_WEIGHT * (channels[1][at] ?? 0), COLOUR_WEIGHT * (channels[2][at] ?? 0)];
}

const apart = (a: Colour, b: Colour) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function meanOf(colours: readonly Colour[]): Colour | null {
  if (colours.length === 0) return null;
  const sum = (channel: 0 | 1 | 2) => colours.reduce((total, colour) => total + colour[channel], 0) / colours.length;
  return [sum(0), sum(1), sum(2)];
}

/** The colours beside a side, at each sample: inside and outside. Null where the picture ends. */
function beside(planes: Planes, [start, end]: readonly [Point, Point]) {
  const length = distance(start, end);
  const inward = { x: -(end.y - start.y) / length, y: (end.x - start.x) / length };
  return Array.from({ length: SAMPLES }, (_, index) => {
    const part = (index + 0.5) / SAMPLES;
    const on = { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) };
    const colours = (steps: readonly number[], sign: number) =>
      steps.flatMap((step) => {
        const colour = colourAt(planes, { x: on.x + sign * step * inward.x, y: on.y + sign * step * inward.y });
        return colour ? [colour] : [];
      });
    return { inside: meanOf(colours(INSIDE_PX, 1)), outside: meanOf(colours(OUTSIDE_PX, -1)) };
  });
}

const binOf = (value: number, least: number, most: number) =>
  Math.min(BINS - 1, Math.max(0, Math.floor(((value - least) / (most - least)) * BINS)));
const colourBin = ([light, red, blue]: Colour) =>
  (binOf(light, 0, 256) * BINS + binOf(red, -120, 120)) * BINS + binOf(blue, -120, 120);

/** Every third pixel's place and colour, for counting what is outside a candidate. */
interface Sampled {
  x: Float32Array;
  y: Float32Array;
  bin: Uint16Array;
}

function sampled(planes: Planes): Sampled {
  const [columns, rows] = [Math.ceil(planes.width / GRID_PX), Math.ceil(planes.height / GRID_PX)];
  const count = columns * rows;
  const samples = { x: new Float32Array(count), y: new Float32Array(count), bin: new Uint16Array(count) };
  for (let index = 0; index < count; index += 1) {
    const x = (index % columns) * GRID_PX;
    const y = Math.floor(index / columns) * GRID_PX;
    samples.x[index] = x;
    samples.y[index] = y;
    samples.bin[index] = colourBin(colourAt(planes, { x, y }) ?? [0, 0, 0]);
  }
  return samples;
}

/** How many samples outside the quad have each colour, and how many there are. */
function coloursOutside({ x, y, bin }: Sampled, quad: Quad) {
  const counts = new Float32Array(BINS ** 3);
  let total = 0;
  const sides = sidesOf(quad).flatMap(([a, b]) => [b.x - a.x, b.y - a.y, a.x, a.y]);
  for (let index = 0; index < bin.length; index += 1) {
    const [column, row] = [x[index] ?? 0, y[index] ?? 0];
    let isOutside = false;
    for (let at = 0; at < 16 && !isOutside; at += 4) {
      const across = row - (sides[at + 3] ?? 0);
      isOutside = (sides[at] ?? 0) * across < (sides[at + 1] ?? 0) * (column - (sides[at + 2] ?? 0));
    }
    if (!isOutside) continue;
    total += 1;
    const here = bin[index] ?? 0;
    counts[here] = (counts[here] ?? 0) + 1;
  }
  return { counts, total };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Returns what weighs a candidate by the picture on both sides of its sides. */
export function judgeOf(planes: Planes): (candidate: Candidate) => Judgement {
  const samples = sampled(planes);
  return (candidate) => judge(planes, samples, candidate);
}

function judge(planes: Planes, samples: Sampled, { quad, support, beyond }: Candidate): Judgement {
  const sides = sidesOf(quad).map((side) => beside(planes, side));
  const contrasts = sides.map((samples) =>
    mean(samples.map(({ inside, outside }) => (inside && outside ? Math.min(1, apart(inside, outside) / CLEAR) : 0.3))),
  );
  const contrast = (mean(contrasts) + Math.min(...contrasts)) / 2;
  const outsides = sides.map((samples) => meanOf(samples.flatMap(({ outside }) => (outside ? [outside] : []))));
  const around = meanOf(outsides.flatMap((colour) => (colour ? [colour] : [])));
  const alike = around
    ? 1 - mean(outsides.map((colour) => (colour ? Math.min(1, apart(colour, around) / (2 * CLEAR)) : 0.5)))
    : 0;
  const { counts, total } = coloursOutside(samples, quad);
  const unlike = mean(
    sides.flat().map(({ inside }) => {
      if (!inside || total === 0) return 0;
      // A colour is usual if a hundredth of the outside has it.
      return 1 - Math.min(1, (counts[colourBin(inside)] ?? 0) / (0.01 * total));
    }),
  );
  const area = areaOf(quad) / (planes.width * planes.height);
  const score =
    0.4 * support - 0.2 * beyond + 0.25 * contrast + 0.25 * unlike + 0.1 * alike + 0.1 * Math.min(1, area / 0.4);
  return { quad, support, beyond, contrast, unlike, alike, area, score };
}

/** Below this a step between a border and the table is not one. */
const LEAST_BORDER_CONTRAST = 0.3;
const LEAST_BORDER_SUPPORT = 0.5;
/** Grey levels by which a border may change from one sample to the next. */
const BORDER_STEP = 8;
/** A border is paper: white or cream, so its colour is weak for its lightness, and seldom darker than the table. */
const MOST_BORDER_COLOUR = 0.32;
const DARKER_THAN_TABLE = 8;
/** A border is at most this part of the print's shorter side. */
const WIDEST_BORDER = 0.2;

const between = (a: Point, b: Point, part: number): Point => ({
  x: a.x + part * (b.x - a.x),
  y: a.y + part * (b.y - a.y),
});

/** True if what lies between the two is an even border of paper, as prints have it. */
export function isBorder(planes: Planes, inner: Quad, outer: Judgement): boolean {
  if (outer.contrast < LEAST_BORDER_CONTRAST || outer.support < LEAST_BORDER_SUPPORT) return false;
  const [inSides, outSides] = [sidesOf(inner), sidesOf(outer.quad)];
  const widest = WIDEST_BORDER * Math.SQRT2 * Math.min(...inSides.map(([a, b]) => distance(a, b)));
  return inSides.every(([a, b], index) => {
    const outSide = outSides[index] ?? [a, b];
    const [c, d] = outSide;
    if (Math.max(distance(a, c), distance(b, d)) > widest) return false;
    const border = Array.from({ length: SAMPLES }, (_, sample) => {
      const part = (sample + 0.5) / SAMPLES;
      return colourAt(planes, between(between(a, b, part), between(c, d, part), 0.5));
    }).flatMap((colour) => (colour ? [colour] : []));
    const steps = border.slice(1).map((colour, at) => apart(colour, border[at] ?? colour));
    const paper = meanOf(border);
    const table = meanOf(beside(planes, outSide).flatMap(({ outside }) => (outside ? [outside] : [])));
    if (!paper || !table || mean(steps) > BORDER_STEP) return false;
    return Math.hypot(paper[1], paper[2]) < MOST_BORDER_COLOUR * paper[0] && paper[0] > table[0] - DARKER_THAN_TABLE;
  });
}

/** True if `inner` lies within `outer`, give or take some pixels. */
export function isWithin(inner: Quad, outer: Quad, spare = 2): boolean {
  const middle = meanPoint(outer);
  const wider = mapQuad(outer, ({ x, y }) => {
    const reach = Math.hypot(x - middle.x, y - middle.y);
    return { x: x + (spare * (x - middle.x)) / reach, y: y + (spare * (y - middle.y)) / reach };
  });
  const isIn = insideOf(wider);
  return inner.every(({ x, y }) => isIn(x, y));
}

function meanPoint(quad: Quad): Point {
  return { x: mean(quad.map(({ x }) => x)), y: mean(quad.map(({ y }) => y)) };
}
