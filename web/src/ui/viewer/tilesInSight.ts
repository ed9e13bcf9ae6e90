import { TILE_SIDE_PX, type TileLevel, tileArea } from '@heirlight/contract/tiles';
import type { Rect } from './camera';

/** One tile: its number in the file, and where it lies, 0..1 of the picture. */
export interface Tile {
  number: number;
  at: Rect;
}

/** A level serves until each of its pixels would cover this many of the screen. */
const LARGEST_PIXEL = 1.15;

/** Returns the smallest level that is sharp when the picture is `shownPx` device pixels wide, or the largest. */
export function levelFor(levels: readonly TileLevel[], shownPx: number): TileLevel | undefined {
  return levels.find(({ width }) => shownPx <= width * LARGEST_PIXEL) ?? levels.at(-1);
}

/** Returns the tiles of a level that a part of the picture (0..1) touches, row by row. */
export function tilesInSight(level: TileLevel, part: Rect): Tile[] {
  const first = (from: number, length: number, count: number) =>
    Math.min(Math.max(Math.floor((from * length) / TILE_SIDE_PX), 0), count - 1);
  const last = (to: number, length: number, count: number) =>
    Math.min(Math.max(Math.ceil((to * length) / TILE_SIDE_PX) - 1, 0), count - 1);
  const tiles: Tile[] = [];
  for (
    let row = first(part.y, level.height, level.rows);
    row <= last(part.y + part.height, level.height, level.rows);
    row++
  ) {
    for (
      let column = first(part.x, level.width, level.columns);
      column <= last(part.x + part.width, level.width, level.columns);
      column++
    ) {
      const { left, top, width, height } = tileArea(level, column, row);
      const at = {
        x: left / level.width,
        y: top / level.height,
        width: width / level.width,
        height: height / level.height,
      };
      tiles.push({ number: level.first + row * level.columns + column, at });
    }
  }
  return tiles;
}

/** Groups numbers in ascending order into runs without gaps: tiles side by side are fetched by one request. */
export function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}
