/** A plain frame that a model drew around a photo. */
import { fromRgb, type RawPicture, reduceRgb } from '../../../platform/pictures';
import { newPlane, type Plane, toYcc } from './planes';

/** A frame is at most this wide, share of the long side: what is wider cuts too much of the photo off to be left out. */
const MOST_WIDTH = 0.05;
/** Deviation of levels within a line of a frame, and between its lines and sides. */
const PLAIN_LEVELS = 4;
const SAME_LEVELS = 10;
/** A frame ends in an edge: where it ends, most of the line differs by so much. */
const EDGE_LEVELS = 12;
const EDGE_SHARE = 0.6;
/** Edges are drawn softly over so many pixels. */
const SOFT_PX = 2;

/** Widths in pixels. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The plane turned by a quarter or half so that one of its sides is the first row. */
function turned({ values, width, height }: Plane, side: keyof Frame): Plane {
  if (side === 'top') return { values, width, height };
  const isAcross = side === 'left' || side === 'right';
  const result = isAcross ? newPlane(height, width) : newPlane(width, height);
  for (let i = 0; i < values.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [line, along] = isAcross ? [side === 'left' ? x : width - 1 - x, y] : [height - 1 - y, x];
    result.values[line * result.width + along] = values[i] ?? 0;
  }
  return result;
}

/** How many rows at the top are plain, and their level; null where no edge ends them. */
function plainRows({ values, width, height }: Plane, most: number): { rows: number; level: number } | null {
  // Corners belong to two sides.
  const [from, to] = [Math.min(most, Math.floor(width / 4)), width - Math.min(most, Math.floor(width / 4))];
  const line = (row: number) => {
    let [sum, squares] = [0, 0];
    for (let x = from; x < to; x++) {
      const value = values[row * width + x] ?? 0;
      sum += value;
      squares += value * value;
    }
    const mean = sum / (to - from);
    return { mean, deviation: Math.sqrt(Math.max(0, squares / (to - from) - mean * mean)) };
  };
  const level = line(0).mean;
  let rows = 0;
  for (; rows <= most && rows < height; rows++) {
    const { mean, deviation } = line(rows);
    if (deviation > PLAIN_LEVELS || Math.abs(mean - level) > PLAIN_LEVELS) break;
  }
  if (rows === 0 || rows > most) return null;
  let differ = 0;
  const after = Math.min(height - 1, rows + SOFT_PX);
  for (let x = from; x < to; x++) if (Math.abs((values[after * width + x] ?? 0) - level) > EDGE_LEVELS) differ++;
  return differ >= EDGE_SHARE * (to - from) ? { rows, level } : null;
}

/**
 * The plain frame around a picture, null if there is none: lines of one level on all four sides that an edge ends. What
 * is plain on one side only, a sky or a backdrop, is no frame.
 */
function frameOf(grey: Plane): Frame | null {
  const most = Math.ceil(MOST_WIDTH * Math.max(grey.width, grey.height));
  const frame: Frame = { left: 0, top: 0, right: 0, bottom: 0 };
  const levels: number[] = [];
  // The top first, which need not be turned: nearly every picture has no frame.
  for (const side of ['top', 'left', 'right', 'bottom'] as const) {
    const plain = plainRows(turned(grey, side), most);
    if (!plain) return null;
    frame[side] = plain.rows + SOFT_PX;
    levels.push(plain.level);
  }
  return Math.max(...levels) - Math.min(...levels) > SAME_LEVELS ? null : frame;
}

/** Long side to which the photo is brought to be looked at, in pixels. */
const SEEN_PX = 1024;

/** A model's picture without a frame that the photo does not have, and where in that picture it begins, in pixels. */
export async function withoutFrame(
  photo: RawPicture,
  output: RawPicture,
): Promise<{ picture: RawPicture; left: number; top: number }> {
  const frame = frameOf(toYcc(output).y);
  const isKept = frame === null || frameOf(toYcc(await reduceRgb(photo, SEEN_PX)).y) !== null;
  if (isKept) return { picture: output, left: 0, top: 0 };
  const { left, top, right, bottom } = frame;
  const [width, height] = [output.width - left - right, output.height - top - bottom];
  const data = await (await fromRgb(output)).extract({ left, top, width, height }).raw().toBuffer();
  return { picture: { data, width, height }, left, top };
}
