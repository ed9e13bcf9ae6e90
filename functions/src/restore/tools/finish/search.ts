/** A first guess at where a photo lies in an output, among many scales, turns and shifts. */
import { affineOf, agreement, type Field, type Level, moved, warped } from './field';
import { improve } from './gaussNewton';
import type { Plane } from './planes';

/** What is tried at first: how much larger (or smaller) the output shows the photo, how it is turned, how far shifted. */
const SEARCH = {
  scales: [1, 0.98, 1.02, 0.96, 1.04, 0.93, 1.07, 0.9, 1.1, 0.86, 1.14, 0.82, 1.18],
  /** Likeness from which no other scale is tried. */
  enough: 0.8,
  degrees: [-3, 0, 3],
  /** Share of the long side. */
  shift: 0.1,
  /** The best of these are looked at more closely. */
  kept: 6,
} as const;
/** Output and photo of shapes that differ by less are taken for squeezed only, never for cut or padded. */
const SAME_SHAPE = 0.02;

/** The best whole-pixel shift of `b` onto `a`, and how alike they are then. */
function bestShift(a: Plane, b: Plane, inside: Uint8Array, reach: number): { score: number; dx: number; dy: number } {
  const { width, height } = a;
  let best = { score: -1, dx: 0, dy: 0 };
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      let [ab, aa, bb] = [0, 1e-6, 1e-6];
      for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
        for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
          const j = (y + dy) * width + x + dx;
          if (!inside[j]) continue;
          const p = a.values[y * width + x] ?? 0;
          const q = b.values[j] ?? 0;
          ab += p * q;
          aa += p * p;
          bb += q * q;
        }
      }
      const score = ab / Math.sqrt(aa * bb);
      if (score > best.score) best = { score, dx, dy };
    }
  }
  return best;
}

/**
 * How an output of another shape may have come about: squeezed, cut or padded. Factors across and down.
 *
 * @param ratio the output's width to height against the photo's
 */
function shapesOf(ratio: number): [number, number][] {
  const squeezed: [number, number] = [1, 1];
  return Math.abs(ratio - 1) < SAME_SHAPE ? [squeezed] : [squeezed, [1 / ratio, 1], [1, ratio]];
}

/** The most alike of many scales, turns and shifts. */
export function search(level: Level, next: Level, ratio: number): Field {
  const reach = Math.ceil(SEARCH.shift * level.longPx);
  const tried: { field: Field; score: number }[] = [];
  for (const scale of SEARCH.scales) {
    // Most outputs lie nearly where they should.
    if (tried.some(({ score }) => score > SEARCH.enough)) break;
    for (const [across, down] of shapesOf(ratio)) {
      for (const degrees of SEARCH.degrees) {
        const affine = affineOf({ across: across * scale, down: down * scale, degrees });
        const { picture, inside } = warped(level, { affine, spline: null });
        const { score, dx, dy } = bestShift(level.photo, picture, inside, reach);
        const field = { affine: Float64Array.from(affine), spline: null };
        const [x, y] = moved({ affine, spline: null }, dx / level.longPx, dy / level.longPx);
        field.affine[0] = x;
        field.affine[3] = y;
        tried.push({ field, score });
      }
    }
  }
  tried.sort((one, other) => other.score - one.score);
  const refined = tried.slice(0, SEARCH.kept).map(({ field }) => {
    for (let i = 0; i < 5; i++) improve(next, field, false);
    return { field, score: agreement(next, field) };
  });
  refined.sort((one, other) => other.score - one.score);
  return refined[0]?.field ?? { affine: affineOf({ across: 1, down: 1, degrees: 0 }), spline: null };
}
