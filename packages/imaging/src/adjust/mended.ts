import type { Block } from './block';
import type { Mend } from './mend';
import { placesOf, type Size } from './planes';

/** Between which four pixels of a mask a place lies, and how near to the right and the lower ones. */
interface Place {
  corners: readonly [number, number, number, number];
  along: number;
  down: number;
}

/** One channel of RGBA at a place, bilinearly. */
function channelOf(data: Uint8Array, channel: number, { corners, along, down }: Place): number {
  const at = (corner: 0 | 1 | 2 | 3) => data[corners[corner] * 4 + channel] ?? 0;
  return (at(0) * (1 - along) + at(1) * along) * (1 - down) + (at(2) * (1 - along) + at(3) * along) * down;
}

/** Where in a mask the pixels of a block are. */
function placesOver({ width, height, part }: Block, mask: Size) {
  const columns = placesOf(part.x, part.width, width, mask.width);
  const rows = placesOf(part.y, part.height, height, mask.height);
  return {
    leftOf: (x: number) => columns.first[x] ?? 0,
    aboveOf: (y: number) => rows.first[y] ?? 0,
    placeOf(x: number, y: number): Place {
      const [left, row] = [columns.first[x] ?? 0, rows.first[y] ?? 0];
      const right = Math.min(mask.width - 1, left + 1);
      const [above, below] = [row * mask.width, Math.min(mask.height - 1, row + 1) * mask.width];
      const corners = [above + left, above + right, below + left, below + right] as const;
      return { corners, along: columns.share[x] ?? 0, down: rows.share[y] ?? 0 };
    },
  };
}

/** The first and the last column in which a row or the next one is mended; null if none is. */
function mendedColumns({ width, height, original }: Mend, row: number): readonly [number, number] | null {
  const [above, below] = [row * width, Math.min(height - 1, row + 1) * width];
  let [first, last] = [width, -1];
  for (let column = 0; column < width; column++) {
    if (!original[(above + column) * 4 + 3] && !original[(below + column) * 4 + 3]) continue;
    if (last < 0) first = column;
    last = column;
  }
  return last < 0 ? null : [first, last];
}

/** A step in the mask, in pixels of what lies under it; half a pixel goes the same way whatever part is looked at. */
const scaled = (step: number, scale: number): number => Math.floor(step * scale + 0.5 + 1e-6);

/**
 * Which rows of a picture are needed to mend some of its rows: their grain may come from beyond them.
 *
 * @param height of the whole picture, pixels
 */
export function rowsToMend(
  { width, height: places, from }: Mend,
  [first, count]: readonly [first: number, count: number],
  height: number,
): [first: number, count: number] {
  const scale = height / places;
  let [top, bottom] = [first, first + count];
  const above = Math.max(0, Math.floor(first / scale) - 1);
  for (let row = above; row <= Math.min(places - 1, (first + count) / scale + 1); row++) {
    for (let at = row * width * 2 + 1; at < (row + 1) * width * 2; at += 2) {
      const by = scaled(from[at] ?? 0, scale);
      top = Math.min(top, first + by);
      bottom = Math.max(bottom, first + count + by);
    }
  }
  top = Math.max(0, top);
  return [top, Math.min(height, bottom) - top];
}

/**
 * Some rows of a block with what is mended of them. Grain from beyond the block is only as fine as the mask.
 *
 * @param rows all of them by default
 */
export function mended(
  block: Block,
  mend: Mend,
  [start, count]: readonly [start: number, count: number] = [0, block.height],
): Block {
  const { width, height, part } = block;
  const rowsOf = (pixels: Uint8ClampedArray) => pixels.slice(start * width * 4, (start + count) * width * 4);
  const out = { original: rowsOf(block.original), result: rowsOf(block.result) };
  const { leftOf, aboveOf, placeOf } = placesOver(block, mend);
  const [across, down] = [width / (part.width * mend.width), height / (part.height * mend.height)];
  /** The pixel whose grain a pixel gets; null if it is not here, or mended too. */
  const sourceOf = (x: number, y: number, place: Place) => {
    const nearest = place.corners[place.down < 0.5 ? (place.along < 0.5 ? 0 : 1) : place.along < 0.5 ? 2 : 3];
    const [right, below] = [mend.from[nearest * 2] ?? 0, mend.from[nearest * 2 + 1] ?? 0];
    const [column, row] = [x + scaled(right, across), y + scaled(below, down)];
    if ((right === 0 && below === 0) || column < 0 || column >= width || row < 0 || row >= height) return null;
    const source = { at: (row * width + column) * 4, place: placeOf(column, row) };
    return channelOf(mend.original, 3, source.place) === 0 ? source : null;
  };
  for (let y = start; y < start + count; y++) {
    const span = mendedColumns(mend, aboveOf(y));
    if (!span) continue;
    for (let x = 0; x < width; x++) {
      if (leftOf(x) < span[0] - 1 || leftOf(x) > span[1]) continue;
      const place = placeOf(x, y);
      const cover = channelOf(mend.original, 3, place) / 255;
      if (cover === 0) continue;
      const source = sourceOf(x, y, place);
      for (const side of ['original', 'result'] as const) {
        for (let channel = 0, at = ((y - start) * width + x) * 4; channel < 3; channel++, at++) {
          const [was, level] = [out[side][at] ?? 0, channelOf(mend[side], channel, place)];
          const fine = source && (block[side][source.at + channel] ?? 0) - channelOf(mend[side], channel, source.place);
          out[side][at] = was + cover * (level + (fine ?? 0) - was);
        }
      }
    }
  }
  const y = part.y + (start / height) * part.height;
  return { ...out, width, height: count, part: { ...part, y, height: (count / height) * part.height } };
}
