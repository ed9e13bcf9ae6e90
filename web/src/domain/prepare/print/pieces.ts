import { areaOf, distance, flattestCorner, type Point, type Quad, sidesOf } from '../quad';
import type { Edges } from './edges';
import { acrossOf, isOnEdge } from './lines';

/** What lies in one piece on the ground. */
export interface Piece {
  /** The places of its pixels, as indices into the mask. */
  places: Int32Array;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The points around it, clockwise. */
  hull: readonly Point[];
  /** How many pixels of its rim were worn away. */
  worn: number;
}

interface Mask {
  width: number;
  height: number;
  mask: Uint8Array;
}

/** The smallest convex shape around the leftmost and rightmost pixels of each row (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (from: readonly Point[]) => {
    const made: Point[] = [];
    for (const point of from) {
      for (;;) {
        const [a, b] = [made.at(-2), made.at(-1)];
        if (!a || !b || (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break;
        made.pop();
      }
      made.push(point);
    }
    return made.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** The mask without the outermost pixel of what it marks. Beyond the picture goes on what is at its rim. */
function wear({ width, height, mask }: Mask): Uint8Array {
  const worn = new Uint8Array(mask.length);
  for (let y = 0; y < height; y += 1) {
    const [up, down] = [y > 0 ? width : 0, y < height - 1 ? width : 0];
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const [left, right] = [x > 0 ? 1 : 0, x < width - 1 ? 1 : 0];
      if (mask[at] && mask[at - left] && mask[at + right] && mask[at - up] && mask[at + down]) worn[at] = 1;
    }
  }
  return worn;
}

/**
 * Returns the connected pieces of the mask with at least `least` pixels, once `pixels` are worn off all rims: narrow
 * bridges break.
 */
export function piecesOf({ width, height, mask }: Mask, least: number, pixels = 1): Piece[] {
  let worn = mask;
  for (let round = 0; round < pixels; round += 1) worn = wear({ width, height, mask: worn });
  const pieces: Piece[] = [];
  const places = new Int32Array(mask.length);
  worn.forEach((value, start) => {
    if (value !== 1) return;
    let count = 1;
    places[0] = start;
    worn[start] = 0;
    const take = (at: number) => {
      if (worn[at] !== 1) return;
      worn[at] = 0;
      places[count] = at;
      count += 1;
    };
    for (let done = 0; done < count; done += 1) {
      const at = places[done] ?? 0;
      const x = at % width;
      if (x > 0) take(at - 1);
      if (x < width - 1) take(at + 1);
      take(at - width);
      take(at + width);
    }
    if (count >= least) pieces.push(pieceOf(places.slice(0, count), width, pixels));
  });
  return pieces;
}

function pieceOf(places: Int32Array, width: number, worn: number): Piece {
  const rows = new Map<number, [number, number]>();
  for (const at of places) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const row = rows.get(y);
    if (!row) rows.set(y, [x, x]);
    else if (x < row[0]) row[0] = x;
    else if (x > row[1]) row[1] = x;
  }
  const points = [...rows].flatMap(([y, [from, to]]) => [
    { x: from, y },
    { x: to, y },
  ]);
  const ys = [...rows.keys()];
  const rims = [...rows.values()];
  return {
    places,
    left: rims.reduce((sum, [from]) => Math.min(sum, from), width),
    right: rims.reduce((sum, [, to]) => Math.max(sum, to), 0),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    hull: hullOf(points),
    worn,
  };
}

interface Straight {
  point: Point;
  direction: Point;
}

const SIDE_REACH = Math.sin((14 * Math.PI) / 180);

/** The line through the hull's edges that run this way, on this side of its middle: their ends weigh by their length. */
function sideLine(edges: readonly (readonly [Point, Point])[], direction: Point, worn: number): Straight | null {
  const out = { x: direction.y, y: -direction.x };
  const own = edges.filter(([a, b]) => {
    const length = distance(a, b);
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    return dx * direction.x + dy * direction.y > 0 && Math.abs(dx * out.x + dy * out.y) < SIDE_REACH;
  });
  const spots = own.flatMap(([a, b]) => {
    const weight = distance(a, b);
    return [0.1, 0.5, 0.9].map((part) => ({ x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y), weight }));
  });
  const total = spots.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const x = spots.reduce((sum, spot) => sum + spot.weight * spot.x, 0) / total;
  const y = spots.reduce((sum, spot) => sum + spot.weight * spot.y, 0) / total;
  let [xx, xy, yy] = [0, 0, 0];
  for (const spot of spots) {
    xx += spot.weight * (spot.x - x) ** 2;
    xy += spot.weight * (spot.x - x) * (spot.y - y);
    yy += spot.weight * (spot.y - y) ** 2;
  }
  const turn = 0.5 * Math.atan2(2 * xy, xx - yy);
  return { point: { x: x + worn * out.x, y: y + worn * out.y }, direction: { x: Math.cos(turn), y: Math.sin(turn) } };
}

function meet(a: Straight, b: Straight): Point | null {
  const determinant = a.direction.x * b.direction.y - a.direction.y * b.direction.x;
  if (Math.abs(determinant) < 0.3) return null;
  const part = ((b.point.x - a.point.x) * b.direction.y - (b.point.y - a.point.y) * b.direction.x) / determinant;
  return { x: a.point.x + part * a.direction.x, y: a.point.y + part * a.direction.y };
}

const LEAST_CORNER = 0.85;

/** Returns the quad whose sides lie on a piece's hull, its first corner at the top left, or null if it has no such. */
export function quadAround({ hull, worn }: Piece): Quad | null {
  const edges = hull.map((point, index) => [point, hull[(index + 1) % hull.length] ?? point] as const);
  let [least, best] = [Number.POSITIVE_INFINITY, { x: 1, y: 0 }];
  // The least rectangle has a side on an edge of the hull.
  for (const [a, b] of edges) {
    const length = distance(a, b);
    if (length < 4) continue;
    const way = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of hull) {
      const [u, v] = [x * way.x + y * way.y, y * way.x - x * way.y];
      minU = Math.min(minU, u);
      maxU = Math.max(maxU, u);
      minV = Math.min(minV, v);
      maxV = Math.max(maxV, v);
    }
    const area = (maxU - minU) * (maxV - minV);
    if (area >= least) continue;
    least = area;
    best = way;
  }
  // The top runs to the right: the quarter turn nearest to it.
  const turns = [best, { x: -best.y, y: best.x }, { x: -best.x, y: -best.y }, { x: best.y, y: -best.x }];
  const first = turns.reduce((most, { x }, index) => (x > (turns[most]?.x ?? 0) ? index : most), 0);
  const lines = turns.map((_, index) => sideLine(edges, turns[(first + index) % 4] ?? best, worn));
  const corners = lines.map((line, index) => {
    const before = lines[(index + 3) % 4];
    return line && before ? meet(before, line) : null;
  });
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) return null;
  const quad: Quad = [a, b, c, d];
  return areaOf(quad) > 0 && flattestCorner(quad) >= LEAST_CORNER ? quad : null;
}

const SAMPLES = 40;
const [INSIDE_PX, OUTSIDE_PX] = [2.5, 3.5];

const isMarked =
  ({ width, height, mask }: Mask) =>
  (x: number, y: number): boolean => {
    const [column, row] = [Math.round(x), Math.round(y)];
    return column >= 0 && row >= 0 && column < width && row < height && mask[row * width + column] === 1;
  };

/** How near an edge is to a side that it is on: in pixels, and in radians. */
export interface Near {
  px: number;
  turn: number;
}

/**
 * How much of each side of the quad has the piece inside and the ground outside, or an edge of its direction on it: a
 * dark coat on a black lid is no piece of its own. Beyond the picture is ground.
 */
export function outlineOf(edges: Edges, mask: Uint8Array, quad: Quad, { px, turn }: Near): number[] {
  const on = isMarked({ ...edges, mask });
  return sidesOf(quad).map(([a, b]) => {
    const length = distance(a, b);
    const across = acrossOf(a, b);
    const [inX, inY] = [-(b.y - a.y) / length, (b.x - a.x) / length];
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const part = 0.04 + (0.92 * (sample + 0.5)) / SAMPLES;
      const [x, y] = [a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)];
      const isRim = on(x + INSIDE_PX * inX, y + INSIDE_PX * inY) && !on(x - OUTSIDE_PX * inX, y - OUTSIDE_PX * inY);
      if (isRim || isOnEdge(edges, { x, y }, across, px, turn)) found += 1;
    }
    return found / SAMPLES;
  });
}

/** In pixels: a shorter edge of a hull may be a bend. */
const LEAST_STRAIGHT_PX = 24;
const LEAST_ON_RIM = 0.8;

/**
 * How much of the hull of a piece is its own straight rim, 0 to 1: most of it where prints touch, next to nothing of a
 * person before a wall. The picture's own rim does not count.
 */
export function straightnessOf({ hull, places, worn }: Piece, { width, height }: Omit<Mask, 'mask'>): number {
  const mask = new Uint8Array(width * height);
  for (const at of places) mask[at] = 1;
  const on = isMarked({ width, height, mask });
  const isAtRim = ({ x, y }: Point) => Math.min(x, y, width - 1 - x, height - 1 - y) <= worn + 1;
  let [straight, all] = [0, 0];
  hull.forEach((a, index) => {
    const b = hull[(index + 1) % hull.length] ?? a;
    const length = distance(a, b);
    if (length === 0 || (isAtRim(a) && isAtRim(b))) return;
    all += length;
    if (length < LEAST_STRAIGHT_PX) return;
    const [inX, inY] = [-(b.y - a.y) / length, (b.x - a.x) / length];
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const part = (sample + 0.5) / SAMPLES;
      if (on(a.x + part * (b.x - a.x) + INSIDE_PX * inX, a.y + part * (b.y - a.y) + INSIDE_PX * inY)) found += 1;
    }
    if (found >= LEAST_ON_RIM * SAMPLES) straight += length;
  });
  return all === 0 ? 0 : straight / all;
}
