import { areaOf, insideOf, type Point, type Quad } from '../quad';
import { type Candidate, findCandidates } from './candidates';
import type { Edges } from './edges';
import { findLines } from './lines';
import { outlineOf, type Piece } from './pieces';

/** What is tried at most: the time that the search takes grows with each. */
const [MOST_LINES, MOST_CANDIDATES, MOST_TILES, MOST_STEPS] = [56, 600, 60, 5000];
/** Of the picture's shorter side, between two opposite sides of a print. */
const LEAST_APART = 0.1;
/** Quads whose corners are all nearer than this are one. */
const SAME_PX = 8;
/** How much of the sides, of the worst and of all four, must be an edge or the piece's own rim. */
const [LEAST_SIDE, LEAST_OUTLINE] = [0.55, 0.84];
/** A side may cross another print, where edges of all directions are near. */
const ON_EDGE = { px: 1, turn: Math.PI / 20 };
/** How much of a print must lie on the piece, and how much of the piece its prints may leave over. */
const [LEAST_FILL, MOST_LEFT] = [0.96, 0.04];
/** In pixels: how far the places are apart at which the piece is looked at. */
const STEP = 5;
/** In pixels: a place so near to a print, its shadow say, is explained by it. */
const BESIDE_PX = 4;
const [SAME_PART, MOST_SHARED] = [0.93, 0.03];
/** What all of them must reach together; each further print must explain more than chance would. */
const [LEAST_VALUE, COST] = [0.78, 0.03];

interface Tile {
  quad: Quad;
  score: number;
  /** 1 for each of the piece's spots that it holds, and how many those are. */
  holds: Uint8Array;
  count: number;
}

const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let at = 0; at < values.length; at += 1) total += values[at] ?? 0;
  return total;
};

function sharedBy(a: Tile, b: Tile): number {
  let both = 0;
  for (let at = 0; at < a.holds.length; at += 1) both += (a.holds[at] ?? 0) & (b.holds[at] ?? 0);
  return both;
}

/** 1 for each spot in the quad or at most `spare` beside it. */
function heldBy(quad: Quad, spots: readonly Point[], spare: number): Uint8Array {
  const isIn = insideOf(quad, spare);
  const holds = new Uint8Array(spots.length);
  spots.forEach(({ x, y }, at) => {
    if (isIn(x, y)) holds[at] = 1;
  });
  return holds;
}

/** The best of those that are the same but for some pixels. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const isSame = ({ quad }: Candidate) =>
      quad.every(({ x, y }, index) => {
        const other = candidate.quad[index];
        return other !== undefined && Math.abs(x - other.x) < SAME_PX && Math.abs(y - other.y) < SAME_PX;
      });
    if (!kept.some(isSame)) kept.push(candidate);
    if (kept.length === MOST_CANDIDATES) break;
  }
  return kept;
}

interface Request {
  edges: Edges;
  piece: Piece;
  /** In pixels, of a print. */
  leastArea: number;
  mostPrints: number;
  isPhotograph: (quad: Quad) => boolean;
}

/** The edges on a piece and its rim alone, and 1 where the piece is. */
function onPiece({ width, height, strength, angle }: Edges, { places }: Piece) {
  const mask = new Uint8Array(width * height);
  const own = new Float32Array(width * height);
  for (const at of places) {
    mask[at] = 1;
    const [column, row] = [at % width, Math.floor(at / width)];
    for (let y = Math.max(0, row - 3); y <= Math.min(height - 1, row + 3); y += 1)
      for (let x = Math.max(0, column - 3); x <= Math.min(width - 1, column + 3); x += 1)
        own[y * width + x] = strength[y * width + x] ?? 0;
  }
  return { mask, own: { width, height, strength: own, angle } };
}

/** The quads that may be prints of the piece, best first. */
function tilesOf({ edges, leastArea, isPhotograph }: Request, spots: readonly Point[], mask: Uint8Array): Tile[] {
  const { width, height } = edges;
  const lines = findLines(edges, MOST_LINES);
  const least = { apart: LEAST_APART * Math.min(width, height), area: leastArea };
  const tiles = distinct(findCandidates(lines, edges, least)).flatMap(({ quad, beyond }): Tile[] => {
    if (STEP ** 2 * sum(heldBy(quad, spots, 0)) < LEAST_FILL * areaOf(quad)) return [];
    const sides = outlineOf(edges, mask, quad, ON_EDGE);
    const [worst, outline] = [Math.min(...sides), sum(sides) / sides.length];
    if (worst < LEAST_SIDE || outline < LEAST_OUTLINE || !isPhotograph(quad)) return [];
    const holds = heldBy(quad, spots, BESIDE_PX);
    return [{ quad, score: (outline + worst) / 2 - 0.2 * beyond, holds, count: sum(holds) }];
  });
  const kept: Tile[] = [];
  for (const tile of tiles.sort((a, b) => b.score - a.score)) {
    if (kept.length === MOST_TILES) break;
    const isSame = (other: Tile) => sharedBy(tile, other) > SAME_PART * Math.max(tile.count, other.count);
    if (!kept.some(isSame)) kept.push(tile);
  }
  return kept;
}

/** The places at which a piece is looked at, those farthest from its rim first. */
function spotsOf({ left, right, top, bottom }: Piece, { width, height }: Edges, mask: Uint8Array): Point[] {
  const isOn = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1;
  const depthOf = (x: number, y: number) => {
    let depth = 0;
    while (isOn(x - depth, y) && isOn(x + depth, y) && isOn(x, y - depth) && isOn(x, y + depth)) depth += STEP;
    return depth;
  };
  const spots: (Point & { depth: number })[] = [];
  for (let y = top; y <= bottom; y += STEP)
    for (let x = left; x <= right; x += STEP) if (isOn(x, y)) spots.push({ x, y, depth: depthOf(x, y) });
  return spots.sort((a, b) => b.depth - a.depth);
}

/**
 * Tells apart the prints that touch in one piece: quads with edges for sides, each on the piece, none on another, that
 * leave next to nothing of it over. A search with backtracking through them, which covers the deepest free place next.
 *
 * @returns the quads, in pixels of the edges, or null if there are no two or more of which it is sure
 */
export function tilePiece(request: Request): Quad[] | null {
  const { mask, own } = onPiece(request.edges, request.piece);
  const spots = spotsOf(request.piece, request.edges, mask);
  const tiles = tilesOf({ ...request, edges: own }, spots, mask);
  const best: { value: number; tiles: readonly Tile[] } = { value: LEAST_VALUE, tiles: [] };
  let steps = 0;
  const search = (chosen: readonly Tile[], covered: Uint8Array): void => {
    steps += 1;
    const left = 1 - sum(covered) / spots.length;
    if (left <= MOST_LEFT) {
      const value = chosen.reduce((total, { score }) => total + score / chosen.length, 0) - COST * chosen.length - left;
      if (chosen.length > 1 && value > best.value) Object.assign(best, { value, tiles: chosen });
      return;
    }
    const next = covered.indexOf(0);
    if (chosen.length === request.mostPrints) return;
    for (const tile of tiles) {
      if (steps > MOST_STEPS) return;
      const isFree = (other: Tile) => sharedBy(tile, other) <= MOST_SHARED * Math.min(tile.count, other.count);
      if (tile.holds[next] !== 1 || !chosen.every(isFree)) continue;
      search(
        [...chosen, tile],
        covered.map((value, at) => value | (tile.holds[at] ?? 0)),
      );
    }
  };
  search([], new Uint8Array(spots.length));
  return best.tiles.length > 0 ? best.tiles.map(({ quad }) => quad) : null;
}
