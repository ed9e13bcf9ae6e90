import { describe, expect, test } from '@jest/globals';
import { at, int, ROOT, rejection, remove, set } from '../testing/database';
import { CONTENTION, n, OVER, open, waits } from '../testing/transactions';
import type { StructuredQuery, Write } from './types';

// Many runs take long on a busy machine.

describe('locks', () => {
  test('a write waits until the transaction that read the document ends', async () => {
    const { put, begin, read, commit, fields } = open();
    await put('c/d', n(1));
    const reader = begin();
    expect(await read(reader, 'c/d')).toEqual([1]);
    const outside = put('c/d', n(5));
    expect(await waits(outside)).toBe(true);
    await commit(reader, set('c/d', n(2)));
    await outside;
    expect(fields('c/d')).toEqual(n(5));
  });

  test('a rollback lets the waiting write through', async () => {
    const { database, put, begin, read, fields } = open();
    const reader = begin();
    await read(reader, 'c/d');
    const outside = put('c/d', n(5));
    expect(await waits(outside)).toBe(true);
    database.rollback(reader);
    await outside;
    expect(fields('c/d')).toEqual(n(5));
  });

  test('an absent document is locked like an existing one', async () => {
    const { put, begin, read, commit } = open();
    const reader = begin();
    expect(await read(reader, 'c/new')).toEqual([null]);
    const outside = put('c/new', n(1));
    expect(await waits(outside)).toBe(true);
    await commit(reader);
    await outside;
  });

  test('readers share locks, and documents that are not read stay unlocked', async () => {
    const { put, begin, read, commit } = open();
    await put('c/d', n(1));
    const [one, two] = [begin(), begin()];
    expect(await read(one, 'c/d')).toEqual([1]);
    expect(await read(two, 'c/d')).toEqual([1]);
    await put('c/other', n(1));
    await commit(one);
    await commit(two);
  });

  test('a query locks documents that would join or leave its result, and no others', async () => {
    const { put, begin, find, commit } = open();
    await put('c/d', n(1));
    const reader = begin();
    const positive: StructuredQuery = {
      from: [{ collectionId: 'c' }],
      where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: int(0) } },
    };
    expect(await find(reader, positive)).toBe(1);
    await put('c/negative', n(-1));
    const joins = put('c/new', n(7));
    const leaves = put('c/d', n(-7));
    expect(await waits(Promise.race([joins, leaves]))).toBe(true);
    expect(await find(reader, positive)).toBe(1);
    await commit(reader);
    await Promise.all([joins, leaves]);
  });

  test('an aggregation and a listing lock like a query', async () => {
    const { database, put, begin, commit } = open();
    const structuredQuery = { from: [{ collectionId: 'c' }] };
    const [counting, listing] = [begin(), begin()];
    await database.runAggregationQuery({
      parent: ROOT,
      structuredAggregationQuery: { structuredQuery, aggregations: [{ count: {} }] },
      transaction: counting,
    });
    await database.listDocuments({ parent: ROOT, collectionId: 'e', transaction: listing });
    const [first, second] = [put('c/d', n(1)), put('e/d', n(1))];
    expect(await waits(first)).toBe(true);
    expect(await waits(second)).toBe(true);
    await commit(counting);
    await commit(listing);
    await Promise.all([first, second]);
  });

  test('if two transactions read and write a document, the younger is aborted and no update is lost', async () => {
    const { put, begin, read, commit, fields } = open();
    await put('c/d', n(0));
    const [older, younger] = [begin(), begin()];
    await read(older, 'c/d');
    await read(younger, 'c/d');
    const late = commit(younger, set('c/d', n(10)));
    const loses = rejection(() => late);
    expect(await waits(late)).toBe(true);
    await commit(older, set('c/d', n(1)));
    expect(await loses).toBe(CONTENTION);
    expect(fields('c/d')).toEqual(n(1));
    expect(await rejection(() => read(younger, 'c/d'))).toBe(CONTENTION);
  });

  test('a deadlock over two documents is resolved', async () => {
    const { begin, read, commit } = open();
    const [older, younger] = [begin(), begin()];
    await read(older, 'c/a');
    await read(younger, 'c/b');
    const first = commit(older, set('c/b', n(1)));
    expect(await waits(first)).toBe(true);
    expect(await rejection(() => commit(younger, set('c/a', n(2))))).toBe(CONTENTION);
    await first;
  });

  /** T1 reads two documents at once. T2 is a retry, so its locks are exclusive. T3 blocks both. */
  async function threesome() {
    const db = open();
    const { database, begin, read } = db;
    const earlier = begin();
    database.rollback(earlier);
    const t2 = begin({ readWrite: { retryTransaction: earlier } });
    const [t1, t3] = [begin(), begin()];
    await read(t2, 'c/c');
    await read(t1, 'c/b');
    return { ...db, t1, t2, t3, again: (other: string) => begin({ readWrite: { retryTransaction: other } }) };
  }

  test('a deadlock is resolved that arises when a lock is granted immediately', async () => {
    const { t1, t2, t3, read, commit } = await threesome();
    await read(t3, 'c/a');
    const second = read(t2, 'c/a');
    expect(await waits(second)).toBe(true);
    const refused = rejection(() => read(t1, 'c/c'));
    expect(await read(t1, 'c/a')).toEqual([null]);
    expect(await waits(refused)).toBe(false);
    expect(await refused).toBe(CONTENTION);
    expect(await waits(second)).toBe(true);
    await commit(t3);
    expect(await second).toEqual([null]);
    expect(await rejection(() => commit(t1))).toBe(CONTENTION);
    await commit(t2);
  });

  test('a deadlock is resolved that arises when a waiting lock is granted', async () => {
    const { t1, t2, t3, read, commit, again } = await threesome();
    const holder = again(t3);
    await read(holder, 'c/a');
    const refused = rejection(() => read(t1, 'c/c'));
    const granted = read(t1, 'c/a');
    const second = read(t2, 'c/a');
    expect(await waits(Promise.race([refused, granted, second]))).toBe(true);
    await commit(holder);
    expect(await granted).toEqual([null]);
    expect(await waits(refused)).toBe(false);
    expect(await refused).toBe(CONTENTION);
    expect(await second).toEqual([null]);
    await commit(t2);
  });

  test('a deadlock is resolved that arises when a commit changes what a waiting one would do', async () => {
    const { put, begin, read, find, commit, fields } = open();
    await put('c/k', n(-1));
    const [querying, adding, bystander, other] = [begin(), begin(), begin(), begin()];
    const positive: StructuredQuery = {
      from: [{ collectionId: 'c' }],
      where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: int(0) } },
    };
    await find(querying, positive);
    await read(adding, 'd/d');
    await read(bystander, 'd/e');
    // An owner of locks does not queue behind others.
    await read(other, 'd/f');
    const increment = { ...set('c/k', {}), updateMask: {}, updateTransforms: [{ fieldPath: 'n', increment: int(1) }] };
    const refused = rejection(() => commit(adding, increment, set('d/e', n(1))));
    const first = commit(querying, set('d/d', n(1)));
    expect(await waits(Promise.race([refused, first]))).toBe(true);
    await commit(other, set('c/k', n(0)));
    expect(await waits(first)).toBe(false);
    expect(await refused).toBe(CONTENTION);
    expect(fields('c/k')).toEqual(n(0));
    await commit(bystander);
  });

  test('a request queues behind an earlier one for the same document', async () => {
    const { put, begin, read, write, database, fields } = open();
    const holder = begin();
    await read(holder, 'c/d');
    const first = write(set('c/d', n(1)), set('c/e', n(1)));
    const second = put('c/e', n(2));
    expect(await waits(Promise.race([first, second]))).toBe(true);
    database.rollback(holder);
    await Promise.all([first, second]);
    expect(fields('c/e')).toEqual(n(2));
  });

  test('a request proceeds when the one before it in the queue times out', async () => {
    const { put, begin, read, write, fields } = open({ lockWaitMillis: 200 });
    const holder = begin();
    await read(holder, 'c/d');
    const refused = rejection(() => write(set('c/d', n(1)), set('c/e', n(1))));
    expect(await waits(refused)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const behind = rejection(() => put('c/e', n(2)));
    expect(await refused).toBe(CONTENTION);
    expect(await behind).toBe('accepted');
    expect(fields('c/e')).toEqual(n(2));
  });

  test('a commit that waits too long is ABORTED, and its transaction loses its locks', async () => {
    const { put, begin, read, commit } = open({ lockWaitMillis: 30 });
    const [holder, other] = [begin(), begin()];
    await read(holder, 'c/d');
    await read(other, 'c/e');
    expect(await rejection(() => put('c/d', n(1)))).toBe(CONTENTION);
    expect(await rejection(() => commit(other, set('c/d', n(1))))).toBe(CONTENTION);
    await put('c/e', n(1));
    await commit(holder);
  });

  test('a read that waits too long is ABORTED and frees what its transaction had locked', async () => {
    const { put, begin, read, database } = open({ lockWaitMillis: 30 });
    const holder = begin();
    await read(holder, 'c/d');
    const first = begin();
    database.rollback(first);
    // Retried transactions lock exclusively, so even a read waits.
    const retried = begin({ readWrite: { retryTransaction: first } });
    await read(retried, 'c/e');
    expect(await rejection(() => read(retried, 'c/d'))).toBe(CONTENTION);
    expect(await rejection(() => put('c/e', n(1)))).toBe('accepted');
  });

  test('a query with an offset also locks the documents that the offset skips', async () => {
    const { put, begin, find, commit, database } = open();
    await put('c/a', n(1));
    await put('c/b', n(1));
    const reader = begin();
    expect(await find(reader, { from: [{ collectionId: 'c' }], offset: 1 })).toBe(1);
    const removing = database.commit({ writes: [remove('c/a')] });
    expect(await waits(removing)).toBe(true);
    await commit(reader);
    await removing;
  });

  test('a retry ends the attempt before it', async () => {
    const { begin, read, put } = open();
    const first = begin();
    await read(first, 'c/d');
    begin({ readWrite: { retryTransaction: first } });
    expect(await waits(put('c/d', n(1)))).toBe(false);
    expect(await rejection(() => read(first, 'c/d'))).toBe(OVER);
  });

  test('a retried transaction queues instead of colliding again', async () => {
    const { begin, read, commit, database, fields, put } = open();
    await put('c/d', n(0));
    const [first, second] = [begin(), begin()];
    database.rollback(first);
    database.rollback(second);
    const [one, two] = [
      begin({ readWrite: { retryTransaction: first } }),
      begin({ readWrite: { retryTransaction: second } }),
    ];
    await read(one, 'c/d');
    const queued = read(two, 'c/d');
    expect(await waits(queued)).toBe(true);
    await commit(one, set('c/d', n(1)));
    expect(await queued).toEqual([1]);
    await commit(two, set('c/d', n(2)));
    expect(fields('c/d')).toEqual(n(2));
  });

  test('a waiting commit that can no longer succeed fails alone', async () => {
    const { begin, read, commit, database } = open();
    const holder = begin();
    await read(holder, 'c/d');
    const creating = { ...set('c/d', n(2)), currentDocument: { exists: false } };
    const waiting = rejection(() => database.commit({ writes: [creating] }));
    expect(await waits(waiting)).toBe(true);
    expect(await rejection(() => commit(holder, set('c/d', n(1))))).toBe('accepted');
    expect(await waiting).toMatch(/^ALREADY_EXISTS/);
  });

  test('a failed commit frees its locks', async () => {
    const { begin, read, commit, put } = open();
    const transaction = begin();
    await read(transaction, 'c/d');
    const failing = { ...remove('c/d'), currentDocument: { exists: true } };
    expect(await rejection(() => commit(transaction, failing))).toMatch(/^NOT_FOUND/);
    await put('c/d', n(1));
    expect(await rejection(() => commit(transaction))).toBe(OVER);
  });
});

describe('no update is lost', () => {
  test.each([
    ['by readers of one counter', ['c/a']],
    ['by writers that read two documents in any order', ['c/a', 'c/b']],
  ])('%s', async (_name, paths) => {
    const { database, read, commit, fields, write } = open();
    await write(...paths.map((path) => set(path, n(0))));
    async function increment(worker: number, retryTransaction?: string): Promise<void> {
      const { transaction } = database.beginTransaction({
        readWrite: { ...(retryTransaction && { retryTransaction }) },
      });
      try {
        const order = worker % 2 ? paths : paths.toReversed();
        const writes: Write[] = [];
        for (const path of order) {
          const [count] = await read(transaction, path);
          await new Promise((resolve) => setTimeout(resolve, worker % 3));
          writes.push(set(path, n((count ?? Number.NaN) + 1)));
        }
        await commit(transaction, ...writes);
      } catch (error) {
        expect(String(error)).toContain('Too much contention');
        await increment(worker, transaction);
      }
    }
    await Promise.all(Array.from({ length: 25 }, (_, worker) => increment(worker)));
    for (const path of paths) expect(fields(path)).toEqual(n(25));
  });

  test('by clients that use updateTime preconditions', async () => {
    const { database, fields, put } = open();
    await put('c/a', n(0));
    async function increment(): Promise<void> {
      const document = await database.getDocument({ name: at('c/a') });
      const count = document.fields.n;
      const next = count && 'integerValue' in count ? Number(count.integerValue) + 1 : Number.NaN;
      const write = { ...set('c/a', n(next)), currentDocument: { updateTime: document.updateTime } };
      const outcome = await rejection(() => database.commit({ writes: [write] }));
      if (outcome.startsWith('FAILED_PRECONDITION')) await increment();
      else expect(outcome).toBe('accepted');
    }
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(fields('c/a')).toEqual(n(10));
  });
});
