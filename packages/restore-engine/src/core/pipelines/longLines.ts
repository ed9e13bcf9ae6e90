/**
 * Follows long, narrow things from end to end by dynamic programming. A crack seen in pieces is one line here, so that
 * it can be judged, and repaired, as a whole.
 */
import { boxBlur } from '../image/blur';
import { at, byteAt, createRaster, type Raster } from '../image/picture';

/** A line goes on by so many pixels at a time, in one of `2 * STEP_PX + 1` directions. */
const STEP_PX = 5;
const DIRECTIONS = 2 * STEP_PX + 1;
/** What each pixel of a line costs. Evidence beyond it is a gain, less is a loss: so long a gap may be. */
const PRICE = 0.4;
/** What a change to the next direction costs, in pixels of full evidence. */
const BEND_PRICE = 0.6;
/** What an end at the picture's border is worth, in pixels of full evidence: a crack seldom stops just before it. */
const BORDER_PRIZE = 6;
/** Nothing else is looked for this near to a line that was found, in pixels. */
const CLEARANCE_PX = 5;
/** Radii, in pixels, of the means whose difference tells light lines from dark ones; levels that a line may lack. */
const TONE = { near: 1, far: 9, slack: 5 };

export interface Point {
  x: number;
  y: number;
}

export interface Line {
  /** Whether it is lighter than its surroundings. */
  isLight: boolean;
  /** Neighbouring pixels, from one end to the other. */
  points: Point[];
  /** Evidence above its price, summed up along the line. */
  score: number;
}

interface Search {
  open: Raster;
  isLight: boolean;
  /** Whether its lines run from top to bottom, not from left to right. */
  isDown: boolean;
}

/**
 * Returns the lines of most evidence, best first. A line runs onward from left to right, or from top to bottom: one
 * that turns back is several.
 * @param evidence of damage, 0..1
 * @param luma 0..255, of the same size
 * @param limits the least score of a line, and how many there may be
 */
export function longLines(
  evidence: Raster,
  luma: Raster,
  { least, most, checkpoint = () => undefined }: { least: number; most: number; checkpoint?: () => void },
): Line[] {
  const searches = [true, false].flatMap((isLight): Search[] => {
    const open = ofTone(evidence, luma, isLight ? 1 : -1);
    return [false, true].map((isDown) => ({ open, isLight, isDown }));
  });
  const bests = searches.map(bestLine);
  const lines: Line[] = [];
  while (lines.length < most) {
    checkpoint();
    const best = bests.reduce((one, other) => (other.score > one.score ? other : one));
    if (best.score < least) break;
    lines.push(best);
    const taken = clearAround(best, searches);
    for (const [i, search] of searches.entries()) {
      // Clearing only lowers scores: a line that lost nothing is still the best of its search.
      const isHurt = bests[i]?.points.some(({ x, y }) => byteAt(taken, y * evidence.width + x) === 1);
      if (isHurt) bests[i] = bestLine(search);
    }
  }
  return lines;
}

/** The evidence where the picture is lighter than around (sign 1) or darker (-1). */
function ofTone(evidence: Raster, luma: Raster, sign: 1 | -1): Raster {
  const [near, far] = [boxBlur(luma, TONE.near).data, boxBlur(luma, TONE.far).data];
  const out = createRaster(evidence.width, evidence.height, 1);
  for (let i = 0; i < out.data.length; i++) {
    const contrast = sign * (at(near, i) - at(far, i)) + TONE.slack;
    out.data[i] = at(evidence.data, i) * Math.min(1, Math.max(0, contrast / TONE.slack));
  }
  return out;
}

/** Takes the evidence near a line out of every search; returns where that was. */
function clearAround({ points }: Line, searches: readonly Search[]): Uint8Array {
  const { width, height } = (searches[0] as Search).open;
  const taken = new Uint8Array(width * height);
  for (const { x, y } of points) {
    const [left, right] = [Math.max(0, x - CLEARANCE_PX), Math.min(width, x + CLEARANCE_PX + 1)];
    for (let row = Math.max(0, y - CLEARANCE_PX); row <= Math.min(height - 1, y + CLEARANCE_PX); row++) {
      taken.fill(1, row * width + left, row * width + right);
    }
  }
  for (const { open } of searches) for (let i = 0; i < taken.length; i++) if (byteAt(taken, i)) open.data[i] = 0;
  return taken;
}

function bestLine({ open, isLight, isDown }: Search): Line {
  const { points, score } = bestPath(isDown ? transposed(open) : open);
  return { isLight, score, points: isDown ? points.map(({ x, y }) => ({ x: y, y: x })) : points };
}

function transposed({ width, height, data }: Raster): Raster {
  const out = createRaster(height, width, 1);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out.data[x * height + y] = at(data, y * width + x);
  return out;
}

/** By how much a line rises in one step of this direction, and how long the step is per column. */
const RISES = Array.from({ length: DIRECTIONS }, (_, direction) => direction - STEP_PX);
const LENGTHS = Float32Array.from(RISES, (rise) => Math.hypot(1, rise / STEP_PX));

/** A line that has come from nowhere yet, in the table of where each came from. */
const BEGINS = DIRECTIONS;

interface Walk {
  open: Raster;
  /** Best score of a line that reached a row in a direction, at the column before and at this one. */
  before: Float32Array;
  now: Float32Array;
  /** For each column, row and direction: the direction the line had before it left that row, or BEGINS. */
  from: Uint8Array;
}

/** The best line that runs from left to right. */
function bestPath(open: Raster): { points: Point[]; score: number } {
  const { width, height } = open;
  const columns = Math.floor((width - 1) / STEP_PX) + 1;
  const states = height * DIRECTIONS;
  const walk: Walk = {
    open,
    before: new Float32Array(states).fill(Number.NEGATIVE_INFINITY),
    now: new Float32Array(states),
    from: new Uint8Array(columns * states),
  };
  let best = { score: 0, column: 0, state: 0 };
  for (let column = 1; column < columns; column++) {
    step(walk, column);
    for (let state = 0; state < states; state++) {
      const y = Math.floor(state / DIRECTIONS);
      const score = at(walk.now, state) + (column === columns - 1 || isAtBorder(y, height) ? BORDER_PRIZE : 0);
      if (score > best.score) best = { score, column, state };
    }
    [walk.before, walk.now] = [walk.now, walk.before];
  }
  return { score: best.score, points: walkedBack(walk, best) };
}

const isAtBorder = (y: number, height: number): boolean => y < STEP_PX || y >= height - STEP_PX;

/** Extends all lines by one step, to `column`; a line may begin at each row. */
function step({ open, before, now, from }: Walk, column: number): void {
  const { width, height, data } = open;
  const left = (column - 1) * STEP_PX;
  now.fill(Number.NEGATIVE_INFINITY);
  const peaks = peaksOf(open, left);
  for (let y = 0; y < height; y++) {
    const start = column === 1 || isAtBorder(y, height) ? BORDER_PRIZE : 0;
    // Most of a picture: no line comes here, and one that began here would lose.
    if (start === 0 && !isReached(before, y) && at(peaks, y) <= PRICE) continue;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const rise = direction - STEP_PX;
      if (y + rise < 0 || y + rise >= height) continue;
      let [score, via] = [start, BEGINS];
      for (let other = Math.max(0, direction - 1); other <= Math.min(DIRECTIONS - 1, direction + 1); other++) {
        const come = at(before, y * DIRECTIONS + other) - (other === direction ? 0 : BEND_PRICE);
        if (come > score) [score, via] = [come, other];
      }
      let seen = 0;
      for (let k = 1; k <= STEP_PX; k++) seen += at(data, (y + Math.round((rise * k) / STEP_PX)) * width + left + k);
      now[(y + rise) * DIRECTIONS + direction] = score + (seen - PRICE * STEP_PX) * at(LENGTHS, direction);
      from[(column * height + y) * DIRECTIONS + direction] = via;
    }
  }
}

function isReached(before: Float32Array, y: number): boolean {
  for (let state = y * DIRECTIONS; state < (y + 1) * DIRECTIONS; state++) if (at(before, state) > 0) return true;
  return false;
}

/** For each row, the most evidence that a step from it can meet. */
function peaksOf({ width, height, data }: Raster, left: number): Float32Array {
  const peaks = new Float32Array(height);
  for (let y = 0; y < height; y++) {
    let most = 0;
    for (let k = 1; k <= STEP_PX; k++) most = Math.max(most, at(data, y * width + left + k));
    const last = Math.min(height - 1, y + STEP_PX);
    for (let row = Math.max(0, y - STEP_PX); row <= last; row++) peaks[row] = Math.max(at(peaks, row), most);
  }
  return peaks;
}

function walkedBack({ open, from }: Walk, end: { score: number; column: number; state: number }): Point[] {
  const points: Point[] = [];
  let { column } = end;
  let direction = end.state % DIRECTIONS;
  let y = Math.floor(end.state / DIRECTIONS);
  while (column > 0 && direction !== BEGINS) {
    const rise = direction - STEP_PX;
    y -= rise;
    for (let k = STEP_PX; k > 0; k--) {
      points.push({ x: (column - 1) * STEP_PX + k, y: y + Math.round((rise * k) / STEP_PX) });
    }
    direction = byteAt(from, (column * open.height + y) * DIRECTIONS + direction);
    column--;
  }
  if (points.length > 0) points.push({ x: column * STEP_PX, y });
  return points.reverse();
}
