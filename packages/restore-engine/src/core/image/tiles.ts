/** Cuts a picture into pieces small enough for a network, so that memory does not grow with the photograph. */
import { clampRect, type Rect } from './picture';

export interface Tile {
  /** The part of the picture this tile makes; cores cover the picture without overlap. */
  core: Rect;
  /** Core and its surroundings: what the network must see so that no seam shows. */
  outer: Rect;
}

/** Where cores meet along one side: at even pixels, so that with an even margin a tile can be halved. */
const edge = (index: number, count: number, length: number): number =>
  index === count ? length : 2 * Math.round((index * length) / count / 2);

/**
 * Returns the tiles of a picture, row by row.
 * @param side largest core side, in pixels, or one more
 * @param margin surroundings on each side, in pixels
 */
export function tilesOf(size: { width: number; height: number }, side: number, margin: number): Tile[] {
  const columns = Math.ceil(size.width / side);
  const rows = Math.ceil(size.height / side);
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = edge(column, columns, size.width);
      const top = edge(row, rows, size.height);
      const width = edge(column + 1, columns, size.width) - left;
      const height = edge(row + 1, rows, size.height) - top;
      const grown = { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
      tiles.push({ core: { left, top, width, height }, outer: clampRect(grown, size) });
    }
  }
  return tiles;
}
