import { distance, mapQuad, type Point, type Quad, scaleQuad, WHOLE_PICTURE } from './quad';
import type { PixelSize } from './targetSize';

/** What a person changed about a picture before it is uploaded. The file itself stays as it is. */
export interface PictureEdit {
  /** The part that is kept, from 0 to 1 of the upright picture. */
  corners: Quad;
  /** Turned clockwise by this many quarters, after it was straightened. */
  quarters: 0 | 1 | 2 | 3;
}

export const NO_EDIT: PictureEdit = { corners: WHOLE_PICTURE, quarters: 0 };

/** True if the edit would leave the picture as it is. */
export function isNoEdit({ corners, quarters }: PictureEdit): boolean {
  return quarters === 0 && corners.every((corner, index) => distance(corner, WHOLE_PICTURE[index] ?? corner) < 0.002);
}

/** Turns the picture by a quarter, clockwise or back. */
export function turned(edit: PictureEdit, by: 1 | -1): PictureEdit {
  return { ...edit, quarters: ((edit.quarters + by + 4) % 4) as PictureEdit['quarters'] };
}

/** Returns where a point of the upright picture is once the picture is turned. Both from 0 to 1. */
export function toTurned({ x, y }: Point, quarters: PictureEdit['quarters']): Point {
  if (quarters === 1) return { x: 1 - y, y: x };
  if (quarters === 2) return { x: 1 - x, y: 1 - y };
  return quarters === 3 ? { x: y, y: 1 - x } : { x, y };
}

export const fromTurned = (point: Point, quarters: PictureEdit['quarters']): Point =>
  toTurned(point, ((4 - quarters) % 4) as PictureEdit['quarters']);

/** Returns the size of the straightened picture before it is turned: each side as long as its longer side in the quad. */
export function straightenedSize(corners: Quad, size: PixelSize): PixelSize {
  const [a, b, c, d] = scaleQuad(corners, size);
  return {
    width: Math.max(1, Math.round(Math.max(distance(a, b), distance(d, c)))),
    height: Math.max(1, Math.round(Math.max(distance(a, d), distance(b, c)))),
  };
}

/** The least angle, as its sine, and the least part of the picture's sides that a person may leave of it. */
const LEAST_SINE = 0.2;
const LEAST_PART = 0.05;

/** Returns the corners with one moved, or as they were if the move would fold the quad or leave next to nothing. */
export function withCorner(corners: Quad, moved: number, { x, y }: Point): Quad {
  const to = { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
  const next = mapQuad(corners, (corner, index) => (index === moved ? to : corner));
  return isUsable(next) ? next : corners;
}

function isUsable(quad: Quad): boolean {
  return quad.every((corner, index) => {
    const before = quad[(index + 3) % 4] ?? corner;
    const after = quad[(index + 1) % 4] ?? corner;
    const cross = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x);
    const [one, other] = [distance(before, corner), distance(corner, after)];
    return Math.min(one, other) >= LEAST_PART && cross > LEAST_SINE * one * other;
  });
}
