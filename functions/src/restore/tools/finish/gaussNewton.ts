/** Steps towards the field under which photo and output differ least. */
import { bothWithin, type Field, type Level, warped } from './field';
import { localCorrelation, minus, quantile } from './planes';
import { addBending, solve, splineWeights } from './warp';

/** Side of the squares over which the equations are summed: so many pixels, more where they are fewer on the long side. */
const BLOCK = { leastPx: 4, mostOnSide: 96 } as const;
/** Radius of the squares whose likeness says how much a place is trusted, in pixels of a level. */
const TRUSTED_RADIUS_PX = 8;
/** How stiff the warp is, against the mean strength of what pulls it. */
const STIFFNESS = 0.0003;
/** Noise correlates by chance up to this: what is no more alike has no pull. */
const NOISE_ALIKE = 0.3;
/**
 * Each step is so many times as long as Gauss and Newton's: those fall short, because the weights leave out most of what
 * lies farthest off (over-relaxation). Two thirds of the steps come as near.
 */
const STRIDE = 1.6;
/** Sums over one square: products of the gradients, and of gradient and difference. */
const SUMS = 5;

/**
 * Equations of one Gauss-Newton step, summed over squares. Places that differ much (repairs, another face) or are not
 * alike at all weigh little, so they do not pull (Geman and McClure's weights).
 */
function blockSums(level: Level, field: Field, trusts: boolean): { sums: Float64Array; columns: number; side: number } {
  const { width, height } = level.photo;
  const side = Math.max(BLOCK.leastPx, Math.ceil(level.longPx / BLOCK.mostOnSide));
  const { photo, picture, inside } = trusts
    ? bothWithin(level, field)
    : { photo: level.photo, ...warped(level, field) };
  const difference = minus(photo, picture);
  const usual: number[] = [];
  for (let i = 0; i < inside.length; i += 7) if (inside[i]) usual.push(Math.abs(difference.values[i] ?? 0));
  const tolerance = 2 * Math.max(0.1, 1.5 * quantile(usual, 0.5)) ** 2;
  const trust = trusts ? localCorrelation(photo, picture, TRUSTED_RADIUS_PX) : null;
  const columns = Math.ceil(width / side);
  const sums = new Float64Array(columns * Math.ceil(height / side) * SUMS);
  const [p, q] = [photo.values, picture.values];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!inside[i]) continue;
      const r = difference.values[i] ?? 0;
      let weight = (tolerance / (tolerance + r * r)) ** 2;
      if (trust) weight *= Math.max(0, ((trust.values[i] ?? 0) - NOISE_ALIKE) / (1 - NOISE_ALIKE)) ** 2;
      const gx = ((p[i + 1] ?? 0) - (p[i - 1] ?? 0) + (q[i + 1] ?? 0) - (q[i - 1] ?? 0)) / 4;
      const gy = ((p[i + width] ?? 0) - (p[i - width] ?? 0) + (q[i + width] ?? 0) - (q[i - width] ?? 0)) / 4;
      const at = (Math.floor(y / side) * columns + Math.floor(x / side)) * SUMS;
      sums[at] = (sums[at] ?? 0) + weight * gx * gx;
      sums[at + 1] = (sums[at + 1] ?? 0) + weight * gx * gy;
      sums[at + 2] = (sums[at + 2] ?? 0) + weight * gy * gy;
      sums[at + 3] = (sums[at + 3] ?? 0) + weight * gx * r;
      sums[at + 4] = (sums[at + 4] ?? 0) + weight * gy * r;
    }
  }
  return { sums, columns, side };
}

/** What moves a point: the spline's nodes, or without a spline the affine map's three numbers of each direction. */
function handles({ spline }: Field, x: number, y: number): { index: number[]; weight: number[] } {
  return spline ? splineWeights(spline, x, y) : { index: [0, 1, 2], weight: [1, x, y] };
}

type Triple = [Float64Array, Float64Array, Float64Array];

/** One step, longer than Gauss and Newton's, towards the field under which the two differ least. Changes the field. */
export function improve(level: Level, field: Field, trusts: boolean): void {
  const { photo, longPx } = level;
  const { sums, columns, side } = blockSums(level, field, trusts);
  const count = field.spline ? field.spline.x.length : 3;
  const n = 2 * count;
  const right = new Float64Array(n);
  // Of the moves across, of both, and of those down; what stands below the diagonal is the same as above.
  const [ofX, ofBoth, ofY] = [0, 1, 2].map(() => new Float64Array(count * count)) as Triple;
  let mass = 0;
  for (let at = 0; at < sums.length; at += SUMS) {
    const xx = sums[at] ?? 0;
    const xy = sums[at + 1] ?? 0;
    const yy = sums[at + 2] ?? 0;
    const xr = sums[at + 3] ?? 0;
    const yr = sums[at + 4] ?? 0;
    if (xx + yy === 0) continue;
    const block = at / SUMS;
    mass += xx + yy;
    const x = (((block % columns) + 0.5) * side - photo.width / 2) / longPx;
    const y = ((Math.floor(block / columns) + 0.5) * side - photo.height / 2) / longPx;
    const { index, weight } = handles(field, x, y);
    for (let p = 0; p < index.length; p++) {
      const i = index[p] ?? 0;
      const wi = weight[p] ?? 0;
      right[2 * i] = (right[2 * i] ?? 0) + wi * xr;
      right[2 * i + 1] = (right[2 * i + 1] ?? 0) + wi * yr;
      // The nodes of a point are in rising order.
      for (let q = p; q < index.length; q++) {
        const entry = i * count + (index[q] ?? 0);
        const w = wi * (weight[q] ?? 0);
        ofX[entry] = (ofX[entry] ?? 0) + w * xx;
        ofBoth[entry] = (ofBoth[entry] ?? 0) + w * xy;
        ofY[entry] = (ofY[entry] ?? 0) + w * yy;
      }
    }
  }
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const entry = i < j ? i * count + j : j * count + i;
      const at = 2 * (i * n + j);
      matrix[at] = ofX[entry] ?? 0;
      matrix[at + 1] = ofBoth[entry] ?? 0;
      matrix[at + n] = ofBoth[entry] ?? 0;
      matrix[at + n + 1] = ofY[entry] ?? 0;
    }
  }
  const { spline } = field;
  if (spline) addBending(spline, { matrix, right, longPx, force: (STIFFNESS * mass) / count });
  for (let i = 0; i < n; i++) matrix[i * n + i] = (matrix[i * n + i] ?? 0) * 1.0001 + 1e-6;
  solve(matrix, right);
  const [x, y] = spline ? [spline.x, spline.y] : [field.affine.subarray(0, 3), field.affine.subarray(3, 6)];
  for (let i = 0; i < count; i++) {
    x[i] = (x[i] ?? 0) + (STRIDE * (right[2 * i] ?? 0)) / longPx;
    y[i] = (y[i] ?? 0) + (STRIDE * (right[2 * i + 1] ?? 0)) / longPx;
  }
}
