import { describe, expect, test } from '@jest/globals';
import { bool, double, int, list, map, nothing, ref, rejection, testDatabase, text, time } from '../testing/database';
import { and, by, or, unary, VALUES, where, withValues } from '../testing/queries';
import type { Filter, StructuredQuery, Value } from './types';

const from = [{ collectionId: 'c' }];

describe('filters', () => {
  test.each<[string, Filter, string[]]>([
    ['== finds the number in both types', where('v', 'EQUAL', int(1)), ['int1', 'one']],
    ['== null', where('v', 'EQUAL', nothing), ['null']],
    ['== NaN', where('v', 'EQUAL', double('NaN')), ['nan']],
    ['== an array', where('v', 'EQUAL', VALUES.array as Value), ['array']],
    ['== a map', where('v', 'EQUAL', map({ k: double(1) })), ['map']],
    ['== a reference', where('v', 'EQUAL', ref('c/array')), ['ref']],
    ['== a time of other digits', where('v', 'EQUAL', time('2026-01-01T00:00:00.000Z')), ['time']],
    ['< stays within numbers', where('v', 'LESS_THAN', double(1.5)), ['int1', 'one']],
    ['<= ', where('v', 'LESS_THAN_OR_EQUAL', double(1.5)), ['int1', 'one', 'double']],
    ['> stays within numbers', where('v', 'GREATER_THAN', int(1)), ['double', 'int2']],
    ['>=', where('v', 'GREATER_THAN_OR_EQUAL', int(1)), ['int1', 'one', 'double', 'int2']],
    ['<= null finds nothing', where('v', 'LESS_THAN_OR_EQUAL', nothing), []],
    ['>= NaN finds nothing', where('v', 'GREATER_THAN_OR_EQUAL', double('NaN')), []],
    ['in [null, NaN] finds nothing', where('v', 'IN', list(nothing, double('NaN'))), []],
    ['> of text', where('v', 'GREATER_THAN', text('m')), ['textz']],
    ['< of a boolean', where('v', 'LESS_THAN', bool(true)), ['false']],
    [
      '!= leaves out null and what lacks the field',
      where('v', 'NOT_EQUAL', int(1)),
      ['false', 'nan', 'double', 'int2', 'time', 'text', 'textz', 'bytes', 'ref', 'geo', 'array', 'map'],
    ],
    ['in', where('v', 'IN', list(int(1), text('z'), text('no'))), ['int1', 'one', 'textz']],
    ['in with the same value twice', where('v', 'IN', list(int(1), double(1))), ['int1', 'one']],
    [
      'not-in',
      where('v', 'NOT_IN', list(int(1), text('z'))),
      ['false', 'nan', 'double', 'int2', 'time', 'text', 'bytes', 'ref', 'geo', 'array', 'map'],
    ],
    ['not-in with null finds nothing', where('v', 'NOT_IN', list(nothing)), []],
    ['array-contains', where('v', 'ARRAY_CONTAINS', text('x')), ['array']],
    ['array-contains-any', where('v', 'ARRAY_CONTAINS_ANY', list(text('q'), double(1))), ['array']],
    ['array-contains null finds nothing', where('v', 'ARRAY_CONTAINS', nothing), []],
    ['is null', unary('v', 'IS_NULL'), ['null']],
    [
      'is not null',
      unary('v', 'IS_NOT_NULL'),
      ['false', 'nan', 'int1', 'one', 'double', 'int2', 'time', 'text', 'textz', 'bytes', 'ref', 'geo', 'array', 'map'],
    ],
    ['is NaN', unary('v', 'IS_NAN'), ['nan']],
    [
      'is not NaN',
      unary('v', 'IS_NOT_NAN'),
      ['false', 'int1', 'one', 'double', 'int2', 'time', 'text', 'textz', 'bytes', 'ref', 'geo', 'array', 'map'],
    ],
    ['a range', and(where('v', 'GREATER_THAN', int(1)), where('v', 'LESS_THAN', int(2))), ['double']],
    ['a range given backwards', and(where('v', 'LESS_THAN', int(2)), where('v', 'GREATER_THAN', int(1))), ['double']],
    ['a range over two types', and(where('v', 'GREATER_THAN', int(1)), where('v', 'LESS_THAN', text('z'))), []],
    ['or', or(where('v', 'EQUAL', text('m')), where('other', 'EQUAL', int(1))), ['text', 'without']],
    [
      'or inside and',
      and(where('v', 'GREATER_THAN', int(0)), or(where('v', 'EQUAL', int(2)), where('v', 'EQUAL', double(1.5)))),
      ['double', 'int2'],
    ],
    ['a field inside a map', where('v.k', 'EQUAL', int(1)), ['map']],
    ['the name, equal', where('__name__', 'EQUAL', ref('c/map')), ['map']],
    ['the name, in', where('__name__', 'IN', list(ref('c/map'), ref('c/absent'), ref('c/array'))), ['array', 'map']],
    [
      'the name, ranged',
      and(where('__name__', 'GREATER_THAN', ref('c/map')), where('__name__', 'LESS_THAN_OR_EQUAL', ref('c/null'))),
      ['nan', 'null'],
    ],
  ])('%s', async (_name, filter, expected) => {
    const { ids } = await withValues();
    expect(await ids({ from, where: filter })).toEqual(expected);
  });
});

describe('rejections', () => {
  const many = (count: number) => list(...Array.from({ length: count }, (_, index) => int(index)));
  const tooMany = 'The query has more than 30 disjunctions after its filter is brought to disjunctive normal form.';
  test.each<[string, Partial<StructuredQuery>, string]>([
    ['31 values of in', { where: where('v', 'IN', many(31)) }, "'IN' supports up to 30 comparison values."],
    ['no values of in', { where: where('v', 'IN', list()) }, "'IN' requires an non-empty ArrayValue."],
    ['in of no array', { where: where('v', 'IN', int(1)) }, "'IN' requires an non-empty ArrayValue."],
    ['11 values of not-in', { where: where('v', 'NOT_IN', many(11)) }, "'NOT_IN' supports up to 10 comparison values."],
    [
      '31 values of array-contains-any',
      { where: where('v', 'ARRAY_CONTAINS_ANY', many(31)) },
      "'ARRAY_CONTAINS_ANY' supports up to 30 comparison values.",
    ],
    ['6 times 6 disjunctions', { where: and(where('v', 'IN', many(6)), where('w', 'IN', many(6))) }, tooMany],
    ['20 and 11 disjunctions', { where: or(where('v', 'IN', many(20)), where('w', 'IN', many(11))) }, tooMany],
    [
      'two negations',
      { where: and(where('v', 'NOT_EQUAL', int(1)), where('w', 'NOT_IN', many(2))) },
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    ],
    [
      'not-in with in',
      { where: and(where('v', 'IN', many(2)), where('w', 'NOT_IN', many(2))) },
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.",
    ],
    [
      'two array-contains',
      { where: and(where('v', 'ARRAY_CONTAINS', int(1)), where('w', 'ARRAY_CONTAINS', int(1))) },
      "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.",
    ],
    [
      'a name that is no reference',
      { where: where('__name__', 'EQUAL', text('a')) },
      '__key__ filter value must be a Key',
    ],
    ['a negative limit', { limit: -1 }, 'limit is negative'],
    ['a negative offset', { offset: -1 }, 'offset is negative'],
    [
      'an order after the name',
      { orderBy: [by('__name__'), by('a')] },
      'order by clause cannot contain more fields after the key',
    ],
    [
      'the name beside an inequality',
      { where: and(where('v', 'GREATER_THAN', int(1)), where('__name__', 'EQUAL', ref('c/a'))) },
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    ],
    [
      'a reserved collection',
      { from: [{ collectionId: '__x__' }] },
      'Collection id "__x__" is invalid because it is reserved.',
    ],
    ['an order given twice', { orderBy: [by('a'), by('a')] }, 'order by clause cannot contain duplicate fields'],
    [
      'a cursor longer than the order',
      { orderBy: [by('a')], startAt: { values: [int(1), ref('c/d'), int(1)] } },
      'Cursor has too many values.',
    ],
    [
      'a cursor whose name is no reference',
      { startAt: { values: [text('d')] } },
      'Cursor value for __name__ must be a document reference.',
    ],
    ['a malformed field', { where: where('a..b', 'EQUAL', int(1)) }, 'Invalid property path "a..b".'],
  ])('%s', async (_name, part, message) => {
    const { ids } = testDatabase();
    expect(await rejection(() => ids({ from, ...part }))).toBe(`INVALID_ARGUMENT: ${message}`);
  });

  test.each<[string, Partial<StructuredQuery>]>([
    ['30 values of in', { where: where('v', 'IN', many(30)) }],
    ['10 values of not-in', { where: where('v', 'NOT_IN', many(10)) }],
    ['30 values of array-contains-any', { where: where('v', 'ARRAY_CONTAINS_ANY', many(30)) }],
    ['6 times 5 disjunctions', { where: and(where('v', 'IN', many(6)), where('w', 'IN', many(5))) }],
    ['20 and 10 disjunctions', { where: or(where('v', 'IN', many(20)), where('w', 'IN', many(10))) }],
    ['a cursor as long as the order', { orderBy: [by('a')], startAt: { values: [int(1), ref('c/d')] } }],
  ])('accepts %s', async (_name, part) => {
    const { ids } = testDatabase();
    expect(await rejection(() => ids({ from, ...part }))).toBe('accepted');
  });

  test('accepts two array-contains in different branches of an or', async () => {
    const { ids } = testDatabase();
    expect(
      await rejection(() =>
        ids({ from, where: or(where('v', 'ARRAY_CONTAINS', int(1)), where('w', 'ARRAY_CONTAINS', int(1))) }),
      ),
    ).toBe('accepted');
  });
});
