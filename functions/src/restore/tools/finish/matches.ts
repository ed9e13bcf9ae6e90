/** Where squares of one picture lie in another that is nearly in its place; a first guess at a slow warp. */
import { type Plane, quantile } from './planes';
import { addBending, type Spline, solve, splineAt, splineWeights } from './warp';

/** Radius of a square, and the distance of neighbours. In pixels. */
const RADIUS_PX = 10;
const STEP_PX = 10;
/** Every second pixel of a square is compared: structures are smooth. */
const EVERY_PX = 2;
/** How far a square is looked for, across and down, in pixels. */
const REACH_PX = 10;
/** A square whose mean square is less has nothing to be found by; structures have 1 by their making. */
const LEAST_ENERGY = 0.15;
/** Share of a square that the other picture must show. */
const LEAST_SHOWN = 0.8;
/** A place is taken if it correlates at least so much, and by so much more than every place that far away. */
const LEAST_ALIKE = 0.45;
const AHEAD = 0.06;
const ELSEWHERE_PX = 3;
/** How stiff the warp is that follows the places, against what pulls it. */
const STIFFNESS = 0.003;
/** A place that is farther from where the others lead weighs little: so many pixels in each round. */
const TOLERANCE_PX = [Number.POSITIVE_INFINITY, 3, 2, 1] as const;

/**
 * The picture is cut into so many parts along its long side. A part with at least so many squares is off if their median
 * is, by more than so many pixels: a twentieth of a per cent of a long side of 384. Of all squares this share is found.
 */
const STILL = { partsOnSide: 8, least: 5, offPx: 0.2, foundShare: 0.5 } as const;

const SQUARE_PX = ((2 * RADIUS_PX) / EVERY_PX + 1) ** 2;
const SIDE = 2 * REACH_PX + 1;
/** Every second place, across and down, is looked at first. */
const EVERY_PLACE = 2;
/** Below every correlation. */
const UNKNOWN = -2;

/** The middle of a square and how far it is displaced, in pixels, and how sure that is. */
export interface Match {
  x: number;
  y: number;
  dx: number;
  dy: number;
  weight: number;
}

export interface Matches {
  found: Match[];
  /** How many squares have a structure to be found by. */
  tried: number;
}

interface Pair {
  photo: Plane;
  picture: Plane;
  /** 1 where the picture shows something. */
  inside: Uint8Array;
}

function energyAt({ values, width }: Plane, cx: number, cy: number): number {
  let sum = 0;
  for (let y = -RADIUS_PX; y <= RADIUS_PX; y += EVERY_PX) {
    const row = (cy + y) * width + cx;
    for (let x = -RADIUS_PX; x <= RADIUS_PX; x += EVERY_PX) sum += (values[row + x] ?? 0) ** 2;
  }
  return sum;
}

/**
 * Correlation of the square around a place of the photo with the one around another place of the picture; -1 for none.
 *
 * @param own the square's energy in the photo
 */
function alike({ photo, picture, inside }: Pair, from: number, to: number, own: number): number {
  const { width } = photo;
  let both = 0;
  let other = 1e-6;
  let shown = 0;
  for (let y = -RADIUS_PX; y <= RADIUS_PX; y += EVERY_PX) {
    const a = from + y * width;
    const b = to + y * width;
    for (let x = -RADIUS_PX; x <= RADIUS_PX; x += EVERY_PX) {
      const q = picture.values[b + x] as number;
      both += (photo.values[a + x] as number) * q;
      other += q * q;
      shown += inside[b + x] as number;
    }
  }
  return shown < LEAST_SHOWN * SQUARE_PX ? -1 : both / Math.sqrt(own * other);
}

/** Where between pixels a peak lies, by the parabola through it and its neighbours. */
function peak(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after;
  return bend < -1e-6 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : 0;
}

/** Whether one of the places around is out of reach. */
function isAtEdge(place: number): boolean {
  const [column, row] = [place % SIDE, Math.floor(place / SIDE)];
  return column === 0 || row === 0 || column === SIDE - 1 || row === SIDE - 1;
}

/** Left, right, above and below. */
const around = (place: number): number[] => [place - 1, place + 1, place - SIDE, place + SIDE];

/** The place of one square, or null where none or more than one is alike. */
function matchAt(pair: Pair, cx: number, cy: number, own: number): Match | null {
  const { width, height } = pair.photo;
  const scores = new Float64Array(SIDE * SIDE).fill(UNKNOWN);
  const scoreAt = (place: number): number => {
    if (scores[place] === UNKNOWN) {
      const [x, y] = [cx + (place % SIDE) - REACH_PX, cy + Math.floor(place / SIDE) - REACH_PX];
      const fits = x >= RADIUS_PX && x < width - RADIUS_PX && y >= RADIUS_PX && y < height - RADIUS_PX;
      scores[place] = fits ? alike(pair, cy * width + cx, y * width + x, own) : -1;
    }
    return scores[place] ?? -1;
  };
  let best = 0;
  for (let row = 0; row < SIDE; row += EVERY_PLACE) {
    for (let column = 0; column < SIDE; column += EVERY_PLACE) {
      if (scoreAt(row * SIDE + column) > scoreAt(best)) best = row * SIDE + column;
    }
  }
  // From the best of these to the top of its hill.
  for (let from = -1; from !== best; ) {
    if (isAtEdge(best)) return null;
    from = best;
    for (const place of around(from)) if (scoreAt(place) > scoreAt(best)) best = place;
  }
  const score = scoreAt(best);
  const [left, right, above, below] = around(best).map(scoreAt) as [number, number, number, number];
  // At the picture's border nobody can tell where the top lies.
  if (score < LEAST_ALIKE || Math.min(left, right, above, below) === -1) return null;
  const [column, row] = [best % SIDE, Math.floor(best / SIDE)];
  const elsewhere = scores.reduce((most, value, i) => {
    const isNear = Math.hypot((i % SIDE) - column, Math.floor(i / SIDE) - row) <= ELSEWHERE_PX;
    return isNear ? most : Math.max(most, value);
  }, -1);
  if (score - elsewhere < AHEAD) return null;
  return {
    ...{ x: cx + 0.5, y: cy + 0.5 },
    dx: column - REACH_PX + peak(left, score, right),
    dy: row - REACH_PX + peak(above, score, below),
    weight: (score - elsewhere) * score,
  };
}

/**
 * Finds squares of the photo in a picture that lies at most 10 pixels from its place, one by one, so that none leads
 * another astray. Both are structures of about the same size everywhere. What is not found in one place only is left out.
 */
export function matchSquares(pair: Pair): Matches {
  const { width, height } = pair.photo;
  const found: Match[] = [];
  let tried = 0;
  for (let y = RADIUS_PX + 1; y < height - RADIUS_PX - 1; y += STEP_PX) {
    for (let x = RADIUS_PX + 1; x < width - RADIUS_PX - 1; x += STEP_PX) {
      const energy = energyAt(pair.photo, x, y);
      if (energy < LEAST_ENERGY * SQUARE_PX) continue;
      tried++;
      const match = matchAt(pair, x, y, energy);
      if (match) found.push(match);
    }
  }
  return { found, tried };
}

/**
 * Whether the squares lie where they should: most were found, and in no part of the picture do they lie off together.
 * Single ones are found in a wrong place now and then.
 */
export function areInPlace(pair: Pair, { found, tried }: Matches): boolean {
  const side = Math.max(pair.photo.width, pair.photo.height) / STILL.partsOnSide;
  const parts = new Map<string, Match[]>();
  for (const match of found) {
    const part = `${Math.floor(match.x / side)} ${Math.floor(match.y / side)}`;
    parts.set(part, [...(parts.get(part) ?? []), match]);
  }
  const middle = (offsets: number[]) => quantile(offsets, 0.5);
  const isOff = (part: Match[]) =>
    Math.hypot(middle(part.map(({ dx }) => dx)), middle(part.map(({ dy }) => dy))) > STILL.offPx;
  const areOff = [...parts.values()].some((part) => part.length >= STILL.least && isOff(part));
  return found.length >= STILL.foundShare * tried && !areOff;
}

/**
 * Bends a spline to displacements of which some are wrong: least squares, in which what lies far off weighs less from
 * round to round (Geman and McClure's weights). Changes the spline.
 *
 * @param matches places and displacements in shares of the long side
 * @param longPx the long side in pixels of the level at which they were found
 */
export function followMatches(spline: Spline, matches: readonly Match[], longPx: number): void {
  const count = spline.x.length;
  const n = 2 * count;
  for (const tolerancePx of TOLERANCE_PX) {
    const [matrix, right] = [new Float64Array(n * n), new Float64Array(n)];
    let mass = 0;
    for (const { x, y, dx, dy, weight } of matches) {
      const [bentX, bentY] = splineAt(spline, x, y);
      const [restX, restY] = [(dx - bentX) * longPx, (dy - bentY) * longPx];
      const tolerance = 2 * tolerancePx ** 2;
      const isFirst = tolerancePx === Number.POSITIVE_INFINITY;
      const pull = isFirst ? weight : weight * (tolerance / (tolerance + restX ** 2 + restY ** 2)) ** 2;
      mass += 2 * pull;
      const { index, weight: shares } = splineWeights(spline, x, y);
      for (let p = 0; p < index.length; p++) {
        const i = index[p] ?? 0;
        const share = pull * (shares[p] ?? 0);
        right[2 * i] = (right[2 * i] ?? 0) + share * restX;
        right[2 * i + 1] = (right[2 * i + 1] ?? 0) + share * restY;
        for (let q = 0; q < index.length; q++) {
          const at = 2 * (i * n + (index[q] ?? 0));
          const both = share * (shares[q] ?? 0);
          matrix[at] = (matrix[at] ?? 0) + both;
          matrix[at + n + 1] = (matrix[at + n + 1] ?? 0) + both;
        }
      }
    }
    addBending(spline, { matrix, right, longPx, force: (STIFFNESS * mass) / count });
    for (let i = 0; i < n; i++) matrix[i * n + i] = (matrix[i * n + i] ?? 0) * 1.0001 + 1e-6;
    solve(matrix, right);
    for (let i = 0; i < count; i++) {
      spline.x[i] = (spline.x[i] ?? 0) + (right[2 * i] ?? 0) / longPx;
      spline.y[i] = (spline.y[i] ?? 0) + (right[2 * i + 1] ?? 0) / longPx;
    }
  }
}
