import type { Point, Quad } from './quad';

/** A projective map of the plane, as the rows of its 3 x 3 matrix. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

/**
 * Returns the map that takes the corners of the unit square (0,0), (1,0), (1,1), (0,1) to those of the quad.
 * Source: P. Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), 2.2.3.
 */
export function fromUnitSquare([a, b, c, d]: Quad): Homography {
  const [sumX, sumY] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / determinant;
  const h = (dx1 * sumY - sumX * dy1) / determinant;
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
}

/** Returns the map back. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

export function mapPoint([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}
