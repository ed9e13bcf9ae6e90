/**
 * Covers small marks on even ground with a piece of the ground beside them, as a retoucher does: it has the print's
 * grain, which a surface drawn through the rim has not, and no pale or dark ring round a mark can bulge into it.
 */
import { type Component, componentsOf, dilate, type Mask } from '../image/mask';
import { byteAt, copyPicture, type Picture } from '../image/picture';

/** Pieces are looked for in so many directions, at these multiples of the mark's size. */
const DIRECTIONS = 12;
const DISTANCES = [1.2, 2, 3];
/** The ground is compared over this many pixels round a mark. */
const RIM_PX = 2;
/**
 * Marks that touch are together longer than this, in pixels per 1000 of the long side. They are covered in squares of
 * that side: a piece as long as a chain of marks is seldom all ground.
 */
const SQUARE_PER_1000_PX = 24;
/**
 * A piece is like the ground if it differs by at most this many times the variance round the mark. Grain alone
 * differs by three times as much: twice in the rims, once inside.
 */
const MOST_DIFFERENCE = 4.5;
/** Variance, in square grey levels, of the smoothest ground: what rounding and JPEG leave. */
const LEAST_VARIANCE = 1;

/**
 * Returns the picture with the marks covered. A mark without free pieces near it that look like its ground stays whole.
 * @param marks wholly on even ground
 * @param taken what a piece may not be taken from, besides the marks
 * @param checkpoint called once for each mark; may throw to end the work
 */
export function healed(
  picture: Picture,
  marks: Mask,
  { taken, checkpoint = () => undefined }: { taken: Mask; checkpoint?: () => void },
): Picture {
  const out = copyPicture(picture);
  const side = Math.round((SQUARE_PER_1000_PX * Math.max(1000, picture.width, picture.height)) / 1000);
  const isFree = (pixel: number) => !byteAt(marks.data, pixel) && !byteAt(taken.data, pixel);
  for (const mark of componentsOf(marks)) {
    checkpoint();
    if (coverSquares(out, squaresOf(mark, marks, side), { marks, isFree })) continue;
    for (const pixel of mark.pixels) out.data.set(picture.data.subarray(pixel * 3, pixel * 3 + 3), pixel * 3);
  }
  return out;
}

/** Covers the squares of a mark, from its rim inwards. Returns false if one is left. */
function coverSquares(
  out: Picture,
  squares: readonly Component[],
  { marks, isFree }: { marks: Mask; isFree: (pixel: number) => boolean },
): boolean {
  const covered = new Set<number>();
  let left = squares;
  while (left.length > 0) {
    const next = left.filter((mark) => {
      const rim = rimOf(mark, marks).filter((pixel) => isFree(pixel) || covered.has(pixel));
      const piece = bestPiece(out, { mark, rim, isFree });
      if (piece) cover(out, mark, piece);
      if (piece) for (const pixel of mark.pixels) covered.add(pixel);
      return !piece;
    });
    if (next.length === left.length) return false;
    left = next;
  }
  return true;
}

/** What each square of a grid holds of a mark; the mark itself if it is no longer than a square. */
function squaresOf(mark: Component, { width }: Mask, side: number): Component[] {
  const { left, top, right, bottom } = mark;
  if (Math.max(right - left, bottom - top) < side) return [mark];
  const squares = new Map<number, Component & { all: number[] }>();
  for (const pixel of mark.pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const key = Math.floor((y - top) / side) * width + Math.floor((x - left) / side);
    const square = squares.get(key);
    if (!square) {
      squares.set(key, { left: x, top: y, right: x, bottom: y, pixels: mark.pixels, all: [pixel] });
      continue;
    }
    square.all.push(pixel);
    square.left = Math.min(square.left, x);
    square.right = Math.max(square.right, x);
    square.top = Math.min(square.top, y);
    square.bottom = Math.max(square.bottom, y);
  }
  return [...squares.values()].map(({ all, ...square }) => ({ ...square, pixels: Int32Array.from(all) }));
}

interface Piece {
  /** From a pixel of the mark to its pixel of the piece. */
  offset: number;
  /** Added to the piece's red, green and blue. */
  light: [number, number, number];
}

function rimOf({ left, top, right, bottom, pixels }: Component, { width, height }: Mask): number[] {
  const [fromX, fromY] = [Math.max(0, left - RIM_PX), Math.max(0, top - RIM_PX)];
  const [toX, toY] = [Math.min(width - 1, right + RIM_PX), Math.min(height - 1, bottom + RIM_PX)];
  const [wide, high] = [toX - fromX + 1, toY - fromY + 1];
  const own: Mask = { width: wide, height: high, data: new Uint8Array(wide * high) };
  for (const pixel of pixels) {
    const x = pixel % width;
    own.data[((pixel - x) / width - fromY) * wide + x - fromX] = 1;
  }
  const near = dilate(own, RIM_PX).data;
  const rim: number[] = [];
  for (let i = 0; i < near.length; i++) {
    if (near[i] && !own.data[i]) rim.push((fromY + Math.floor(i / wide)) * width + fromX + (i % wide));
  }
  return rim;
}

/** The free piece that is most like the mark's ground, if one is like it. */
function bestPiece(
  picture: Picture,
  { mark, rim, isFree }: { mark: Component; rim: readonly number[]; isFree: (pixel: number) => boolean },
): Piece | undefined {
  const { width, height } = picture;
  const { left, top, right, bottom, pixels } = mark;
  if (rim.length === 0) return undefined;
  const size = Math.hypot(right - left + 1, bottom - top + 1) + RIM_PX;
  let least = MOST_DIFFERENCE * Math.max(3 * LEAST_VARIANCE, varianceOf(picture, rim));
  let best: Piece | undefined;
  for (const distance of DISTANCES) {
    for (let turn = 0; turn < DIRECTIONS; turn++) {
      const angle = (2 * Math.PI * turn) / DIRECTIONS;
      const [dx, dy] = [Math.round(distance * size * Math.cos(angle)), Math.round(distance * size * Math.sin(angle))];
      const isInside =
        left + dx >= RIM_PX && right + dx < width - RIM_PX && top + dy >= RIM_PX && bottom + dy < height - RIM_PX;
      const offset = dy * width + dx;
      if (!isInside || !pixels.every((pixel) => isFree(pixel + offset))) continue;
      const { light, difference } = compared(picture, { pixels, rim, offset });
      if (difference < least) [best, least] = [{ offset, light }, difference];
    }
  }
  return best;
}

/** Of red, green and blue together. */
function varianceOf({ data }: Picture, pixels: readonly number[]): number {
  let variance = 0;
  for (const channel of [0, 1, 2] as const) {
    let [sum, squares] = [0, 0];
    for (const pixel of pixels) {
      const level = byteAt(data, pixel * 3 + channel);
      sum += level;
      squares += level * level;
    }
    const mean = sum / pixels.length;
    variance += squares / pixels.length - mean * mean;
  }
  return variance;
}

/**
 * How much lighter the mark's rim is than the piece's, and how unlike the ground the piece is: the mean square by which
 * its rim differs beyond that, and the one by which its inside differs from its own rim.
 */
function compared(
  { data }: Picture,
  { pixels, rim, offset }: { pixels: Int32Array; rim: readonly number[]; offset: number },
): Piece & { difference: number } {
  const light: [number, number, number] = [0, 0, 0];
  let difference = 0;
  for (const channel of [0, 1, 2] as const) {
    let [own, ground, squares] = [0, 0, 0];
    for (const pixel of rim) {
      const level = byteAt(data, (pixel + offset) * 3 + channel);
      const step = byteAt(data, pixel * 3 + channel) - level;
      own += step;
      ground += level;
      squares += step * step;
    }
    const [mean, level] = [own / rim.length, ground / rim.length];
    light[channel] = mean;
    let inside = 0;
    for (const pixel of pixels) inside += (byteAt(data, (pixel + offset) * 3 + channel) - level) ** 2;
    difference += squares / rim.length - mean * mean + inside / pixels.length;
  }
  return { offset, light, difference };
}

function cover({ data }: Picture, { pixels }: Component, { offset, light }: Piece): void {
  for (const pixel of pixels) {
    for (const channel of [0, 1, 2] as const) {
      data[pixel * 3 + channel] = byteAt(data, (pixel + offset) * 3 + channel) + light[channel];
    }
  }
}
