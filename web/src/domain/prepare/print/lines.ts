import type { Point } from '../quad';
import type { Edges } from './edges';

/** The points p with p.x cos(angle) + p.y sin(angle) = offset, in pixels. */
interface Straight {
  angle: number;
  offset: number;
}

/** A straight line across the picture with the edges on it. */
export interface Line extends Straight {
  /** How much edge lies on the line up to each step along it, and the first step's place. */
  support: Float32Array;
  from: number;
}

const DEGREES = 180;
const RADIANS = Math.PI / DEGREES;
/** An edge pixel's own direction is good to some degrees. */
const VOTE_REACH_DEGREES = 4;
const SAME_DIRECTION = 1.5 * RADIANS;
const SAME_PX = 1.5;
const NEAR_DEGREES = 4;
const NEAR_PX = 5;
/** How far from the line an edge may lie and still belong to it: prints curl, lenses bend. */
const REACH_PX = 2;
const DIRECTION_REACH = 14 * RADIANS;

/** Returns the place along the line (in pixels from the foot of the perpendicular through the origin). */
export const along = ({ angle }: Straight, { x, y }: Point): number => y * Math.cos(angle) - x * Math.sin(angle);

/** Returns how many pixels of edge lie on the line between two places along it. */
export function supportBetween({ support, from }: Line, start: number, end: number): number {
  const at = (place: number) => support[Math.min(support.length - 1, Math.max(0, Math.round(place - from)))] ?? 0;
  return Math.abs(at(end) - at(start));
}

export function crossing(a: Line, b: Line): Point | null {
  const [ca, sa, cb, sb] = [Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle)];
  const determinant = ca * sb - sa * cb;
  if (Math.abs(determinant) < 1e-3) return null;
  return {
    x: (a.offset * sb - b.offset * sa) / determinant,
    y: (b.offset * ca - a.offset * cb) / determinant,
  };
}

export function angleBetween(a: number, b: number): number {
  const apart = Math.abs(a - b) % Math.PI;
  return Math.min(apart, Math.PI - apart);
}

const LEAST_STRENGTH = 0.3;

/** Whether an edge runs at most `reach` pixels beside a place, its direction `across` it to within `turn` radians. */
export function isOnEdge(edges: Edges, { x, y }: Point, across: number, reach: number, turn: number): boolean {
  const { width, height, strength, angle } = edges;
  const [outX, outY] = [Math.cos(across), Math.sin(across)];
  for (let aside = -reach; aside <= reach; aside += 1) {
    const [column, row] = [Math.round(x + aside * outX), Math.round(y + aside * outY)];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = row * width + column;
    if ((strength[at] ?? 0) >= LEAST_STRENGTH && angleBetween(angle[at] ?? 0, across) <= turn) return true;
  }
  return false;
}

/** The direction across the line from one place to another, in radians from 0 to pi. */
export const acrossOf = (start: Point, end: Point): number =>
  (Math.atan2(end.x - start.x, start.y - end.y) + 2 * Math.PI) % Math.PI;

interface EdgePixel {
  x: number;
  y: number;
  strength: number;
  angle: number;
}

function edgePixels({ width, strength, angle }: Edges): EdgePixel[] {
  const pixels: EdgePixel[] = [];
  strength.forEach((value, at) => {
    if (value > 0) pixels.push({ x: at % width, y: Math.floor(at / width), strength: value, angle: angle[at] ?? 0 });
  });
  return pixels;
}

/** Fits the line to the edge pixels near it: the votes are only good to a degree and a pixel. */
function fitted(pixels: readonly EdgePixel[], line: Straight, reach: number) {
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)];
  let [weight, x, y] = [0, 0, 0];
  const near = pixels.filter(
    (pixel) =>
      Math.abs(pixel.x * cos + pixel.y * sin - line.offset) < reach &&
      angleBetween(pixel.angle, line.angle) < DIRECTION_REACH,
  );
  for (const pixel of near) {
    weight += pixel.strength;
    x += pixel.strength * pixel.x;
    y += pixel.strength * pixel.y;
  }
  if (near.length < 8) return line;
  x /= weight;
  y /= weight;
  let [xx, xy, yy] = [0, 0, 0];
  for (const pixel of near) {
    xx += pixel.strength * (pixel.x - x) ** 2;
    xy += pixel.strength * (pixel.x - x) * (pixel.y - y);
    yy += pixel.strength * (pixel.y - y) ** 2;
  }
  const direction = 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2;
  const angle = ((direction % Math.PI) + Math.PI) % Math.PI;
  if (angleBetween(angle, line.angle) > NEAR_DEGREES * RADIANS) return line;
  return { angle, offset: x * Math.cos(angle) + y * Math.sin(angle) };
}

/** Counts, step by step along the line, the places that have an edge of its direction on or beside them. */
function withSupport({ width, height, strength, angle }: Edges, line: Straight): Line {
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)];
  const reach = Math.ceil(Math.hypot(width, height));
  const support = new Float32Array(2 * reach);
  let sum = 0;
  for (let step = 0; step < support.length; step += 1) {
    const place = step - reach;
    let found = 0;
    for (let aside = -REACH_PX; aside <= REACH_PX; aside += 1) {
      const x = Math.round((line.offset + aside) * cos - place * sin);
      const y = Math.round((line.offset + aside) * sin + place * cos);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      const value = strength[at] ?? 0;
      if (value > found && angleBetween(angle[at] ?? 0, line.angle) < DIRECTION_REACH) found = value;
    }
    sum += Math.min(1, found);
    support[step] = sum;
  }
  return { ...line, support, from: -reach };
}

/** Two peaks of the votes may be fitted to one edge. */
function isSame(a: Straight, b: Straight, { width, height }: Edges): boolean {
  if (angleBetween(a.angle, b.angle) > SAME_DIRECTION) return false;
  const ends = [-1, 1].map((side) => {
    const reach = (side * Math.min(width, height)) / 4;
    const [cos, sin] = [Math.cos(a.angle), Math.sin(a.angle)];
    const middle = (width / 2) * cos + (height / 2) * sin - a.offset;
    const x = width / 2 - middle * cos - reach * sin;
    const y = height / 2 - middle * sin + reach * cos;
    return Math.abs(x * Math.cos(b.angle) + y * Math.sin(b.angle) - b.offset);
  });
  return Math.max(...ends) < SAME_PX;
}

/** Returns the `most` straight lines with the most edge on them (a Hough transform that knows the edges' directions). */
export function findLines(edges: Edges, most: number): Line[] {
  const pixels = edgePixels(edges);
  const reach = Math.ceil(Math.hypot(edges.width, edges.height));
  const offsets = 2 * reach + 1;
  const votes = new Float32Array(DEGREES * offsets);
  const cosines = Array.from({ length: DEGREES }, (_, degree) => Math.cos(degree * RADIANS));
  const sines = Array.from({ length: DEGREES }, (_, degree) => Math.sin(degree * RADIANS));
  for (const { x, y, strength, angle } of pixels) {
    const middle = Math.round(angle / RADIANS);
    for (let turn = -VOTE_REACH_DEGREES; turn <= VOTE_REACH_DEGREES; turn += 1) {
      const degree = (middle + turn + DEGREES) % DEGREES;
      const offset = Math.round(x * (cosines[degree] ?? 0) + y * (sines[degree] ?? 0)) + reach;
      const at = degree * offsets + offset;
      votes[at] = (votes[at] ?? 0) + strength;
    }
  }
  const lines: Line[] = [];
  const summed = new Float32Array(votes.length);
  for (let at = 1; at < votes.length - 1; at += 1) {
    summed[at] = (votes[at] ?? 0) + 0.6 * ((votes[at - 1] ?? 0) + (votes[at + 1] ?? 0));
  }
  while (lines.length < most) {
    let best = 0;
    for (let at = 1; at < summed.length; at += 1) if ((summed[at] ?? 0) > (summed[best] ?? 0)) best = at;
    if ((summed[best] ?? 0) < 10) break;
    const degree = Math.floor(best / offsets);
    const offset = (best % offsets) - reach;
    const line = fitted(pixels, { angle: degree * RADIANS, offset }, REACH_PX + 0.5);
    if (!lines.some((other) => isSame(line, other, edges))) lines.push(withSupport(edges, line));
    for (let turn = -NEAR_DEGREES; turn <= NEAR_DEGREES; turn += 1) {
      const wrapped = (degree + turn + DEGREES) % DEGREES;
      const side = degree + turn === wrapped ? offset : -offset;
      const middle = wrapped * offsets + side + reach;
      const rowStart = wrapped * offsets;
      const start = Math.max(rowStart, middle - NEAR_PX);
      summed.fill(0, start, Math.min(rowStart + offsets, middle + NEAR_PX + 1));
    }
  }
  return lines;
}
