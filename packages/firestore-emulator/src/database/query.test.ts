import { describe, expect, test } from '@jest/globals';
import { at, int, list, map, ROOT, ref, set, testDatabase, text } from '../testing/database';
import { and, by, where, withValues } from '../testing/queries';
import type { Cursor, Fields, StructuredQuery, Value } from './types';

const from = [{ collectionId: 'c' }];

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
    [
      'by name backwards from a document',
      { orderBy: [by('__name__', 'DESCENDING')], startAt: { values: [ref('c/c')], before: true } },
      ['c', 'b', 'a'],
    ],
    [
      'ties in rising order of names below a falling field',
      { orderBy: [by('n', 'DESCENDING'), by('__name__')], limit: 4 },
      ['e', 'd', 'b', 'c'],
    ],
    [
      'startAfter one of two that tie, with names in the other direction',
      { orderBy: [by('n', 'DESCENDING'), by('__name__')], startAt: at2(false, ref('c/b')) },
      ['c', 'a'],
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
