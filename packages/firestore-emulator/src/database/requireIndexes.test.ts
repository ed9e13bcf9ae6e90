import { describe, expect, test } from '@jest/globals';
import { brief, DATABASE, int, list, ROOT, rejection, set, text, vector } from '../testing/database';
import { and, by, or, unary, where } from '../testing/queries';
import { createDatabase } from './database';
import { parseIndexes } from './indexDefinitions';
import { requireIndexes } from './requireIndexes';
import type { Aggregation, StructuredQuery } from './types';

const asc = (fieldPath: string) => ({ fieldPath, order: 'ASCENDING' });
const desc = (fieldPath: string) => ({ fieldPath, order: 'DESCENDING' });
const index = (...fields: object[]) => ({ collectionGroup: 'c', queryScope: 'COLLECTION', fields });
const DEFINED = parseIndexes(
  'firestore.indexes.json',
  JSON.stringify({
    indexes: [
      index(asc('user'), desc('made')),
      index(asc('tool'), desc('made')),
      index(asc('a'), asc('b')),
      index({ fieldPath: 'tags', arrayConfig: 'CONTAINS' }, asc('made')),
      { ...index(asc('user'), asc('made')), queryScope: 'COLLECTION_GROUP' },
      index({ fieldPath: 'at', vectorConfig: { dimension: 2, flat: {} } }),
      index(asc('user'), asc('tool'), { fieldPath: 'at', vectorConfig: { dimension: '2', flat: {} } }),
    ],
    fieldOverrides: [
      { collectionGroup: 'c', fieldPath: 'unindexed', indexes: [] },
      { collectionGroup: 'c', fieldPath: 'grouped', indexes: [{ order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' }] },
    ],
  }),
);
const database = () => requireIndexes(createDatabase({ name: DATABASE }), DEFINED);
const is = (field: string) => where(field, 'EQUAL', int(1));
const above = (field: string) => where(field, 'GREATER_THAN', int(1));
const query = (rest: Omit<StructuredQuery, 'from'>, allDescendants = false): StructuredQuery => ({
  from: [{ collectionId: 'c', allDescendants }],
  ...rest,
});
const outcome = (structuredQuery: StructuredQuery) =>
  rejection(() => database().runQuery({ parent: ROOT, structuredQuery }));
const REFUSED = /^FAILED_PRECONDITION: The query requires an index\. You can create it here: https:\/\/console\./;

describe('answered', () => {
  test.each<[string, Omit<StructuredQuery, 'from'>]>([
    ['everything', {}],
    ['one equality', { where: is('x') }],
    ['several equalities, by merging the indexes of the fields', { where: and(is('x'), is('y'), is('z')) }],
    ['an equality and an array that contains', { where: and(is('x'), where('tags', 'ARRAY_CONTAINS', int(1))) }],
    ['a range', { where: above('x') }],
    ['a range, from the highest', { where: above('x'), orderBy: [by('x', 'DESCENDING')] }],
    ['one order', { orderBy: [by('x', 'DESCENDING')] }],
    ['an equality from a name on', { where: is('x'), orderBy: [by('__name__')] }],
    ['an order by the field that has one value', { where: is('x'), orderBy: [by('x')] }],
    ['an index', { where: is('user'), orderBy: [by('made', 'DESCENDING')] }],
    ['an index whose order comes from the range', { where: and(is('a'), above('b')) }],
    ['either of two, both indexed', { where: and(or(is('user'), is('tool'))), orderBy: [by('made', 'DESCENDING')] }],
    [
      'several values with an index',
      { where: where('user', 'IN', list(int(1), int(2))), orderBy: [by('made', 'DESCENDING')] },
    ],
    [
      'two indexes with the same order, merged',
      { where: and(is('user'), is('tool')), orderBy: [by('made', 'DESCENDING')] },
    ],
    ['an array index', { where: where('tags', 'ARRAY_CONTAINS', text('x')), orderBy: [by('made')] }],
    ['two orders', { orderBy: [by('a'), by('b')] }],
  ])('%s', async (_what, rest) => {
    expect(await outcome(query(rest))).toBe('accepted');
  });

  test('a group of collections with an index for groups', async () => {
    expect(await outcome(query({ where: is('grouped') }, true))).toBe('accepted');
    expect(await outcome(query({ where: is('user'), orderBy: [by('made')] }, true))).toBe('accepted');
  });
});

describe('refused', () => {
  test.each<[string, Omit<StructuredQuery, 'from'>]>([
    ['an order the other way round', { where: is('user'), orderBy: [by('made')] }],
    ['an equality and a range', { where: and(is('x'), above('y')) }],
    ['two ranges', { where: and(above('x'), above('y')) }],
    ['a null and an order', { where: unary('x', 'IS_NULL'), orderBy: [by('y')] }],
    ['one more equality than the index has', { where: and(is('user'), is('x')), orderBy: [by('made', 'DESCENDING')] }],
    [
      'either of two, one of them without an index',
      { where: or(is('user'), is('x')), orderBy: [by('made', 'DESCENDING')] },
    ],
    ['several values and an order', { where: where('x', 'IN', list(int(1))), orderBy: [by('made')] }],
    ['names the other way round than the order', { orderBy: [by('x'), by('__name__', 'DESCENDING')] }],
    ['a field that is not indexed', { where: is('unindexed') }],
  ])('%s', async (_what, rest) => {
    expect(await outcome(query(rest))).toMatch(REFUSED);
  });

  test('a group of collections without an index for groups', async () => {
    expect(await outcome(query({ where: is('x') }, true))).toMatch(REFUSED);
  });

  test('a sum over what one index holds only in part', async () => {
    const sum: Aggregation = { sum: { field: { fieldPath: 'b' } } };
    const run = (filtered: string) => {
      const structuredQuery = query({ where: is(filtered) });
      const structuredAggregationQuery = { structuredQuery, aggregations: [sum] };
      return rejection(() => database().runAggregationQuery({ parent: ROOT, structuredAggregationQuery }));
    };
    expect(await run('a')).toBe('accepted');
    expect(await run('x')).toMatch(REFUSED);
  });

  test('a listener, whose stream goes on', () => {
    const sent: Parameters<Parameters<ReturnType<typeof database>['openListenStream']>[0]>[0][] = [];
    const stream = database().openListenStream((response) => sent.push(response));
    stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: query({ where: and(is('x'), above('y')) }) } });
    expect(brief(sent.splice(0))).toEqual(['REMOVE 1 9']);
    stream.add({ targetId: 2, query: { parent: ROOT, structuredQuery: query({ where: is('x') }) } });
    expect(brief(sent)).toContain('ADD 2');
  });

  test('with the link that makes the index', async () => {
    const message = await outcome(query({ where: is('x'), orderBy: [by('made', 'DESCENDING')] }));
    const [, link, encoded] = /(https:.*)\?create_composite=(.*)$/.exec(message)!;
    expect(link).toBe('https://console.firebase.google.com/v1/r/project/demo/firestore/indexes');
    const bytes = Buffer.from(encoded!, 'base64url');
    const name = 'projects/demo/databases/(default)/collectionGroups/c/indexes/_';
    expect(bytes.subarray(0, 2 + name.length).toString()).toBe(`\n${String.fromCharCode(name.length)}${name}`);
    // Scope, then three fields: x ascending, made and __name__ descending.
    const fields = [
      '\x10\x01',
      '\x1a\x05\n\x01x\x10\x01',
      '\x1a\x08\n\x04made\x10\x02',
      '\x1a\x0c\n\x08__name__\x10\x02',
    ];
    expect(bytes.subarray(2 + name.length).toString()).toBe(fields.join(''));
  });

  test('a query that is wrong in another way, for that', async () => {
    const wrong = query({ where: and(is('x'), above('y')), orderBy: [by('y'), by('y')] });
    expect(await outcome(wrong)).toMatch(/^INVALID_ARGUMENT: order by clause/);
  });
});

describe('a vector search', () => {
  const search = (where: StructuredQuery['where'], ...to: number[]) =>
    outcome(
      query({
        ...(where && { where }),
        findNearest: {
          vectorField: { fieldPath: 'at' },
          queryVector: vector(...to),
          distanceMeasure: 'EUCLIDEAN',
          limit: 3,
        },
      }),
    );

  test('needs an index of the vector, with its dimensions and with every field of the filter', async () => {
    expect(await search(undefined, 1, 2)).toBe('accepted');
    expect(await search(and(is('tool'), is('user')), 1, 2)).toBe('accepted');
    const missing = /^FAILED_PRECONDITION: Missing vector index configuration\. .*"dimension":/;
    expect(await search(undefined, 1, 2, 3)).toMatch(missing);
    expect(await search(is('user'), 1, 2)).toMatch(missing);
    expect(await search(is('x'), 1, 2)).toMatch(missing);
  });

  test('has an index that serves no other query', async () => {
    expect(await outcome(query({ where: and(is('user'), is('tool'), above('at')) }))).toMatch(REFUSED);
  });
});

test('a congested listener is held back here, too', async () => {
  const sent: object[] = [];
  const checked = database();
  const stream = checked.openListenStream(
    (response) => sent.push(response),
    undefined,
    () => true,
  );
  stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: query({}) } });
  const before = sent.length;
  await checked.commit({ writes: [set('c/a', { n: int(1) })] });
  expect(sent).toHaveLength(before);
  stream.drained();
  expect(sent.length).toBeGreaterThan(before);
});

test.each([
  ['not json', 'no.json is not JSON: '],
  ['{"indexes": {}}', 'no.json needs "indexes" and "fieldOverrides" to be lists.'],
  ['{"indexes": [{}]}', 'no.json: an index needs "collectionGroup" and "fields".'],
])('%s is no file of indexes', (content, message) => {
  expect(() => parseIndexes('no.json', content)).toThrow(message);
});
