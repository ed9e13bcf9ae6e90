import { expect, test } from '@jest/globals';
import { bool, int, list, map, ROOT, rejection, testDatabase, text, vector } from '../testing/database';
import type { FindNearest, Value } from './types';

const from = [{ collectionId: 'c' }];
const search: FindNearest = {
  vectorField: { fieldPath: 'v' },
  queryVector: vector(1, 0),
  distanceMeasure: 'COSINE',
  limit: 2,
};

test.each<[string, FindNearest, string]>([
  ['no vector', { ...search, queryVector: list(int(1)) }, 'Query Value must be of type vector.'],
  ['an empty vector', { ...search, queryVector: vector() }, 'A vector must not be empty.'],
  ['no field', { ...search, vectorField: undefined }, 'find_nearest requires a vector field.'],
  ['no measure', { ...search, distanceMeasure: undefined }, 'find_nearest requires a distance measure.'],
  ['no limit', { ...search, limit: undefined }, 'The limit of find_nearest must be between 1 and 1000.'],
  ['a limit of 1,001', { ...search, limit: 1001 }, 'The limit of find_nearest must be between 1 and 1000.'],
  [
    'a reserved result field',
    { ...search, distanceResultField: '__d__' },
    'Field name "__d__" is invalid because it is reserved.',
  ],
])('refuses a search with %s', async (_, findNearest, message) => {
  const { ids } = testDatabase();
  expect(await rejection(() => ids({ from, findNearest }))).toBe(`INVALID_ARGUMENT: ${message}`);
});

test('refuses to listen to a search', () => {
  const { listen } = testDatabase();
  const { stream, take } = listen();
  stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: { from, findNearest: search } } });
  expect(take()).toMatchObject([{ targetChange: { targetChangeType: 'REMOVE', cause: { code: 3 } } }]);
});

test('a vector of length zero has no direction and comes last', async () => {
  const { put, ids } = testDatabase();
  await put('c/a', { v: vector(0, 0) });
  await put('c/b', { v: vector(-1, 0) });
  await put('c/c', { v: vector(5, 0) });
  expect(await ids({ from, findNearest: { ...search, limit: 3 } })).toEqual(['c', 'b', 'a']);
});

test('integers in a vector are stored as doubles', async () => {
  const { put, fields } = testDatabase();
  await put('c/a', { v: map({ __type__: text('__vector__'), value: list(int(1), int(-2)) }) });
  expect(fields('c/a')).toEqual({ v: vector(1, -2) });
});

test.each<[string, Value]>([
  ['another reserved type', map({ __type__: text('__other__'), value: list() })],
  ['no elements', vector()],
  ['no value', map({ __type__: text('__vector__') })],
  ['a third field', map({ __type__: text('__vector__'), value: list(int(1)), more: int(1) })],
  ['an element that is no number', map({ __type__: text('__vector__'), value: list(int(1), bool(true)) })],
])('refuses to write a vector with %s', async (_, v) => {
  const { put } = testDatabase();
  expect(await rejection(() => put('c/a', { v }))).toMatch(/^INVALID_ARGUMENT/);
});
