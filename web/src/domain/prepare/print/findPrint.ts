import type { Pixels } from '../pixels';
import { mapQuad, type Quad, scaleQuad } from '../quad';
import { evenBorder, paperBorder } from './border';
import { type Candidate, findCandidates, leastOfOne } from './candidates';
import { type Edges, findEdges } from './edges';
import { isBorder, isWithin, type Judgement, judgeOf } from './judge';
import { findLines } from './lines';
import { type Planes, reduce } from './planes';
import { refine } from './refine';

/** A print that lies on something else. */
export interface FoundPrint {
  /** Its corners, from 0 to 1 of the picture's width and height. */
  corners: Quad;
  /** 0 to 1. Below `SURE` the person is asked. */
  confidence: number;
}

/** From this confidence on a print is offered. */
export const SURE = 0.5;

const COARSE_PX = 360;
export const FINE_PX = 1400;
const MOST_LINES = 44;
const MOST_CANDIDATES = 250;
/** A border makes the print at least this much larger than its picture. */
const LEAST_WITH_BORDER = 1.04;
/** What fills the picture up to its rim is a scan, however its rim looks. */
const WHOLE_AREA = 0.93;

/** How sure a judgement is, from its parts. The numbers were chosen on the benchmark's own half of the snapshots. */
function confidenceOf({ support, beyond, contrast, unlike, area }: Judgement): number {
  if (area > WHOLE_AREA) return 0;
  return Math.max(0, Math.min(1, (0.5 * support + 0.25 * contrast + 0.25 * unlike - 0.2 * beyond - 0.3) / 0.5));
}

/**
 * Looks for a print that was photographed on a table: four straight edges with the table around them. Returns the best
 * guess with its confidence, or null if there is none at all.
 */
export function findPrint(picture: Pixels): FoundPrint | null {
  const planes = reduce(picture, COARSE_PX);
  const edges = findEdges(planes);
  const judge = judgeOf(planes);
  const judged = findCandidates(findLines(edges, MOST_LINES), planes, leastOfOne(planes))
    .slice(0, MOST_CANDIDATES)
    .map(judge)
    .sort((a, b) => b.score - a.score);
  const [first] = judged;
  if (!first) return null;
  const best = withBorder({ planes, edges, judge }, first, judged);
  const fine = reduce(picture, FINE_PX);
  const corners = refined(fine, planes, best.quad);
  // The border is never clearer than the picture within it.
  return { corners, confidence: confidenceOf({ ...first, area: best.area }) };
}

interface Looked {
  planes: Planes;
  edges: Edges;
  judge: (candidate: Candidate) => Judgement;
}

/** A print's white border makes two quads, one within the other: the outer one is the print. */
export function withBorder(
  { planes, edges, judge }: Looked,
  first: Judgement,
  others: readonly Judgement[],
): Judgement {
  const bordered = [evenBorder(edges, first.quad), paperBorder(planes, first.quad)];
  const outer = [...bordered.flatMap((candidate) => (candidate ? [judge(candidate)] : [])), ...others];
  return (
    outer.find(
      (other) =>
        other.area > LEAST_WITH_BORDER * first.area &&
        isWithin(first.quad, other.quad) &&
        isBorder(planes, first.quad, other),
    ) ?? first
  );
}

/** Returns the corners, from 0 to 1, of a quad in pixels of the reduced picture, moved onto the edges of the finer one. */
export function refined(fine: Planes, reduced: Planes, quad: Quad): Quad {
  const scale = fine.width / reduced.width;
  const coarse = mapQuad(quad, ({ x, y }) => ({ x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 }));
  const near = refine(fine, coarse, Math.max(3, Math.round(2.5 * scale)));
  return scaleQuad(
    mapQuad(near, ({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })),
    { width: 1 / fine.width, height: 1 / fine.height },
  );
}
