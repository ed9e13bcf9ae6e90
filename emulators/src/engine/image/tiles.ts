/** Cuts a picture into pieces small enough for a network, so that memory does not grow with the photograph. */
import { clampRect, type Rect } from './picture';

export interface Tile {
  /** The part this tile answers for; cores cover the picture without overlap. */
  core: Rect;
  /** Core and its surroundings: what the network must see so that no seam shows. */
  outer: Rect;
}

/** @param side largest core side, in pixels; @param margin surroundings on each side, in pixels. */
export function tilesOf(size: { width: number; height: number }, side: number, margin: number): Tile[] {
  const columns = Math.ceil(size.width / side);
  const rows = Math.ceil(size.height / side);
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = Math.round((column * size.width) / columns);
      const top = Math.round((row * size.height) / rows);
      const width = Math.round(((column + 1) * size.width) / columns) - left;
      const height = Math.round(((row + 1) * size.height) / rows) - top;
      const grown = { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
      tiles.push({ core: { left, top, width, height }, outer: clampRect(grown, size) });
    }
  }
  return tiles;
}
