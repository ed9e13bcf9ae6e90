import { mapQuad, type Point, type Quad, sidesOf } from '../quad';
import type { Planes } from './planes';

const SAMPLES = 48;
/** Corners are left out: they are worn, and rounded. */
const MARGIN = 0.05;
const ON_LINE_PX = 1.2;

interface Spot extends Point {
  weight: number;
}

function valueAt(plane: Float32Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [
    Math.max(0, Math.min(width - 2, Math.floor(x))),
    Math.max(0, Math.min(height - 2, Math.floor(y))),
  ];
  const [right, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = top * width + left;
  const above = (plane[at] ?? 0) * (1 - right) + (plane[at + 1] ?? 0) * right;
  const below = (plane[at + width] ?? 0) * (1 - right) + (plane[at + width + 1] ?? 0) * right;
  return above * (1 - down) + below * down;
}

/** The clearest edges across each sample of a side, at most two each. */
function spotsOn(planes: Planes, [start, end]: readonly [Point, Point], reach: number): Spot[] {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const step = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const out = { x: step.y, y: -step.x };
  const spots: Spot[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const part = MARGIN + ((1 - 2 * MARGIN) * sample) / (SAMPLES - 1);
    const on = { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) };
    const values = planes.channels.map((plane) =>
      Array.from({ length: 2 * reach + 3 }, (_, index) => {
        const across = index - reach - 1;
        let sum = 0;
        for (let aside = -2; aside <= 2; aside += 1) {
          const x = on.x + across * out.x + aside * step.x;
          const y = on.y + across * out.y + aside * step.y;
          sum += valueAt(plane, planes.width, planes.height, x, y);
        }
        return sum / 5;
      }),
    );
    const changes = Array.from({ length: 2 * reach + 1 }, (_, index) =>
      Math.hypot(...values.map((line) => (line[index + 2] ?? 0) - (line[index] ?? 0))),
    );
    const peaks = changes
      .map((change, index) => ({ change, index }))
      .filter(({ change, index }) => change >= (changes[index - 1] ?? 0) && change > (changes[index + 1] ?? 0))
      .sort((a, b) => b.change - a.change)
      .slice(0, 2);
    for (const { change, index } of peaks) {
      if (change < 3) continue;
      const [before, after] = [changes[index - 1] ?? 0, changes[index + 1] ?? 0];
      const curve = before - 2 * change + after;
      const between = curve === 0 ? 0 : (0.5 * (before - after)) / curve;
      const across = index - reach + Math.min(0.5, Math.max(-0.5, between));
      spots.push({ x: on.x + across * out.x, y: on.y + across * out.y, weight: Math.min(30, change) });
    }
  }
  return spots;
}

type Straight = { point: Point; direction: Point };

/** The line that most spots lie on: every pair of far apart spots is tried, then the best one is fitted. */
function lineThrough(spots: readonly Spot[]): Straight | null {
  let best: Spot[] = [];
  let most = 0;
  const off = (a: Point, b: Point, c: Point) =>
    Math.abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / Math.hypot(b.x - a.x, b.y - a.y);
  for (let from = 0; from < spots.length / 3; from += 1) {
    for (let to = Math.floor((2 * spots.length) / 3); to < spots.length; to += 1) {
      const [a, b] = [spots[from], spots[to]];
      if (!a || !b) continue;
      let weight = 0;
      for (const spot of spots) if (off(a, b, spot) < ON_LINE_PX) weight += spot.weight;
      if (weight <= most) continue;
      most = weight;
      best = spots.filter((spot) => off(a, b, spot) < ON_LINE_PX);
    }
  }
  if (best.length < SAMPLES / 4) return null;
  const total = best.reduce((sum, { weight }) => sum + weight, 0);
  const x = best.reduce((sum, spot) => sum + spot.weight * spot.x, 0) / total;
  const y = best.reduce((sum, spot) => sum + spot.weight * spot.y, 0) / total;
  let [xx, xy, yy] = [0, 0, 0];
  for (const spot of best) {
    xx += spot.weight * (spot.x - x) ** 2;
    xy += spot.weight * (spot.x - x) * (spot.y - y);
    yy += spot.weight * (spot.y - y) ** 2;
  }
  const direction = 0.5 * Math.atan2(2 * xy, xx - yy);
  return { point: { x, y }, direction: { x: Math.cos(direction), y: Math.sin(direction) } };
}

function meet(a: Straight, b: Straight): Point | null {
  const determinant = a.direction.x * b.direction.y - a.direction.y * b.direction.x;
  if (Math.abs(determinant) < 0.05) return null;
  const [dx, dy] = [b.point.x - a.point.x, b.point.y - a.point.y];
  const part = (dx * b.direction.y - dy * b.direction.x) / determinant;
  return { x: a.point.x + part * a.direction.x, y: a.point.y + part * a.direction.y };
}

/** Returns the quad moved onto the edges within `reach` pixels of its sides. A corner that finds none stays. */
export function refine(planes: Planes, quad: Quad, reach: number): Quad {
  const lines = sidesOf(quad).map(([start, end]) => {
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    return (
      lineThrough(spotsOn(planes, [start, end], reach)) ?? {
        point: start,
        direction: { x: (end.x - start.x) / length, y: (end.y - start.y) / length },
      }
    );
  });
  return mapQuad(quad, (corner, index) => {
    const [before, after] = [lines[(index + 3) % 4], lines[index]];
    const met = before && after ? meet(before, after) : null;
    return met && Math.hypot(met.x - corner.x, met.y - corner.y) < 3 * reach ? met : corner;
  });
}
