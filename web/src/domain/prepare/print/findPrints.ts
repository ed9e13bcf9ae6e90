import type { Pixels } from '../pixels';
import { areaOf, distance, insideOf, mapQuad, type Quad, sidesOf } from '../quad';
import { type Edges, findEdges } from './edges';
import { FINE_PX, type FoundPrint, findPrint, refined, SURE, withBorder } from './findPrint';
import { findGround, type Ground } from './ground';
import { judgeOf } from './judge';
import { outlineOf, type Piece, piecesOf, quadAround, straightnessOf } from './pieces';
import { type Planes, reduce } from './planes';
import { refine } from './refine';
import { tilePiece } from './tiles';

/** Most prints that are looked for in one picture. */
export const MOST_PRINTS = 6;

const MASK_PX = 720;
/** A print fills at least this part of the picture; what is smaller is no print, and is not explained by one. */
const LEAST_AREA = 0.018;
/** All prints together fill at least this part of the picture. */
const LEAST_TOGETHER = 0.15;
/** A strip, a ruler or a shelf is longer than this for its width. */
const LONGEST_SHAPE = 2.6;
/** Prints that lie together are of like sizes: the smallest has at least this part of the largest one's area. */
const LEAST_OF_LARGEST = 0.12;
/** How much of the sides, of the worst and of all four, must have the piece inside and the ground outside. */
const [LEAST_SIDE, LEAST_OUTLINE] = [0.72, 0.88];
const ON_EDGE = { px: 2, turn: Math.PI / 12 };
/** How much of what is no ground may lie outside the prints. */
const MOST_UNEXPLAINED = 0.06;
/** In pixels of the mask: shadows beside a print belong to it. */
const SHADOW_PX = 6;
/** In grey levels: a photograph varies by more, a sheet of paper or a window pane by less. */
const LEAST_VARIATION = 14;
/** How much of the rim of prints that touch is straight. */
const LEAST_STRAIGHT = 0.2;
/** Prints that touch are taken off one after the other. */
const MOST_PEELS = 5;
/** Prints that touch hang together by this much at most: what is worn off their rims before they are looked at. */
const WEARS_PX = [3, 6, 10];
/** On no lid, what is as level as this (a sine) may be windows of a wall. */
const LEVEL = 0.012;
const CROP_MARGIN = 0.14;
/**
 * How much of a print is no ground: of one that lies alone, of one whose outline is nearly whole (some of it may be as
 * pale as the table), and of one that is taken off a piece.
 */
const LEAST_FILL = { alone: 0.9, outlined: 0.75, taken: 0.93 };
/** Of the worst side, and of all four, of an outline that is nearly whole. */
const [WHOLE_SIDE, WHOLE_OUTLINE] = [0.8, 0.93];
/** Two prints that touch may look like one that is longer for its width than this. */
const LONG_SHAPE = 1.55;

interface Looked {
  picture: Pixels;
  planes: Planes;
  ground: Ground;
  edges: Edges;
}

/** Calls `visit` for each pixel of the planes within the quad, `spare` pixels around it included. */
function within({ width, height }: Planes, quad: Quad, spare: number, visit: (at: number) => void) {
  const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)];
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs) - spare)),
    Math.min(width - 1, Math.max(...xs) + spare),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys) - spare)),
    Math.min(height - 1, Math.max(...ys) + spare),
  ];
  const isIn = insideOf(quad, spare);
  for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) if (isIn(x, y)) visit(y * width + x);
}

/** How many times as long as wide a quad is, on the whole. */
function shapeOf(quad: Quad): number {
  const [a, b, c, d] = sidesOf(quad).map(([from, to]) => distance(from, to));
  const [wide, tall] = [(a ?? 0) + (c ?? 0), (b ?? 0) + (d ?? 0)];
  return Math.max(wide, tall) / Math.min(wide, tall);
}

/** Whether what is in the quad looks like a photograph: neither a strip nor a plain sheet. */
function isPhotograph(planes: Planes, quad: Quad): boolean {
  if (shapeOf(quad) > LONGEST_SHAPE) return false;
  let [count, sum, squares] = [0, 0, 0];
  within(planes, quad, -3, (at) => {
    const light = planes.channels[0][at] ?? 0;
    count += 1;
    sum += light;
    squares += light * light;
  });
  return count > 0 && Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) >= LEAST_VARIATION;
}

/** How much of the quad is no ground. */
function fillOf({ planes, ground }: Looked, quad: Quad): number {
  let [filled, all] = [0, 0];
  within(planes, quad, -1, (at) => {
    all += 1;
    filled += ground.mask[at] ?? 0;
  });
  return filled / Math.max(1, all);
}

/** The quad of a piece that is one print by itself, in pixels of the planes. */
function printOf(looked: Looked, piece: Piece): Quad | null {
  const { planes, ground, edges } = looked;
  const around = quadAround(piece);
  if (!around || !isPhotograph(planes, around)) return null;
  // A shadow makes the piece larger than its print: then the print's own edge is near.
  for (const quad of [around, refine(planes, around, SHADOW_PX)]) {
    const sides = outlineOf(edges, ground.mask, quad, ON_EDGE);
    const all = sides.reduce((sum, side) => sum + side, 0) / sides.length;
    const worst = Math.min(...sides);
    if (worst < LEAST_SIDE || all < LEAST_OUTLINE) continue;
    const isWhole = worst >= WHOLE_SIDE && all >= WHOLE_OUTLINE;
    if (fillOf(looked, quad) >= (isWhole ? LEAST_FILL.outlined : LEAST_FILL.alone)) return quad;
  }
  return null;
}

/** The picture of a piece alone, the ground around it drawn on over all else and beyond the picture's rim. */
function alone({ picture, planes, ground }: Looked, piece: Piece) {
  const scale = picture.width / planes.width;
  const margin = CROP_MARGIN * Math.max(piece.right - piece.left, piece.bottom - piece.top);
  const [left, top] = [Math.round((piece.left - margin) * scale), Math.round((piece.top - margin) * scale)];
  const width = Math.round((piece.right - piece.left + 1 + 2 * margin) * scale);
  const height = Math.round((piece.bottom - piece.top + 1 + 2 * margin) * scale);
  const own = new Uint8Array(planes.width * planes.height);
  for (const at of piece.places)
    for (let y = -2; y <= 2; y += 1) for (let x = -2; x <= 2; x += 1) own[at + y * planes.width + x] = 1;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const y = Math.floor((top + row) / scale);
    for (let column = 0; column < width; column += 1) {
      const x = Math.floor((left + column) / scale);
      const [fromX, fromY] = [left + column, top + row];
      const isIn = fromX >= 0 && fromY >= 0 && fromX < picture.width && fromY < picture.height;
      const to = (row * width + column) * 4;
      if (isIn && x < planes.width && y < planes.height && own[y * planes.width + x] === 1) {
        const from = (fromY * picture.width + fromX) * 4;
        data[to] = picture.data[from] ?? 0;
        data[to + 1] = picture.data[from + 1] ?? 0;
        data[to + 2] = picture.data[from + 2] ?? 0;
      } else {
        const [light, red, blue] = ground.colourAt(x, y);
        data[to] = light + red;
        data[to + 1] = light - red - blue;
        data[to + 2] = light + blue;
      }
      data[to + 3] = 255;
    }
  }
  const toPlanes = (quad: Quad): Quad =>
    mapQuad(quad, ({ x, y }) => ({
      x: (left + x * width) / scale - 0.5,
      y: (top + y * height) / scale - 0.5,
    }));
  return { crop: { width, height, data }, toPlanes };
}

/** Takes the surest print off a piece in which several touch. Returns it and what is left of the piece. */
function peel(looked: Looked, piece: Piece): { quad: Quad; rest: Piece[] } | null {
  const { planes } = looked;
  const { crop, toPlanes } = alone(looked, piece);
  const found = findPrint(crop);
  if (!found || found.confidence < SURE) return null;
  const quad = toPlanes(found.corners);
  const left = new Uint8Array(planes.width * planes.height);
  for (const at of piece.places) left[at] = 1;
  let [filled, all] = [0, 0];
  within(planes, quad, -1, (at) => {
    all += 1;
    filled += left[at] ?? 0;
  });
  if (all === 0 || filled < LEAST_FILL.taken * all || !isPhotograph(planes, quad)) return null;
  within(planes, quad, 2, (at) => {
    left[at] = 0;
  });
  return { quad, rest: piecesOf({ ...planes, mask: left }, leastOf(planes)) };
}

const leastOf = ({ width, height }: Planes) => LEAST_AREA * width * height;

/** The prints of a piece that fall apart once enough is worn off their rims, or null. */
function unstuck(looked: Looked, piece: Piece): Quad[] | null {
  const { planes } = looked;
  const mask = new Uint8Array(planes.width * planes.height);
  for (const at of piece.places) mask[at] = 1;
  for (const pixels of WEARS_PX) {
    const pieces = piecesOf({ ...planes, mask }, leastOf(planes) / 2, pixels);
    if (pieces.length < 2) continue;
    const quads = pieces.map((part) => printOf(looked, { ...part, worn: pixels + piece.worn }));
    if (quads.every((quad) => quad !== null)) return quads;
  }
  return null;
}

/** The prints that make up a piece, or null. */
const tiled = ({ planes, edges }: Looked, piece: Piece): Quad[] | null =>
  tilePiece({
    edges,
    piece,
    leastArea: leastOf(planes),
    mostPrints: MOST_PRINTS,
    isPhotograph: (quad) => isPhotograph(planes, quad),
  });

/** Whether all sides run along the picture's own: windows and framed pictures on a wall do. */
const areLevel = (quads: readonly Quad[]): boolean =>
  quads.flatMap(sidesOf).every(([a, b]) => Math.min(Math.abs(b.x - a.x), Math.abs(b.y - a.y)) < LEVEL * distance(a, b));

/** The prints of a piece that touch, taken off one after the other, or null if there is a rest that is none. */
function peeled(looked: Looked, piece: Piece, peels: number): Quad[] | null {
  const taken = peels > 0 ? peel(looked, piece) : null;
  const rest = taken && allOf(looked, taken.rest, peels - 1);
  return taken && rest && [taken.quad, ...rest];
}

/** Every print of these pieces, or null if there is one that is not sure. */
function allOf(looked: Looked, pieces: readonly Piece[], peels = MOST_PEELS): Quad[] | null {
  const quads: Quad[] = [];
  for (const piece of pieces) {
    const whole = printOf(looked, piece);
    if (whole) {
      quads.push(...((shapeOf(whole) > LONG_SHAPE && tiled(looked, piece)) || [whole]));
      continue;
    }
    // Before the searches, which take long: most photographs with an even ground are of a person.
    if (straightnessOf(piece, looked.planes) < LEAST_STRAIGHT) return null;
    const apart = unstuck(looked, piece) ?? tiled(looked, piece) ?? peeled(looked, piece, peels);
    if (!apart) return null;
    quads.push(...apart);
  }
  return quads;
}

/** How much of what is no ground lies outside the quads and their shadows. */
function unexplained({ planes, ground }: Looked, quads: readonly Quad[]): number {
  const left = ground.mask.slice();
  for (const quad of quads)
    within(planes, quad, SHADOW_PX, (at) => {
      left[at] = 0;
    });
  const sum = (mask: Uint8Array) => mask.reduce((total, value) => total + value, 0);
  return sum(left) / Math.max(1, sum(ground.mask));
}

/** Row by row as one reads: a print belongs to the row that the middle of its first print lies in. */
function inReadingOrder(quads: readonly Quad[]): Quad[] {
  const middle = (quad: Quad, axis: 'x' | 'y') => quad.reduce((sum, corner) => sum + corner[axis] / 4, 0);
  const left = [...quads].sort((a, b) => middle(a, 'y') - middle(b, 'y'));
  const ordered: Quad[] = [];
  while (left.length > 0) {
    // The row is that of the topmost print.
    const [first] = left;
    const [top, bottom] = [Math.min(...(first ?? []).map(({ y }) => y)), Math.max(...(first ?? []).map(({ y }) => y))];
    const row = left.filter((quad) => middle(quad, 'y') >= top && middle(quad, 'y') <= bottom);
    ordered.push(...row.sort((a, b) => middle(a, 'x') - middle(b, 'x')));
    for (const quad of row) left.splice(left.indexOf(quad), 1);
  }
  return ordered;
}

/** The prints on an even ground, in pixels of the planes, or none: each must be sure, and together they must be all. */
function severalOn(looked: Looked): Quad[] {
  const { planes, ground } = looked;
  const pieces = piecesOf({ ...planes, mask: ground.mask }, leastOf(planes));
  if (pieces.length === 0) return [];
  const quads = allOf(looked, pieces);
  if (!quads || quads.length < 2) return [];
  if (areLevel(quads) && !ground.isLid) return [];
  const areas = quads.map(areaOf);
  const together = areas.reduce((sum, area) => sum + area, 0) / (planes.width * planes.height);
  if (together < LEAST_TOGETHER || Math.min(...areas) < LEAST_OF_LARGEST * Math.max(...areas)) return [];
  return unexplained(looked, quads) <= MOST_UNEXPLAINED ? inReadingOrder(quads) : [];
}

/**
 * Looks for several prints that lie on a scanner's glass or a plain table, `MOST_PRINTS` at most, in reading order. They
 * are told apart only if each of them is sure and they are all that lies there; else the answer is that of `findPrint`,
 * if it has one. Their confidence is 1 then: what is not sure is not split.
 */
export function findPrints(picture: Pixels): FoundPrint[] {
  const planes = reduce(picture, MASK_PX);
  const ground = findGround(planes);
  const edges = findEdges(planes);
  const severalBy = (mask: Uint8Array | null | undefined): Quad[] =>
    ground && mask ? severalOn({ picture, planes, edges, ground: { ...ground, mask } }) : [];
  let quads = severalBy(ground?.mask);
  // Prints that their shadows join. Second, because of a print as brown as its table a part would count as shadow.
  if (quads.length < 2) quads = severalBy(ground?.unshaded);
  if (quads.length < 2) {
    const single = findPrint(picture);
    return single ? [single] : [];
  }
  const looked = { planes, edges, judge: judgeOf(planes) };
  const fine = reduce(picture, FINE_PX);
  return quads.slice(0, MOST_PRINTS).map((quad) => {
    const first = looked.judge({ quad, support: 1, beyond: 0 });
    return { corners: refined(fine, planes, withBorder(looked, first, []).quad), confidence: 1 };
  });
}
