import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { at, int, list, ROOT, rejection, remove, set } from '../testing/database';
import { CONTENTION, n, OVER, open } from '../testing/transactions';

afterEach(() => {
  jest.useRealTimers();
});

describe('read-only transactions', () => {
  test('see one point in time and lock nothing', async () => {
    const { put, write, begin, read, find, commit } = open();
    await put('c/a', n(1));
    const transaction = begin({ readOnly: {} });
    await write(set('c/a', n(2)), set('c/b', n(2)));
    expect(await read(transaction, 'c/a', 'c/b')).toEqual([1, null]);
    expect(await find(transaction, { from: [{ collectionId: 'c' }] })).toBe(1);
    await commit(transaction);
  });

  test('may not write', async () => {
    const { begin, commit } = open();
    expect(await rejection(() => commit(begin({ readOnly: {} }), set('c/a', n(1))))).toBe(
      'INVALID_ARGUMENT: Cannot modify entities in a read-only transaction.',
    );
  });

  test('read at the given time', async () => {
    const { put, begin, read, clock } = open();
    const { commitTime: readTime } = await put('c/a', n(1));
    clock.now += 1000;
    await put('c/a', n(2));
    expect(await read(begin({ readOnly: { readTime } }), 'c/a')).toEqual([1]);
  });
});

describe('reads at a past time', () => {
  test('documents, queries, counts and listings', async () => {
    const { database, put, write, clock } = open();
    await put('c/a', n(1));
    const { commitTime: readTime } = await put('c/b', n(1));
    clock.now += 1000;
    await write(remove('c/a'), set('c/b', n(2)), set('c/d', n(1)));
    const structuredQuery = { from: [{ collectionId: 'c' }] };
    const { documents } = await database.runQuery({ parent: ROOT, structuredQuery, readTime });
    expect(documents.map(({ fields }) => fields)).toEqual([n(1), n(1)]);
    expect((await database.getDocument({ name: at('c/a'), readTime })).fields).toEqual(n(1));
    const counted = await database.runAggregationQuery({
      parent: ROOT,
      structuredAggregationQuery: { structuredQuery, aggregations: [{ count: {} }] },
      readTime,
    });
    expect(counted).toEqual({ transaction: undefined, aggregateFields: { field_1: int(2) }, readTime });
    expect((await database.listDocuments({ parent: ROOT, collectionId: 'c', readTime })).documents).toHaveLength(2);
  });

  test('a read time of now is the present', async () => {
    const { database, put } = open();
    const { commitTime: readTime } = await put('c/a', n(1));
    expect((await database.getDocument({ name: at('c/a'), readTime })).fields).toEqual(n(1));
  });

  test('a read time that is too old or in the future is refused', async () => {
    const { database, put, clock } = open();
    const { commitTime: readTime } = await put('c/a', n(1));
    const at1 = (time: string) => rejection(() => database.getDocument({ name: at('c/a'), readTime: time }));
    expect(await at1('2030-01-01T00:00:00Z')).toMatch(/^INVALID_ARGUMENT: .*in the future/);
    for (const second of [301, 400, 700]) {
      clock.now += second * 1000;
      await put('c/a', { s: list(int(second)) });
    }
    expect(await at1(readTime)).toBe('FAILED_PRECONDITION: The requested snapshot version is too old.');
  });
});

describe('the end of transactions', () => {
  test('after 60 idle seconds', async () => {
    const { begin, read, clock, put } = open();
    const transaction = begin();
    await read(transaction, 'c/d');
    clock.now += 59_000;
    await read(transaction, 'c/d');
    clock.now += 61_000;
    expect(await rejection(() => read(transaction, 'c/d'))).toBe(OVER);
    await put('c/d', n(1));
  });

  test('after 270 seconds, however busy', async () => {
    const { begin, read, clock } = open();
    const transaction = begin();
    for (let seconds = 0; seconds < 270; seconds += 30) {
      await read(transaction, 'c/d');
      clock.now += 30_000;
    }
    await read(transaction, 'c/d');
    clock.now += 1_000;
    expect(await rejection(() => read(transaction, 'c/d'))).toBe(OVER);
  });

  test('an abandoned transaction loses its locks even without further requests', async () => {
    jest.useFakeTimers();
    const { begin, read, clock, put, fields } = open();
    await read(begin(), 'c/d');
    const waiting = put('c/d', n(1));
    clock.now += 61_000;
    await jest.advanceTimersByTimeAsync(1_000);
    await waiting;
    expect(fields('c/d')).toEqual(n(1));
  });

  test('rolling back twice succeeds, but not an unknown id', async () => {
    const { database, begin } = open();
    const transaction = begin();
    database.rollback(transaction);
    expect(await rejection(() => database.rollback(transaction))).toBe('accepted');
    expect(await rejection(() => database.rollback('bm9uZQ=='))).toBe(OVER);
    expect(await rejection(() => database.commit({ writes: [], transaction }))).toBe(OVER);
  });

  test('closing the database rejects waiting requests', async () => {
    const { database, begin, read, put } = open();
    await read(begin(), 'c/d');
    const waiting = rejection(() => put('c/d', n(1)));
    database.close();
    expect(await waiting).toBe(CONTENTION);
  });
});
