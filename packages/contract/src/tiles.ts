import { SCREEN_SIDE_PX } from './limits';

/**
 * The file that shows a large picture piece by piece. It holds JPEGs, one behind the other, of the picture at its own
 * size and at each half of it that is still larger than the screen picture. An index comes first, so that a viewer reads
 * by HTTP Range only what is in sight.
 *
 *     index    uint32, big endian: where each tile begins in the file, and where the last one ends
 *     tiles    JPEG files; the smallest level first, in each level row by row
 */

/** Side of a tile in pixels; the last of a row or column is smaller. */
export const TILE_SIDE_PX = 512;
/** A picture of more pixels than this is cut into tiles. A smaller one is fetched and decoded whole. */
export const UNTILED_MOST_PX = SCREEN_SIDE_PX * SCREEN_SIDE_PX;
export const TILES_TYPE = 'application/octet-stream';

const BYTES_PER_OFFSET = 4;

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/** One size of a picture, in pixels and in tiles. */
export interface TileLevel extends Size {
  columns: number;
  rows: number;
  /** Number of its first tile in the file. */
  first: number;
}

/** Returns the levels of a picture's file, the smallest first. Empty if the picture is not cut into tiles. */
export function tileLevels({ width, height }: Size): TileLevel[] {
  if (width * height <= UNTILED_MOST_PX) return [];
  const sizes: Size[] = [];
  for (let part = 1; part === 1 || Math.max(width, height) / part > SCREEN_SIDE_PX; part *= 2) {
    sizes.unshift({ width: Math.ceil(width / part), height: Math.ceil(height / part) });
  }
  let first = 0;
  return sizes.map((size) => {
    const columns = Math.ceil(size.width / TILE_SIDE_PX);
    const rows = Math.ceil(size.height / TILE_SIDE_PX);
    const level = { ...size, columns, rows, first };
    first += columns * rows;
    return level;
  });
}

/** How many tiles these levels have together. */
export const tileCount = (levels: readonly TileLevel[]): number =>
  levels.reduce((sum, { columns, rows }) => sum + columns * rows, 0);

/** Length of the index in bytes. */
export const tileIndexBytes = (levels: readonly TileLevel[]): number => (tileCount(levels) + 1) * BYTES_PER_OFFSET;

/** Where a tile lies in its level, in pixels of that level. */
export function tileArea(level: TileLevel, column: number, row: number) {
  const left = column * TILE_SIDE_PX;
  const top = row * TILE_SIDE_PX;
  const width = Math.min(TILE_SIDE_PX, level.width - left);
  const height = Math.min(TILE_SIDE_PX, level.height - top);
  return { left, top, width, height };
}

/** Returns the index for tiles of these lengths in bytes. */
export function writeTileIndex(lengths: readonly number[]): Uint8Array {
  const index = new DataView(new ArrayBuffer((lengths.length + 1) * BYTES_PER_OFFSET));
  let offset = index.byteLength;
  lengths.forEach((length, tile) => {
    index.setUint32(tile * BYTES_PER_OFFSET, offset);
    offset += length;
  });
  index.setUint32(lengths.length * BYTES_PER_OFFSET, offset);
  return new Uint8Array(index.buffer);
}

/** Returns where each tile begins, and where the last one ends. */
export function readTileIndex(index: ArrayBuffer): number[] {
  const view = new DataView(index);
  return Array.from({ length: index.byteLength / BYTES_PER_OFFSET }, (_, at) => view.getUint32(at * BYTES_PER_OFFSET));
}
