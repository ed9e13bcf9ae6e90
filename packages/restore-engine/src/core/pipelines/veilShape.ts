/**
 * Which pixels lie under a veil of known strength. Taking it off at the right pixels makes the photograph continuous
 * across the letters' edges, at wrong ones it makes new edges: the shape with the smoothest result is a minimum cut,
 * solved as the saddle point of its convex relaxation (A. Chambolle, T. Pock, "A First-Order Primal-Dual Algorithm",
 * 2011, https://doi.org/10.1007/s10851-010-0251-1).
 */
import type { Mask } from '../image/mask';
import { at, numberAt, type Picture } from '../image/picture';
import type { Veil } from './veil';

const ROUNDS = 150;
const STEP = 0.35;
/** Price of a letter's edge, per pixel: shapes made of noise do not pay. */
const EDGE_PRICE = 0.3;
/** Differences, in grey levels, that count as large. Natural edges are rare and sharp, so the price is logarithmic. */
const EDGE_SCALE = 8;
/** Steps are taken between neighbours and, because rims are soft, across them. */
const REACHES = [
  { reach: 0, weight: 0.3 },
  { reach: 1, weight: 0.7 },
];
/** A pixel that would be this far outside 0..255 without the veil, in grey levels, is not under it. */
const OUT_OF_RANGE = 8;

/** Prices of an edge between a pixel and its next neighbour: with the pixel, or the neighbour, under the veil. */
interface Edges {
  here: Float32Array;
  next: Float32Array;
}

/**
 * @param zone 1 where letters may be
 * @param checkpoint called before every round; may throw to end the work
 */
export function veilShape(
  picture: Picture,
  veil: Veil,
  { zone, checkpoint }: { zone: Uint8Array; checkpoint: () => void },
): Mask {
  const { width, height, data } = picture;
  const bare = new Float32Array(data).map((value, i) => (value - numberAt(veil.ink, i % 3)) / veil.through);
  const never = zone.map((inside, i) => (inside && isPossible(bare, i) ? 0 : 1));
  checkpoint();
  const rows = edgesAlong(picture, bare, 1);
  checkpoint();
  const columns = edgesAlong(picture, bare, width);
  const under = relax({ width, height, never, rows, columns }, checkpoint);
  return { width, height, data: Uint8Array.from(under, (value) => (value > 0.5 ? 1 : 0)) };
}

function isPossible(bare: Float32Array, pixel: number): boolean {
  return [0, 1, 2].every((c) => {
    const value = at(bare, pixel * 3 + c);
    return value > -OUT_OF_RANGE && value < 255 + OUT_OF_RANGE;
  });
}

function edgesAlong({ width, height, data }: Picture, bare: Float32Array, step: number): Edges {
  const edges = { here: new Float32Array(width * height), next: new Float32Array(width * height) };
  const limit = step === 1 ? width : height;
  for (let i = 0; i < width * height; i++) {
    const position = step === 1 ? i % width : Math.floor(i / width);
    if (position + 1 >= limit) continue;
    let [here, next] = [EDGE_PRICE, EDGE_PRICE];
    for (const { reach, weight } of REACHES) {
      const p = position >= reach ? i - reach * step : i;
      const q = position + 1 + reach < limit ? i + (1 + reach) * step : i + step;
      const asIs = price(data, p, data, q);
      here += weight * (price(bare, p, data, q) - asIs);
      next += weight * (price(data, p, bare, q) - asIs);
    }
    edges.here[i] = here;
    edges.next[i] = Math.max(next, -here);
  }
  return edges;
}

function price(a: ArrayLike<number>, p: number, b: ArrayLike<number>, q: number): number {
  let difference = 0;
  for (let c = 0; c < 3; c++) difference += Math.abs(numberAt(a, p * 3 + c) - numberAt(b, q * 3 + c));
  return Math.log(1 + difference / (3 * EDGE_SCALE));
}

interface Problem {
  width: number;
  height: number;
  never: Uint8Array;
  rows: Edges;
  columns: Edges;
}

/** How much each pixel lies under the veil, 0..1; nearly always one or the other. */
function relax({ width, height, never, rows, columns }: Problem, checkpoint: () => void): Float32Array {
  const under = new Float32Array(width * height);
  const ahead = new Float32Array(width * height);
  const flowX = new Float32Array(width * height);
  const flowY = new Float32Array(width * height);
  const active = pixelsOf(never, width);
  for (let round = 0; round < ROUNDS; round++) {
    checkpoint();
    for (const i of active) {
      const value = at(ahead, i);
      if ((i + 1) % width !== 0) pull(flowX, rows, i, at(ahead, i + 1) - value);
      if (i + width < under.length) pull(flowY, columns, i, at(ahead, i + width) - value);
    }
    for (const i of active) {
      if (never[i]) continue;
      const fromLeft = i % width === 0 ? 0 : at(flowX, i - 1);
      const fromAbove = i < width ? 0 : at(flowY, i - width);
      const slope = fromLeft + fromAbove - at(flowX, i) - at(flowY, i);
      const before = at(under, i);
      const value = Math.min(1, Math.max(0, before - STEP * slope));
      ahead[i] = 2 * value - before;
      under[i] = value;
    }
  }
  return under;
}

/** Pixels that may lie under the veil, and those before them in row or column, where their edges are kept. */
function pixelsOf(never: Uint8Array, width: number): Int32Array {
  const active: number[] = [];
  for (let i = 0; i < never.length; i++) {
    if (never[i] === 0 || never[i + 1] === 0 || never[i + width] === 0) active.push(i);
  }
  return Int32Array.from(active);
}

function pull(flow: Float32Array, { here, next }: Edges, i: number, difference: number): void {
  flow[i] = Math.min(at(next, i), Math.max(-at(here, i), at(flow, i) + STEP * difference));
}
