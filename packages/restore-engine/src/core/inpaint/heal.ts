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
 * Marks that touch are longer than WHOLE_PX together. They are covered in squares: a piece as long as a chain of marks is
 * seldom all ground.
 */
const WHOLE_PX = 24;
const SQUARE_PX = 12;
/**
 * A piece is like the ground if it differs by at most this many times the variance round the mark. Grain
 * alone differs by three times as much: twice in the rims, once inside.
 */
const MOST_DIFFERENCE = 6;
/** Variance, in square grey levels, of the smoothest ground: what rounding and JPEG leave. */
const LEAST_VARIANCE = 1;

/**
 * Returns the picture with the marks covered. A mark without a free piece near it that looks like its ground stays.
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
  const isFree = (pixel: number) => !byteAt(marks.data, pixel) && !byteAt(taken.data, pixel);
  for (const mark of componentsOf(marks).flatMap((mark) => squaresOf(mark, marks))) {
    checkpoint();
    const rim = rimOf(mark, marks).filter(isFree);
    const piece = bestPiece(picture, { mark, rim, isFree });
    if (piece) cover(out, picture, mark, piece);
  }
  return out;
}

/** What each square of SQUARE_PX holds of a mark. */
function squaresOf(mark: Component, { width }: Mask): Component[] {
  const { left, top, right, bottom } = mark;
  if (Math.max(right - left, bottom - top) < WHOLE_PX) return [mark];
  const squares = new Map<number, number[]>();
  for (const pixel of mark.pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const square = Math.floor((y - top) / SQUARE_PX) * width + Math.floor((x - left) / SQUARE_PX);
    const pixels = squares.get(square);
    if (pixels) pixels.push(pixel);
    else squares.set(square, [pixel]);
  }
  return [...squares.values()].map((pixels) => {
    const [xs, ys] = [pixels.map((pixel) => pixel % width), pixels.map((pixel) => Math.floor(pixel / width))];
    const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    return { ...box, pixels: Int32Array.from(pixels) };
  });
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
  const size = Math.hypot(right - left + 1, bottom - top + 1) + RIM_PX;
  const most = MOST_DIFFERENCE * Math.max(3 * LEAST_VARIANCE, varianceOf(picture, rim));
  let best: Piece | undefined;
  let least = most;
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
    // The nearest ground is the likest; further away only where there is none.
    if (best) return best;
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
    const mean = sum / Math.max(1, pixels.length);
    variance += squares / Math.max(1, pixels.length) - mean * mean;
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
    const [mean, level] = [own / Math.max(1, rim.length), ground / Math.max(1, rim.length)];
    light[channel] = mean;
    let inside = 0;
    for (const pixel of pixels) inside += (byteAt(data, (pixel + offset) * 3 + channel) - level) ** 2;
    difference += squares / Math.max(1, rim.length) - mean * mean + inside / pixels.length;
  }
  return { offset, light, difference };
}

function cover(out: Picture, picture: Picture, { pixels }: Component, { offset, light }: Piece): void {
  for (const pixel of pixels) {
    for (const channel of [0, 1, 2] as const) {
      out.data[pixel * 3 + channel] = byteAt(picture.data, (pixel + offset) * 3 + channel) + light[channel];
    }
  }
}
