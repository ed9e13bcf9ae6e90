import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { at, bool, bytes, double, geo, int, list, map, nothing, ref, text, time } from '../testing/database';
import { compareNames, compareStrings, compareValues, identical, valuesEqual } from './compareValues';
import type { Value } from './types';

// Many runs, on a machine that others use too.

/** Rising, as the documentation's table has it: every value is less than all after it. */
const RISING: [string, Value][] = [
  ['null', nothing],
  ['false', bool(false)],
  ['true', bool(true)],
  ['NaN', double('NaN')],
  ['-Infinity', double('-Infinity')],
  ['least int64', int(-(2n ** 63n))],
  ['-1.5', double(-1.5)],
  ['0', int(0)],
  ['1', int(1)],
  ['1.5', double(1.5)],
  ['2^53 as a double', double(2 ** 53)],
  ['2^53 + 1 as an integer', int(2n ** 53n + 1n)],
  ['greatest int64', int(2n ** 63n - 1n)],
  ['2^63 as a double', double(2 ** 63)],
  ['Infinity', double('Infinity')],
  ['an early time', time('1969-12-31T23:59:59.999999Z')],
  ['a time', time('2026-01-01T00:00:00Z')],
  ['a microsecond later', time('2026-01-01T00:00:00.000001Z')],
  ['empty text', text('')],
  ['a', text('a')],
  ['aa', text('aa')],
  ['é', text('é')],
  ['U+FFFD', text('\ufffd')],
  ['U+1F600, in UTF-16 before U+FFFD', text('\u{1f600}')],
  ['no bytes', bytes('')],
  ['bytes', bytes('b')],
  ['longer bytes', bytes('ba')],
  ['a numeric id', ref('c/__id2__')],
  ['a greater numeric id', ref('c/__id10__')],
  ['a reference', ref('c/a')],
  ['a reference below it', ref('c/a/d/e')],
  ['a reference with a dash after the shorter one', ref('c/a-b')],
  ['southern', geo(-10, 20)],
  ['northern', geo(10, -20)],
  ['northern, eastern', geo(10, 20)],
  ['empty array', list()],
  ['array', list(int(1))],
  ['longer array', list(int(1), int(0))],
  ['greater array', list(int(2))],
  ['empty map', map({})],
  ['map', map({ a: int(1) })],
  ['map with one more key', map({ a: int(1), b: int(0) })],
  ['map with a greater value', map({ a: int(2) })],
  ['map with a greater key', map({ b: int(0) })],
];

describe('the total order', () => {
  test.each(RISING.slice(1).map(([name, value], index) => ({ name, value, index })))(
    '$name comes after everything before it',
    ({ value, index }) => {
      for (const [, earlier] of RISING.slice(0, index + 1)) {
        expect(compareValues(earlier, value)).toBeLessThan(0);
        expect(compareValues(value, earlier)).toBeGreaterThan(0);
      }
    },
  );

  test.each([
    ['integer and double', int(3), double(3)],
    ['the two zeros', double(0), double(-0)],
    ['NaN', double('NaN'), double('NaN')],
    ['maps whose keys came in another order', map({ a: int(1), b: int(2) }), map({ b: double(2), a: int(1) })],
    ['times of different precision', time('2026-01-01T00:00:00Z'), time('2026-01-01T00:00:00.000Z')],
    ['times in different zones', time('2026-01-01T01:00:00+01:00'), time('2026-01-01T00:00:00Z')],
  ])('%s are equal', (_name, a, b) => {
    expect(valuesEqual(a, b)).toBe(true);
    expect(valuesEqual(b, a)).toBe(true);
  });

  test('text is ordered by its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

test('names compare segment by segment', () => {
  const segment = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', '-', '~'), minLength: 1, maxLength: 3 }),
    fc.constantFrom('__id1__', '__id10__', '__id9__', '__idx'),
  );
  const rank = (id: string) => (/^__id\d+__$/.test(id) ? Number(id.slice(4, -2)) : Number.POSITIVE_INFINITY);
  const model = (a: string[], b: string[]) => {
    for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
      const [left, right] = [a[index] as string, b[index] as string];
      if (left === right) continue;
      if (rank(left) !== rank(right)) return rank(left) < rank(right) ? -1 : 1;
      return left < right ? -1 : 1;
    }
    return Math.sign(a.length - b.length);
  };
  const names = fc.array(segment, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(names, names, (a, b) => {
      expect(Math.sign(compareNames(a.join('/'), b.join('/')))).toBe(model(a, b));
    }),
    { numRuns: 2000 },
  );
  expect(compareNames(at('a/b/c/d'), at('a/b-/c/d'))).toBeLessThan(0);
  expect(compareNames(at('a/b'), at('a/b'))).toBe(0);
});

test.each([
  ['an integer and the double of the same value', int(1), double(1), false],
  ['the two zeros', double(0), double(-0), false],
  ['NaN and NaN', double('NaN'), double('NaN'), true],
  ['arrays of the same', list(int(1), text('a')), list(int(1), text('a')), true],
  ['arrays of another type', list(int(1)), list(double(1)), false],
  ['a map that lacks a key', map({ a: int(1) }), map({}), false],
  ['a value and none', int(1), undefined, false],
])('%s: identical is told apart from equal', (_name, a, b, same) => {
  expect(identical(a, b)).toBe(same);
});
