import { expect, test } from '@jest/globals';
import { numberAt } from '../../src/core/image/picture';
import { fitLogistic } from './logistic';
import { chanceOf } from './random';

test('finds the weights that the samples were drawn by', () => {
  const chance = chanceOf(7);
  const samples = Array.from({ length: 4000 }, () => {
    const signs = [chance.bell(), chance.bell()];
    const score = 0.5 + 2 * numberAt(signs, 0) - numberAt(signs, 1);
    return { signs, isTrue: chance.between(0, 1) < 1 / (1 + Math.exp(-score)), weight: 1 };
  });
  const { bias, weights } = fitLogistic(samples);
  expect(bias).toBeCloseTo(0.5, 0);
  expect(numberAt(weights, 0)).toBeCloseTo(2, 0);
  expect(numberAt(weights, 1)).toBeCloseTo(-1, 0);
});
