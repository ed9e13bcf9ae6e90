import { areaOf, flattestCorner, mapQuad, type Point, type Quad, sidesOf } from '../quad';
import { along, angleBetween, crossing, type Line, supportBetween } from './lines';

/** Four lines that may be the sides of a print, in pixels of the reduced picture. */
export interface Candidate {
  quad: Quad;
  /** 0 to 1: how much of the sides is edge, the worst side counting as much as all of them. */
  support: number;
  /** 0 to 1: how much edge goes on beyond the corners. The edge of a print ends there, that of a board does not. */
  beyond: number;
}

const OPPOSITE_WITHIN = (32 * Math.PI) / 180;
const ADJACENT_FROM = (55 * Math.PI) / 180;
/** A print fills at least this part of a snapshot of it, in each direction and in area. */
const LEAST_SIDE = 0.18;
const LEAST_AREA = 0.08;
/** Corners may lie a little outside the picture: the snapshot was a bit too near. */
const OUTSIDE = 0.01;
const LEAST_SIDE_SUPPORT = 0.3;
/** The sine of the sharpest angle that a snapshot from the side makes. */
const LEAST_CORNER = 0.6;
const BEYOND_PART = 0.12;

interface Size {
  width: number;
  height: number;
}

type Pair = readonly [Line, Line];

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

function opposites(lines: readonly Line[], size: Size, least: number): Pair[] {
  const middle = middleOf(size);
  const distanceTo = ({ angle, offset }: Line) => middle.x * Math.cos(angle) + middle.y * Math.sin(angle) - offset;
  return lines.flatMap((a, index) =>
    lines.slice(index + 1).flatMap((b): Pair[] => {
      if (angleBetween(a.angle, b.angle) > OPPOSITE_WITHIN) return [];
      const turned = Math.abs(a.angle - b.angle) > Math.PI / 2;
      const apart = turned ? distanceTo(a) + distanceTo(b) : distanceTo(a) - distanceTo(b);
      return Math.abs(apart) < least ? [] : [[a, b]];
    }),
  );
}

/** Puts the corners in order: clockwise, the first one nearest to the picture's top left. */
function ordered(corners: Quad): Quad {
  const clockwise = areaOf(corners) >= 0 ? corners : ([corners[0], corners[3], corners[2], corners[1]] as const);
  let first = 0;
  clockwise.forEach(({ x, y }, index) => {
    const best = clockwise[first] ?? clockwise[0];
    if (x + y < best.x + best.y) first = index;
  });
  return mapQuad(clockwise, (corner, index) => clockwise[(first + index) % 4] ?? corner);
}

function candidate([a, b]: Pair, [c, d]: Pair, size: Size, leastArea: number): Candidate | null {
  const corners = [crossing(a, c), crossing(c, b), crossing(b, d), crossing(d, a)];
  const [p, q, r, s] = corners;
  if (!p || !q || !r || !s) return null;
  const [spareX, spareY] = [OUTSIDE * size.width, OUTSIDE * size.height];
  const isInside = ({ x, y }: Point) =>
    x >= -spareX && y >= -spareY && x <= size.width - 1 + spareX && y <= size.height - 1 + spareY;
  if (![p, q, r, s].every(isInside)) return null;
  const drawn: Quad = [p, q, r, s];
  const lines = [c, b, d, a];
  let [total, worst, beyond] = [0, 1, 0];
  for (const [index, [start, end]] of sidesOf(drawn).entries()) {
    const line = lines[index];
    if (!line) return null;
    const [from, to] = [along(line, start), along(line, end)];
    const length = Math.abs(to - from);
    if (length < 8) return null;
    const part = supportBetween(line, from, to) / length;
    if (part < LEAST_SIDE_SUPPORT) return null;
    worst = Math.min(worst, part);
    total += part;
    const reach = BEYOND_PART * length;
    const step = Math.sign(to - from) * 4;
    const further = Math.sign(to - from) * reach;
    beyond += supportBetween(line, from - step, from - step - further) / reach;
    beyond += supportBetween(line, to + step, to + step + further) / reach;
  }
  const quad = ordered(drawn);
  if (areaOf(quad) < leastArea || flattestCorner(quad) < LEAST_CORNER) return null;
  return { quad, support: Math.min(1, (total / 4 + worst) / 2), beyond: Math.min(1, beyond / 8) };
}

/** What a print measures at least, in pixels: between its opposite sides, and in area. */
interface Least {
  apart: number;
  area: number;
}

/** Of the one print that a snapshot shows. */
export const leastOfOne = ({ width, height }: Size): Least => ({
  apart: LEAST_SIDE * Math.min(width, height),
  area: LEAST_AREA * width * height,
});

/** Returns the quads that these lines make, best supported first. */
export function findCandidates(lines: readonly Line[], size: Size, least: Least): Candidate[] {
  const pairs = opposites(lines, size, least.apart);
  const found: Candidate[] = [];
  pairs.forEach((one, index) => {
    for (const other of pairs.slice(index + 1)) {
      if (angleBetween(one[0].angle, other[0].angle) < ADJACENT_FROM) continue;
      const made = candidate(one, other, size, least.area);
      if (made) found.push(made);
    }
  });
  const rank = ({ support, beyond, quad }: Candidate) =>
    support - 0.35 * beyond + 0.15 * Math.sqrt(areaOf(quad) / (size.width * size.height));
  return found.sort((a, b) => rank(b) - rank(a));
}
