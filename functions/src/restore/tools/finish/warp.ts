/** A slow warp: a displacement that varies smoothly over a picture, as a uniform cubic B-spline over few nodes. */
import { bilinear, newPlane } from './planes';

/** Cells of the spline along the long side: it follows a slow drift, and no feature of a face. */
const CELLS = 12;

/** How much the spline resists stretching and shifting, against bending. */
const [STRETCH, SHIFT] = [0.1, 0.02];

/** Displacements at nodes. Points and displacements are in shares of the long side, points from the centre. */
export interface Spline {
  columns: number;
  rows: number;
  x: Float64Array;
  y: Float64Array;
}

/** A spline that moves nothing, over a picture of this size in shares of its long side. */
export function nodesFor({ width, height }: { width: number; height: number }): Spline {
  const [columns, rows] = [Math.ceil(width * CELLS) + 3, Math.ceil(height * CELLS) + 3];
  return { columns, rows, x: new Float64Array(columns * rows), y: new Float64Array(columns * rows) };
}

/**
 * Places that change slowly across a picture: computed at every so many pixels, and on straight lines between.
 *
 * @param at takes a point in pixels
 * @returns a reader that takes whole pixels, whose centres are at .5; fastest row by row
 */
export function meshed(
  { width, height }: { width: number; height: number },
  stepPx: number,
  at: (x: number, y: number) => readonly [number, number],
): (x: number, y: number) => [number, number] {
  const [columns, rows] = [Math.ceil(width / stepPx) + 1, Math.ceil(height / stepPx) + 1];
  const [meshX, meshY] = [newPlane(columns, rows), newPlane(columns, rows)];
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = at((i % columns) * stepPx, Math.floor(i / columns) * stepPx);
    meshX.values[i] = x;
    meshY.values[i] = y;
  }
  const [lineX, lineY] = [new Float64Array(columns), new Float64Array(columns)];
  let line = Number.NaN;
  return (x, y) => {
    if (y !== line) {
      line = y;
      for (let column = 0; column < columns; column++) {
        lineX[column] = bilinear(meshX, column + 0.5, (y + 0.5) / stepPx + 0.5);
        lineY[column] = bilinear(meshY, column + 0.5, (y + 0.5) / stepPx + 0.5);
      }
    }
    const column = Math.floor((x + 0.5) / stepPx);
    const share = (x + 0.5) / stepPx - column;
    return [
      (lineX[column] as number) * (1 - share) + (lineX[column + 1] as number) * share,
      (lineY[column] as number) * (1 - share) + (lineY[column + 1] as number) * share,
    ];
  };
}

/** Weights of four neighbouring nodes, `t` (0..1) of the way from the second to the third. */
function weightsAt(t: number): [number, number, number, number] {
  const s = 1 - t;
  return [(s * s * s) / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, (t * t * t) / 6];
}

/** The sixteen nodes that move a point, and how much each does. */
export function splineWeights({ columns, rows }: Spline, x: number, y: number): { index: number[]; weight: number[] } {
  const cell = (value: number, count: number) => Math.min(count - 3.001, Math.max(0, value * CELLS + (count - 3) / 2));
  const [column, row] = [cell(x, columns), cell(y, rows)];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [across, down] = [weightsAt(column - left), weightsAt(row - top)];
  const [index, weight]: [number[], number[]] = [[], []];
  for (let j = 0; j < 4; j++) {
    for (let i = 0; i < 4; i++) {
      index.push((top + j) * columns + left + i);
      weight.push((down[j] ?? 0) * (across[i] ?? 0));
    }
  }
  return { index, weight };
}

/** The displacement of a point. */
export function splineAt(spline: Spline, x: number, y: number): [number, number] {
  const { index, weight } = splineWeights(spline, x, y);
  let [dx, dy] = [0, 0];
  for (let k = 0; k < index.length; k++) {
    const node = index[k] ?? 0;
    dx += (spline.x[node] ?? 0) * (weight[k] ?? 0);
    dy += (spline.y[node] ?? 0) * (weight[k] ?? 0);
  }
  return [dx, dy];
}

/**
 * A system of equations for the change of all nodes in pixels: of a node's x, then of its y, then of the next node's. So
 * what belongs together stands near the diagonal.
 */
interface Equations {
  matrix: Float64Array;
  right: Float64Array;
  longPx: number;
  force: number;
}

/** Adds to the equations that the spline resists bending (its second differences), and a little any stretch and shift. */
export function addBending({ columns, rows, x, y }: Spline, { matrix, right, longPx, force }: Equations): void {
  const count = columns * rows;
  const n = 2 * count;
  const resist = (nodes: readonly number[], weights: readonly number[], strength: number) => {
    for (const [offset, displacements] of [
      [0, x],
      [1, y],
    ] as const) {
      const bent = nodes.reduce((sum, node, k) => sum + (displacements[node] ?? 0) * longPx * (weights[k] ?? 0), 0);
      for (const [p, node] of nodes.entries()) {
        const i = 2 * node + offset;
        right[i] = (right[i] ?? 0) - strength * bent * (weights[p] ?? 0);
        for (const [q, other] of nodes.entries()) {
          const at = i * n + 2 * other + offset;
          matrix[at] = (matrix[at] ?? 0) + strength * (weights[p] ?? 0) * (weights[q] ?? 0);
        }
      }
    }
  };
  for (let i = 0; i < count; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    if (column > 0 && column < columns - 1) resist([i - 1, i, i + 1], [1, -2, 1], force);
    if (row > 0 && row < rows - 1) resist([i - columns, i, i + columns], [1, -2, 1], force);
    // Where nothing pulls, what is bent around it must not swing out.
    if (column > 0) resist([i - 1, i], [-1, 1], force * STRETCH);
    if (row > 0) resist([i - columns, i], [-1, 1], force * STRETCH);
    resist([i], [1], force * SHIFT);
  }
}

/** Solves a symmetric system in place, by Gauss's elimination. What stands near the diagonal alone is solved fastest. */
export function solve(matrix: Float64Array, right: Float64Array): void {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    const pivot = matrix[i * n + i] || 1e-9;
    let end = n;
    while (end > i + 1 && matrix[i * n + end - 1] === 0) end--;
    for (let row = i + 1; row < n; row++) {
      const factor = (matrix[row * n + i] ?? 0) / pivot;
      if (factor === 0) continue;
      const shift = (row - i) * n;
      for (let at = i * n + i; at < i * n + end; at++)
        matrix[at + shift] = (matrix[at + shift] as number) - factor * (matrix[at] as number);
      right[row] = (right[row] ?? 0) - factor * (right[i] ?? 0);
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = right[i] ?? 0;
    for (let k = i + 1; k < n; k++) sum -= (matrix[i * n + k] ?? 0) * (right[k] ?? 0);
    right[i] = sum / (matrix[i * n + i] || 1e-9);
  }
}
