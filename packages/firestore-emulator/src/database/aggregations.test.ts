import { describe, expect, test } from '@jest/globals';
import { double, int, nothing, ROOT, rejection, set, testDatabase, text } from '../testing/database';
import type { Aggregation, Fields, StructuredQuery, Value } from './types';

const MAX = 2n ** 63n - 1n;
const count: Aggregation = { alias: 'count', count: {} };
const sum = (fieldPath: string): Aggregation => ({ alias: 'sum', sum: { field: { fieldPath } } });
const avg = (fieldPath: string): Aggregation => ({ alias: 'avg', avg: { field: { fieldPath } } });

async function aggregate(documents: Fields[], aggregations: Aggregation[], query: StructuredQuery = {}) {
  const { database, write } = testDatabase();
  await write(...documents.map((fields, index) => set(`c/${index}`, fields)));
  const structuredQuery = { from: [{ collectionId: 'c' }], ...query };
  return (
    await database.runAggregationQuery({ parent: ROOT, structuredAggregationQuery: { structuredQuery, aggregations } })
  ).aggregateFields;
}

describe('sum and average', () => {
  test.each<[string, Value[], Value, Value]>([
    ['nothing', [], int(0), nothing],
    ['integers', [int(1), int(2)], int(3), double(1.5)],
    ['an integer and a double', [int(1), double(0.5)], double(1.5), double(0.75)],
    ['doubles that add up to a whole', [double(0.5), double(0.5)], double(1), double(0.5)],
    ['what is no number', [int(4), text('9'), nothing], int(4), double(4)],
    ['only what is no number', [text('9')], int(0), nothing],
    ['NaN', [int(1), double('NaN')], double('NaN'), double('NaN')],
    ['both infinities', [double('Infinity'), double('-Infinity')], double('NaN'), double('NaN')],
    ['more than an integer holds', [int(MAX), int(MAX)], double(2 ** 64), double(2 ** 63)],
    ['less than an integer holds', [int(-MAX - 1n), int(-MAX - 1n)], double(-(2 ** 64)), double(-(2 ** 63))],
    [
      'what leaves the integers only on the way',
      [int(MAX), int(1), int(-101)],
      int(MAX - 100n),
      double(Number(MAX - 100n) / 3),
    ],
  ])('of %s', async (_name, values, expectedSum, expectedAverage) => {
    const result = await aggregate(
      values.map((v) => ({ v })),
      [sum('v'), avg('v')],
    );
    expect(result).toEqual({ sum: expectedSum, avg: expectedAverage });
  });

  test('with several fields use only documents that have all of them', async () => {
    const books: Fields[] = [
      { pages: int(100), year: int(1980) },
      { pages: int(50), year: int(2020) },
      { pages: int(150), year: int(2021) },
      { pages: int(50) },
    ];
    expect(await aggregate(books, [sum('pages'), avg('year'), count])).toEqual({
      sum: int(300),
      avg: double(2007),
      count: int(3),
    });
  });
});

describe('count', () => {
  const three: Fields[] = [{ v: int(1) }, { v: int(2) }, {}];
  test.each<[string, Aggregation, StructuredQuery, number]>([
    ['all', count, {}, 3],
    [
      'of a filter',
      count,
      { where: { fieldFilter: { field: { fieldPath: 'v' }, op: 'GREATER_THAN', value: int(1) } } },
      1,
    ],
    ['of a limit', count, { limit: 2 }, 2],
    ['of an order, which wants its field', count, { orderBy: [{ field: { fieldPath: 'v' } }] }, 2],
    ['up to a number', { alias: 'count', count: { upTo: '2' } }, {}, 2],
    ['up to a wrapped number', { alias: 'count', count: { upTo: { value: '5' } } }, {}, 3],
  ])('%s', async (_name, aggregation, query, expected) => {
    expect(await aggregate(three, [aggregation], query)).toEqual({ count: int(expected) });
  });
});

test('aggregations without an alias are numbered', async () => {
  expect(await aggregate([{}], [{ count: {} }, { count: {} }])).toEqual({ field_1: int(1), field_2: int(1) });
});

test.each<[string, Aggregation[]]>([
  ['none', []],
  ['six', Array.from({ length: 6 }, (_, index) => ({ alias: `a${index}`, count: {} }))],
  ['two of one name', [count, count]],
  ['one without an operation', [{ alias: 'a' }]],
  ['a count up to nothing', [{ count: { upTo: '0' } }]],
])('refuses %s', async (_name, aggregations) => {
  expect(await rejection(() => aggregate([], aggregations))).toMatch(/^INVALID_ARGUMENT/);
});
