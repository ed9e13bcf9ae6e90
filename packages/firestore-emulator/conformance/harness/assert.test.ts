import { describe, expect, it } from '@jest/globals';
import { equal } from './assert';

/** The whole suite relies on this comparison, so it must be able to fail. */
describe('equal', () => {
  it.each<[actual: unknown, expected: unknown]>([
    [1, 2],
    [0, -0],
    [null, undefined],
    ['1', 1],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [[], {}],
    [{ a: { b: Number.NaN } }, { a: { b: 0 } }],
  ])('tells %j from %j', (actual, expected) => {
    expect(() => equal(actual, expected)).toThrow('value');
  });

  it('accepts equal values', () => {
    equal({ a: [Number.NaN, -0, { b: null }], c: '' }, { c: '', a: [Number.NaN, -0, { b: null }] });
  });
});
