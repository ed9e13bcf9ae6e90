/** Logistic regression: how likely something is, from its signs. */
import { numberAt } from '../../src/core/image/picture';

const ROUNDS = 25;
/** Holds back weights that the samples say little about. */
const RIDGE = 1e-3;

export interface Sample {
  signs: readonly number[];
  isTrue: boolean;
  /** How much it counts. */
  weight: number;
}

/** Chance of being true = 1 / (1 + exp(-score)); score = bias + sum of weight * sign. */
export interface Fitted {
  bias: number;
  weights: readonly number[];
}

/** Fits by Newton's method. Every sample needs the same number of signs. */
export function fitLogistic(samples: readonly Sample[]): Fitted {
  const size = (samples[0]?.signs.length ?? 0) + 1;
  let found = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = found.map((value) => -RIDGE * value);
    const bend = found.map((_, row) => found.map((_, column) => (row === column ? RIDGE : 0)));
    for (const { signs, isTrue, weight } of samples) {
      const all = [1, ...signs];
      const chance = 1 / (1 + Math.exp(-all.reduce((sum, sign, i) => sum + sign * numberAt(found, i), 0)));
      for (let row = 0; row < size; row++) {
        slope[row] = numberAt(slope, row) + weight * numberAt(all, row) * ((isTrue ? 1 : 0) - chance);
        const bends = bend[row] as number[];
        const part = weight * numberAt(all, row) * chance * (1 - chance);
        for (let column = 0; column < size; column++)
          bends[column] = numberAt(bends, column) + part * numberAt(all, column);
      }
    }
    const step = solved(bend, slope);
    found = found.map((value, i) => value + numberAt(step, i));
    if (step.every((value) => Math.abs(value) < 1e-6)) break;
  }
  const [bias = 0, ...weights] = found;
  return { bias, weights };
}

/** Solves a symmetric positive system by elimination. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, numberAt(right, i)]);
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (j === i) continue;
      const factor = numberAt(row, i) / numberAt(pivot, i);
      for (let k = i; k < row.length; k++) row[k] = numberAt(row, k) - factor * numberAt(pivot, k);
    }
  }
  return rows.map((row, i) => numberAt(row, row.length - 1) / numberAt(row, i));
}
