import { describe, expect, test } from '@jest/globals';
import {
  at,
  bool,
  double,
  geo,
  int,
  list,
  map,
  nothing,
  ROOT,
  rejection,
  remove,
  set,
  testDatabase,
  text,
  time,
} from '../testing/database';
import type { Fields, Value, Write } from './types';

const update = (path: string, fields: Fields, fieldPaths: string[], more: Partial<Write> = {}): Write => ({
  update: { name: at(path), fields },
  updateMask: { fieldPaths },
  ...more,
});

describe('writes', () => {
  test('a write without a mask replaces the document', async () => {
    const { put, fields } = testDatabase();
    await put('c/d', { a: int(1), b: int(2) });
    await put('c/d', { b: int(3) });
    expect(fields('c/d')).toEqual({ b: int(3) });
  });

  test.each<[string, Fields, string[], Fields]>([
    ['sets what it names', { a: int(9) }, ['a'], { a: int(9), m: map({ x: int(1), y: int(2) }) }],
    ['deletes what it names and does not give', {}, ['a'], { m: map({ x: int(1), y: int(2) }) }],
    ['reaches into maps', { m: map({ x: int(9) }) }, ['m.x'], { a: int(0), m: map({ x: int(9), y: int(2) }) }],
    ['deletes inside maps', {}, ['m.x'], { a: int(0), m: map({ y: int(2) }) }],
    ['replaces a whole map', { m: map({ z: int(3) }) }, ['m'], { a: int(0), m: map({ z: int(3) }) }],
    ['leaves what it does not name', { b: int(1) }, [], { a: int(0), m: map({ x: int(1), y: int(2) }) }],
    [
      'makes a map of what was none',
      { a: map({ b: int(1) }) },
      ['a.b'],
      { a: map({ b: int(1) }), m: map({ x: int(1), y: int(2) }) },
    ],
    [
      'takes names in backticks',
      { 'x.y': int(1) },
      ['`x.y`'],
      { a: int(0), m: map({ x: int(1), y: int(2) }), 'x.y': int(1) },
    ],
  ])('a mask %s', async (_name, given, mask, expected) => {
    const { put, write, fields } = testDatabase();
    await put('c/d', { a: int(0), m: map({ x: int(1), y: int(2) }) });
    await write(update('c/d', given, mask));
    expect(fields('c/d')).toEqual(expected);
  });

  test('a change updates updateTime but not createTime, and a write that changes nothing updates neither', async () => {
    const { put, get } = testDatabase();
    const first = await put('c/d', { a: int(1) });
    const second = await put('c/d', { a: int(2) });
    const third = await put('c/d', { a: int(2) });
    expect(get('c/d')).toMatchObject({ createTime: first.commitTime, updateTime: second.commitTime });
    expect(third.writeResults).toEqual([{ updateTime: second.commitTime }]);
    expect(third.commitTime > second.commitTime).toBe(true);
  });

  test('a change of type alone is a change', async () => {
    const { put, get } = testDatabase();
    await put('c/d', { a: int(1) });
    const { commitTime } = await put('c/d', { a: double(1) });
    expect(get('c/d')?.updateTime).toBe(commitTime);
  });

  test('a document that is created again has a new createTime', async () => {
    const { put, write, get } = testDatabase();
    await put('c/d', { a: int(1) });
    await write(remove('c/d'));
    const { commitTime } = await put('c/d', { a: int(1) });
    expect(get('c/d')?.createTime).toBe(commitTime);
  });

  test('deleting an absent document succeeds', async () => {
    const { write } = testDatabase();
    expect((await write(remove('c/d'))).writeResults).toEqual([{}]);
  });

  test('later writes of a commit see the earlier ones', async () => {
    const { write, fields } = testDatabase();
    await write(
      set('c/d', { n: int(1) }),
      update('c/d', {}, [], {
        updateTransforms: [{ fieldPath: 'n', increment: int(2) }],
        currentDocument: { exists: true },
      }),
    );
    expect(fields('c/d')).toEqual({ n: int(3) });
  });

  test('values are stored in canonical form', async () => {
    const { put, fields } = testDatabase();
    await put('c/d', {
      t: time('2026-01-01T01:00:00.1234567+01:00'),
      g: { geoPointValue: {} },
      l: { arrayValue: {} },
      m: { mapValue: {} },
      b: { bytesValue: '_-8=' },
      inf: { doubleValue: Number.POSITIVE_INFINITY } as unknown as Value,
    });
    expect(fields('c/d')).toEqual({
      t: time('2026-01-01T00:00:00.123456Z'),
      g: geo(0, 0),
      l: list(),
      m: map({}),
      b: { bytesValue: '/+8=' },
      inf: double('Infinity'),
    });
  });
});

describe('preconditions', () => {
  test.each<[string, boolean, Write, string]>([
    [
      'update of a missing document',
      false,
      update('c/d', {}, ['a'], { currentDocument: { exists: true } }),
      `NOT_FOUND: No document to update: ${at('c/d')}`,
    ],
    [
      'create of a present document',
      true,
      { ...set('c/d', {}), currentDocument: { exists: false } },
      `ALREADY_EXISTS: Document already exists: ${at('c/d')}`,
    ],
    [
      'delete of a missing document',
      false,
      { ...remove('c/d'), currentDocument: { exists: true } },
      `NOT_FOUND: No document to update: ${at('c/d')}`,
    ],
    [
      'verify of a missing document',
      false,
      { verify: at('c/d'), currentDocument: { exists: true } },
      `NOT_FOUND: No document to update: ${at('c/d')}`,
    ],
    ['create of a missing document', false, { ...set('c/d', {}), currentDocument: { exists: false } }, 'accepted'],
    ['update of a present document', true, update('c/d', {}, ['a'], { currentDocument: { exists: true } }), 'accepted'],
    ['verify of an absence', false, { verify: at('c/d'), currentDocument: { exists: false } }, 'accepted'],
    [
      'version 0 of a missing document',
      false,
      { ...set('c/d', {}), currentDocument: { updateTime: '1970-01-01T00:00:00.000000000Z' } },
      'accepted',
    ],
  ])('%s', async (_name, present, write, expected) => {
    const db = testDatabase();
    if (present) await db.put('c/d', { a: int(1) });
    expect(await rejection(() => db.write(write))).toBe(expected);
  });

  test('an updateTime is compared as a number and must be the stored one', async () => {
    const { put, write } = testDatabase();
    const { commitTime } = await put('c/d', { a: int(1) });
    const nine = commitTime.replace('Z', '000Z');
    const other = commitTime.replace('Z', '001Z');
    expect(
      await rejection(() => write({ ...set('c/d', { a: int(2) }), currentDocument: { updateTime: other } })),
    ).toMatch(/^FAILED_PRECONDITION: the stored version \(\d+\) does not match the required base version \(\d+\)$/);
    expect(await rejection(() => write({ ...set('c/d', { a: int(2) }), currentDocument: { updateTime: nine } }))).toBe(
      'accepted',
    );
    expect(
      await rejection(() => write({ ...set('c/d', { a: int(3) }), currentDocument: { updateTime: nine } })),
    ).toMatch(/^FAILED_PRECONDITION/);
  });

  test('one failing write makes the whole commit fail', async () => {
    const { put, write, get, fields } = testDatabase();
    await put('c/a', { n: int(1) });
    const failing = update('c/missing', {}, ['n'], { currentDocument: { exists: true } });
    expect(await rejection(() => write(set('c/a', { n: int(2) }), set('c/b', {}), failing))).toMatch(/^NOT_FOUND/);
    expect(fields('c/a')).toEqual({ n: int(1) });
    expect(get('c/b')).toBeNull();
  });
});

describe('limits', () => {
  const nested = (levels: number): Value => (levels === 0 ? int(1) : map({ a: nested(levels - 1) }));

  test.each<[string, string, Fields, string]>([
    ['an array in an array', 'c/d', { a: list(list()) }, 'Cannot convert an array value in an array value.'],
    ['20 levels of maps', 'c/d', { a: nested(20) }, ''],
    ['21 levels of maps', 'c/d', { a: nested(21) }, 'Property a contains an invalid nested entity.'],
    ['a reserved field', 'c/d', { __a__: int(1) }, 'Field name "__a__" is invalid because it is reserved.'],
    ['a field without a name', 'c/d', { '': int(1) }, 'Field name must not be empty.'],
    ['a field name of 1500 bytes', 'c/d', { ['f'.repeat(1500)]: int(1) }, ''],
    [
      'a field name of 1501 bytes',
      'c/d',
      { ['f'.repeat(1501)]: int(1) },
      'Field name "ffffffffffffffffffff…" is longer than 1500 bytes.',
    ],
    ['an integer beyond 64 bits', 'c/d', { a: int(2n ** 63n) }, 'Integer value "9223372036854775808" is out of range.'],
    ['a latitude beyond the pole', 'c/d', { a: geo(91, 0) }, 'Latitude 91 is not between -90 and 90.'],
    ['a reserved id', 'c/__d__', {}, 'Resource id "__d__" is invalid because it is reserved.'],
    ['a numeric id', 'c/__id7__', {}, ''],
    ['the id "."', 'c/.', {}, 'Resource id "." is invalid because it is "." or "..".'],
    ['the id ".."', 'c/..', {}, 'Resource id ".." is invalid because it is "." or "..".'],
    ['an empty id', 'c/', {}, 'Resource id must not be empty.'],
    ['an id of 1500 bytes', `c/${'é'.repeat(750)}`, {}, ''],
    ['an id of 1502 bytes', `c/${'é'.repeat(751)}`, {}, `Resource id "${'é'.repeat(20)}…" is longer than 1500 bytes.`],
  ])('%s', async (_name, path, fields, message) => {
    const { put } = testDatabase();
    expect(await rejection(() => put(path, fields))).toBe(message ? `INVALID_ARGUMENT: ${message}` : 'accepted');
  });

  test('refuses the names of collections and of documents in other databases', async () => {
    const { put, database } = testDatabase();
    expect(await rejection(() => put('c', {}))).toMatch(/^INVALID_ARGUMENT: Document name/);
    const foreign = ROOT.replace('demo', 'other');
    expect(await rejection(() => database.commit({ writes: [{ delete: `${foreign}/c/d` }] }))).toMatch(
      /does not belong/,
    );
  });

  test('500 writes are accepted, 501 refused', async () => {
    const { write } = testDatabase();
    const writes = Array.from({ length: 501 }, (_, index) => set(`c/${index}`, {}));
    expect(await rejection(() => write(...writes))).toBe('INVALID_ARGUMENT: maximum 500 writes allowed per request');
    expect(await rejection(() => write(...writes.slice(1)))).toBe('accepted');
  });

  test('a write must have exactly one operation', async () => {
    const { write } = testDatabase();
    expect(await rejection(() => write({}))).toMatch(/exactly one operation/);
    expect(await rejection(() => write({ delete: at('c/d'), verify: at('c/d') }))).toMatch(/exactly one operation/);
  });
});

describe('batchWrite', () => {
  test('each write succeeds or fails on its own', async () => {
    const { database, get } = testDatabase();
    const { status, writeResults } = await database.batchWrite({
      writes: [
        set('c/a', {}),
        update('c/missing', {}, [], { currentDocument: { exists: true } }),
        set('c/b', { x: list(list()) }),
        set('c/c', {}),
      ],
    });
    expect(status.map(({ code }) => code)).toEqual([0, 5, 3, 0]);
    expect(writeResults.map((result) => Boolean(result.updateTime))).toEqual([true, false, false, true]);
    expect(get('c/c')).not.toBeNull();
  });

  test('refuses to write a document twice', async () => {
    const { database } = testDatabase();
    expect(await rejection(() => database.batchWrite({ writes: [set('c/a', {}), remove('c/a')] }))).toMatch(
      /only once/,
    );
  });
});

describe('onCommit', () => {
  test('is called once per commit with before, after and the differing paths', async () => {
    const { database, put, write } = testDatabase();
    await put('c/d', { a: int(1), m: map({ x: int(1), y: int(1) }), gone: nothing });
    const heard: unknown[] = [];
    const stop = database.onCommit((changes, commitTime) =>
      heard.push([commitTime, ...changes.map((change) => change.updatedFieldPaths)]),
    );
    const { commitTime } = await write(
      set('c/d', { a: int(1), m: map({ x: int(2), y: int(1) }), 'b.c': bool(true) }),
      set('c/e', { n: text('new') }),
    );
    await put('c/d', { a: int(1), m: map({ x: int(2), y: int(1) }), 'b.c': bool(true) });
    stop();
    await write(remove('c/d'));
    expect(heard).toEqual([[commitTime, ['m.x', 'gone', '`b.c`'], ['n']]]);
  });

  test('clear and import do not fire triggers, and an import keeps the times', async () => {
    const { database, put, get } = testDatabase();
    await put('c/d', { a: int(1) });
    const saved = structuredClone([...database.exportDocuments()]);
    const heard: unknown[] = [];
    database.onCommit((changes) => heard.push(changes));
    database.clear();
    expect(get('c/d')).toBeNull();
    database.importDocuments(saved);
    expect(get('c/d')).toEqual(saved[0]);
    expect(heard).toEqual([]);
  });
});
