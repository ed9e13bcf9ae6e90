/** A place in a picture. Where nothing else is said: 0 to 1 of its width and of its height, from the top left. */
export interface Point {
  x: number;
  y: number;
}

/** Four corners, clockwise from the one that is shown at the top left. */
export type Quad = readonly [Point, Point, Point, Point];

export const WHOLE_PICTURE: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

export const mapQuad = (quad: Quad, change: (point: Point, index: number) => Point): Quad => [
  change(quad[0], 0),
  change(quad[1], 1),
  change(quad[2], 2),
  change(quad[3], 3),
];

/** The corners in pixels of a picture of this size. */
export const scaleQuad = (quad: Quad, { width, height }: { width: number; height: number }): Quad =>
  mapQuad(quad, ({ x, y }) => ({ x: x * width, y: y * height }));

/** The sides of a quad, each from one corner to the next. */
export const sidesOf = (quad: Quad): readonly (readonly [Point, Point])[] => [
  [quad[0], quad[1]],
  [quad[1], quad[2]],
  [quad[2], quad[3]],
  [quad[3], quad[0]],
];

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Positive if the corners are clockwise (y points down). */
export function areaOf(quad: Quad): number {
  return sidesOf(quad).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0) / 2;
}

/** How sharply a quad may turn at a corner: the sine of the angle, 1 at a right angle, 0 in a straight line. */
export function flattestCorner(quad: Quad): number {
  const turns = quad.map((corner, index) => {
    const before = quad[(index + 3) % 4] ?? corner;
    const after = quad[(index + 1) % 4] ?? corner;
    const lengths = distance(before, corner) * distance(corner, after);
    const cross = (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x);
    return lengths === 0 ? 0 : cross / lengths;
  });
  return Math.min(...turns);
}

/** Returns whether a place is in the quad, whose corners are clockwise, or at most `spare` beyond its sides. */
export function insideOf(quad: Quad, spare = 0): (x: number, y: number) => boolean {
  const half = ([a, b]: readonly [Point, Point]) => {
    const length = distance(a, b) || 1;
    const [across, down] = [(a.y - b.y) / length, (b.x - a.x) / length];
    return [across, down, a.x * across + a.y * down - spare] as const;
  };
  const [top, right, bottom, left] = [
    half([quad[0], quad[1]]),
    half([quad[1], quad[2]]),
    half([quad[2], quad[3]]),
    half([quad[3], quad[0]]),
  ];
  // Written out, since it is asked for every pixel.
  return (x, y) =>
    x * top[0] + y * top[1] >= top[2] &&
    x * right[0] + y * right[1] >= right[2] &&
    x * bottom[0] + y * bottom[1] >= bottom[2] &&
    x * left[0] + y * left[1] >= left[2];
}
