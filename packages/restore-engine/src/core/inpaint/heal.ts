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
 * Returns the picture with the marks covered. A mark without a free piece near it stays.
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
  for (const mark of componentsOf(marks)) {
    checkpoint();
    const rim = rimOf(mark, marks).filter(isFree);
    const piece = bestPiece(picture, { mark, rim, isFree });
    if (piece) cover(out, picture, mark, piece);
  }
  return out;
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

/** The free piece whose rim is most like the mark's. */
function bestPiece(
  picture: Picture,
  { mark, rim, isFree }: { mark: Component; rim: readonly number[]; isFree: (pixel: number) => boolean },
): Piece | undefined {
  const { width, height } = picture;
  const { left, top, right, bottom, pixels } = mark;
  const size = Math.hypot(right - left + 1, bottom - top + 1) + RIM_PX;
  let best: Piece | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const distance of DISTANCES) {
    for (let turn = 0; turn < DIRECTIONS; turn++) {
      const angle = (2 * Math.PI * turn) / DIRECTIONS;
      const [dx, dy] = [Math.round(distance * size * Math.cos(angle)), Math.round(distance * size * Math.sin(angle))];
      const isInside =
        left + dx >= RIM_PX && right + dx < width - RIM_PX && top + dy >= RIM_PX && bottom + dy < height - RIM_PX;
      const offset = dy * width + dx;
      if (!isInside || !pixels.every((pixel) => isFree(pixel + offset))) continue;
      const { light, difference } = compared(picture, rim, offset);
      if (difference < least) [best, least] = [{ offset, light }, difference];
    }
    // The nearest ground is the likest; further away only where there is none.
    if (best) return best;
  }
  return best;
}

/** How much lighter the mark's rim is than the piece's, and the mean square of what differs beyond that. */
function compared({ data }: Picture, rim: readonly number[], offset: number): Piece & { difference: number } {
  const light: [number, number, number] = [0, 0, 0];
  let difference = 0;
  for (const channel of [0, 1, 2] as const) {
    let [sum, squares] = [0, 0];
    for (const pixel of rim) {
      const step = byteAt(data, pixel * 3 + channel) - byteAt(data, (pixel + offset) * 3 + channel);
      sum += step;
      squares += step * step;
    }
    const mean = sum / Math.max(1, rim.length);
    light[channel] = mean;
    difference += squares / Math.max(1, rim.length) - mean * mean;
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
