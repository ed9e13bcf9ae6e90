import { describe, expect, test } from '@jest/globals';
import {
  at,
  bool,
  bytes,
  double,
  geo,
  int,
  list,
  map,
  nothing,
  ROOT,
  ref,
  refusal,
  set,
  testDatabase,
  text,
  time,
} from './testing';
import type { Cursor, Fields, Filter, Order, StructuredQuery, UnaryOperator, Value } from './types';

const where = (fieldPath: string, op: NonNullable<Filter['fieldFilter']>['op'], value: Value): Filter => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const unary = (fieldPath: string, op: UnaryOperator): Filter => ({ unaryFilter: { field: { fieldPath }, op } });
const and = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'AND', filters } });
const or = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'OR', filters } });
const by = (fieldPath: string, direction: Order['direction'] = 'ASCENDING'): Order => ({
  field: { fieldPath },
  direction,
});
const from = [{ collectionId: 'c' }];

const VALUES: Record<string, Value> = {
  array: list(int(1), text('x')),
  bytes: bytes('b'),
  double: double(1.5),
  false: bool(false),
  geo: geo(1, 2),
  int1: int(1),
  int2: int(2),
  map: map({ k: int(1) }),
  nan: double('NaN'),
  null: nothing,
  one: double(1),
  ref: ref('c/array'),
  text: text('m'),
  textz: text('z'),
  time: time('2026-01-01T00:00:00Z'),
};

async function withValues() {
  const db = testDatabase();
  await db.write(
    ...Object.entries(VALUES).map(([id, v]) => set(`c/${id}`, { v })),
    set('c/without', { other: int(1) }),
  );
  return db;
}

describe('filters', () => {
  test.each<[string, Filter, string[]]>([
    ['== finds the number in both types', where('v', 'EQUAL', int(1)), ['int1', 'one']],
    ['== null', where('v', 'EQUAL', nothing), ['null']],
    ['== NaN', where('v', 'EQUAL', double('NaN')), ['nan']],
    ['== an array', where('v', 'EQUAL', VALUES.array as Value), ['array']],
    ['== a map', where('v', 'EQUAL', map({ k: double(1) })), ['map']],
    ['== a reference', where('v', 'EQUAL', ref('c/array')), ['ref']],
    ['== a time of other digits', where('v', 'EQUAL', time('2026-01-01T00:00:00.000Z')), ['time']],
    ['< stays within numbers', where('v', 'LESS_THAN', double(1.5)), ['nan', 'int1', 'one']],
    ['<= ', where('v', 'LESS_THAN_OR_EQUAL', double(1.5)), ['nan', 'int1', 'one', 'double']],
    ['> stays within numbers', where('v', 'GREATER_THAN', int(1)), ['double', 'int2']],
    ['>=', where('v', 'GREATER_THAN_OR_EQUAL', int(1)), ['int1', 'one', 'double', 'int2']],
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

describe('order', () => {
  test('all types in their order, what lacks the field left out, ties by name', async () => {
    const { ids } = await withValues();
    const rising = [
      'null',
      'false',
      'nan',
      'int1',
      'one',
      'double',
      'int2',
      'time',
      'text',
      'textz',
      'bytes',
      'ref',
      'geo',
      'array',
      'map',
    ];
    expect(await ids({ from, orderBy: [by('v')] })).toEqual(rising);
    expect(await ids({ from, orderBy: [by('v', 'DESCENDING')] })).toEqual(rising.toReversed());
    expect(
      await ids({
        from,
        orderBy: [by('v', 'DESCENDING'), by('__name__')],
        limit: 1000,
        where: where('v', 'IN', list(int(1), int(2))),
      }),
    ).toEqual(['int2', 'int1', 'one']);
  });

  test('without an order: by name, numeric ids first', async () => {
    const { put, ids } = testDatabase();
    for (const id of ['b', 'a', '\u{1f600}', '\ufffd', '__id10__', '__id9__']) await put(`c/${id}`, {});
    expect(await ids({ from })).toEqual(['__id9__', '__id10__', 'a', 'b', '\ufffd', '\u{1f600}']);
  });

  test('inequality fields are ordered by name of field, in the direction of the last order', async () => {
    const { write, ids } = testDatabase();
    await write(
      set('c/a', { x: int(1), y: int(2) }),
      set('c/b', { x: int(2), y: int(1) }),
      set('c/c', { x: int(1), y: int(1) }),
    );
    const positive = and(where('y', 'GREATER_THAN', int(0)), where('x', 'GREATER_THAN', int(0)));
    expect(await ids({ from, where: positive })).toEqual(['c', 'a', 'b']);
    expect(await ids({ from, where: positive, orderBy: [by('y', 'DESCENDING')] })).toEqual(['a', 'b', 'c']);
  });
});

async function numbered() {
  const db = testDatabase();
  await db.write(...[1, 2, 2, 3, 4].map((n, index) => set(`c/${'abcde'[index]}`, { n: int(n) })));
  return db;
}

describe('windows', () => {
  const at2 = (before: boolean, ...more: Value[]): Cursor => ({ values: [int(2), ...more], before });
  test.each<[string, Partial<StructuredQuery>, string[]]>([
    ['startAt', { startAt: at2(true) }, ['b', 'c', 'd', 'e']],
    ['startAfter', { startAt: at2(false) }, ['d', 'e']],
    ['endAt', { endAt: at2(false) }, ['a', 'b', 'c']],
    ['endBefore', { endAt: at2(true) }, ['a']],
    ['startAfter a document', { startAt: at2(false, ref('c/b')) }, ['c', 'd', 'e']],
    ['endBefore a document', { endAt: at2(true, ref('c/c')) }, ['a', 'b']],
    ['descending startAt', { orderBy: [by('n', 'DESCENDING')], startAt: at2(true) }, ['c', 'b', 'a']],
    ['descending endBefore', { orderBy: [by('n', 'DESCENDING')], endAt: at2(true) }, ['e', 'd']],
    [
      'descending startAfter a document',
      { orderBy: [by('n', 'DESCENDING')], startAt: at2(false, ref('c/c')) },
      ['b', 'a'],
    ],
    ['limit', { limit: 2 }, ['a', 'b']],
    ['a wrapped limit', { limit: { value: 2 } }, ['a', 'b']],
    ['limit 0', { limit: 0 }, []],
    ['offset', { offset: 3 }, ['d', 'e']],
    ['all of them', { startAt: at2(true), endAt: { values: [int(4)], before: true }, offset: 1, limit: 1 }, ['c']],
    [
      'by name from a document',
      { orderBy: [by('__name__')], startAt: { values: [ref('c/c')], before: false } },
      ['d', 'e'],
    ],
    [
      'by name backwards to a document',
      { orderBy: [by('__name__', 'DESCENDING')], endAt: { values: [ref('c/c')], before: false } },
      ['e', 'd', 'c'],
    ],
  ])('%s', async (_name, part, expected) => {
    const { ids } = await numbered();
    expect(await ids({ from, orderBy: [by('n')], ...part })).toEqual(expected);
  });

  test('tells how many the offset skipped', async () => {
    const { database } = await numbered();
    const skipped = async (offset: number) =>
      (await database.runQuery({ parent: ROOT, structuredQuery: { from, offset } })).skippedResults;
    expect([await skipped(2), await skipped(9)]).toEqual([2, 5]);
  });
});

describe('scope', () => {
  async function family() {
    const db = testDatabase();
    const paths = ['c/a', 'c/a/c/deep', 'c/a/other/o', 'x/y/c/far', 'c-b/z', 'other/p'];
    await db.write(...paths.map((path) => set(path, { path: text(path) })));
    return db;
  }
  test.each<[string, string, StructuredQuery, string[]]>([
    ['a collection', ROOT, { from }, ['a']],
    ['a subcollection', at('c/a'), { from }, ['deep']],
    ['a collection group', ROOT, { from: [{ collectionId: 'c', allDescendants: true }] }, ['a', 'deep', 'far']],
    [
      'a collection group below a document',
      at('c/a'),
      { from: [{ collectionId: 'c', allDescendants: true }] },
      ['deep'],
    ],
    ['everything', ROOT, { from: [{ allDescendants: true }] }, ['a', 'deep', 'o', 'z', 'p', 'far']],
    ['everything below a document', at('c/a'), { from: [{ allDescendants: true }] }, ['deep', 'o']],
    ['everything right below', ROOT, { from: [] }, ['a', 'z', 'p']],
  ])('%s', async (_name, parent, query, expected) => {
    const { ids } = await family();
    expect(await ids(query, parent)).toEqual(expected);
  });

  test('what recursiveDelete of the admin SDK asks for', async () => {
    const { ids } = await family();
    const zero = String.fromCharCode(0);
    const range = and(
      where('__name__', 'GREATER_THAN_OR_EQUAL', ref(`c/${zero}`)),
      where('__name__', 'LESS_THAN', ref(`c${zero}/${zero}`)),
    );
    const query: StructuredQuery = {
      from: [{ allDescendants: true }],
      where: range,
      select: { fields: [{ fieldPath: '__name__' }] },
      limit: 5000,
    };
    expect(await ids(query)).toEqual(['a', 'deep', 'o']);
  });
});

describe('select', () => {
  test.each<[string, string[], Fields]>([
    ['a field', ['a'], { a: int(1) }],
    ['a nested field', ['m.x'], { m: map({ x: int(1) }) }],
    ['the name only', ['__name__'], {}],
    ['what is not there', ['b'], {}],
    ['nothing in particular', [], { a: int(1), m: map({ x: int(1), y: int(2) }) }],
  ])('%s', async (_name, paths, expected) => {
    const { put, query } = testDatabase();
    await put('c/d', { a: int(1), m: map({ x: int(1), y: int(2) }) });
    const [found] = await query({ from, select: { fields: paths.map((fieldPath) => ({ fieldPath })) } });
    expect(found?.fields).toEqual(expected);
  });
});

describe('refusals', () => {
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
    expect(await refusal(() => ids({ from, ...part }))).toBe(`INVALID_ARGUMENT: ${message}`);
  });

  test('two array-contains are fine in different branches of an or', async () => {
    const { ids } = testDatabase();
    expect(
      await refusal(() =>
        ids({ from, where: or(where('v', 'ARRAY_CONTAINS', int(1)), where('w', 'ARRAY_CONTAINS', int(1))) }),
      ),
    ).toBe('accepted');
  });
});
