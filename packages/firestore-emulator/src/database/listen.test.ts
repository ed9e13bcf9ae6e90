import { describe, expect, test } from '@jest/globals';
import { at, bool, brief, int, ROOT, remove, set, testDatabase } from '../testing/database';
import type { StructuredQuery } from './types';

const from = [{ collectionId: 'c' }];
const query = (structuredQuery: StructuredQuery = { from }) => ({ query: { parent: ROOT, structuredQuery } });
const shown: StructuredQuery = {
  from,
  where: { fieldFilter: { field: { fieldPath: 'shown' }, op: 'EQUAL', value: bool(true) } },
};
const firstTwo: StructuredQuery = { from, orderBy: [{ field: { fieldPath: 'n' } }], limit: 2 };
const n = (value: number) => ({ n: int(value) });

describe('a query', () => {
  test('sends the current documents, then CURRENT, then a consistent snapshot', async () => {
    const { put, listen } = testDatabase();
    await put('c/a', n(1));
    const { stream, take } = listen();
    stream.add({ targetId: 4, ...query() });
    const responses = take();
    expect(brief(responses)).toEqual(['ADD 4', 'change a [4]', 'CURRENT 4', 'NO_CHANGE']);
    const [, , current, snapshot] = responses.map(({ targetChange }) => targetChange);
    expect(snapshot?.targetIds).toEqual([]);
    expect(snapshot?.readTime).toBe(current?.readTime);
    expect(current?.resumeToken).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  test('reports documents that are added, changed, no longer match, or are deleted', async () => {
    const { put, write, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, ...query(shown) });
    take();
    const step = async (act: Promise<unknown>) => {
      await act;
      return brief(take());
    };
    expect(await step(put('c/a', { shown: bool(true) }))).toEqual(['change a [1]', 'NO_CHANGE']);
    expect(await step(put('c/a', { shown: bool(true), more: int(1) }))).toEqual(['change a [1]', 'NO_CHANGE']);
    expect(await step(put('c/a', { shown: bool(true), more: int(1) }))).toEqual([]);
    expect(await step(put('c/a', { shown: bool(false) }))).toEqual(['remove a [1]', 'NO_CHANGE']);
    expect(await step(put('c/a', { shown: bool(true) }))).toEqual(['change a [1]', 'NO_CHANGE']);
    expect(await step(write(remove('c/a')))).toEqual(['delete a [1]', 'NO_CHANGE']);
    expect(await step(put('c/hidden', { shown: bool(false) }))).toEqual([]);
    expect(await step(put('d/a', { shown: bool(true) }))).toEqual([]);
  });

  test('sends all changes of a commit before one snapshot with the commit time', async () => {
    const { write, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, ...query() });
    take();
    const { commitTime } = await write(set('c/a', n(1)), set('c/b', n(2)), set('other/x', n(3)));
    const responses = take();
    expect(brief(responses)).toEqual(['change a [1]', 'change b [1]', 'NO_CHANGE']);
    expect(responses.at(-1)?.targetChange?.readTime).toBe(commitTime);
  });

  test.each<[string, (db: ReturnType<typeof testDatabase>) => Promise<unknown>, string[]]>([
    ['a document that pushes another out', (db) => db.put('c/x', n(0)), ['change x [1]', 'remove b [1]']],
    ['a document beyond it', (db) => db.put('c/x', n(9)), []],
    ['one deleted, the next moves up', (db) => db.write(remove('c/a')), ['change c [1]', 'delete a [1]']],
    ['one that falls back behind the next', (db) => db.put('c/a', n(7)), ['change c [1]', 'remove a [1]']],
    ['one that changes place inside', (db) => db.put('c/b', n(0)), ['change b [1]']],
    ['one deleted beyond it', (db) => db.write(remove('c/c')), []],
  ])('with a limit keeps its window: %s', async (_name, act, expected) => {
    const db = testDatabase();
    await db.write(set('c/a', n(1)), set('c/b', n(2)), set('c/c', n(3)));
    const { stream, take } = db.listen();
    stream.add({ targetId: 1, ...query(firstTwo) });
    take();
    await act(db);
    expect(brief(take())).toEqual(expected.length > 0 ? [...expected, 'NO_CHANGE'] : []);
  });

  test('of a collection group covers all its collections below the parent', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    const group = [{ collectionId: 'c', allDescendants: true }];
    stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: { from: group } } });
    stream.add({ targetId: 2, query: { parent: at('x/y'), structuredQuery: { from: group } } });
    take();
    await put('c/a', n(1));
    await put('x/y/c/b', n(1));
    expect(brief(take())).toEqual(['change a [1]', 'NO_CHANGE', 'change b [1,2]', 'NO_CHANGE']);
  });

  test('of all collections covers every document', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: { from: [{ allDescendants: true }] } } });
    take();
    await put('x/y/z/w', n(1));
    expect(brief(take())).toEqual(['change w [1]', 'NO_CHANGE']);
  });
});

describe('documents', () => {
  test('are reported as existing or absent, and then every change', async () => {
    const { put, write, listen } = testDatabase();
    await put('c/a', n(1));
    const { stream, take } = listen();
    stream.add({ targetId: 1, documents: { documents: [at('c/a'), at('c/missing')] } });
    expect(brief(take())).toEqual(['ADD 1', 'change a [1]', 'delete missing [1]', 'CURRENT 1', 'NO_CHANGE']);
    await write(set('c/missing', n(1)), remove('c/a'), set('c/other', n(1)));
    expect(brief(take())).toEqual(['change missing [1]', 'delete a [1]', 'NO_CHANGE']);
  });

  test('that are named twice are reported once', async () => {
    const { put, listen } = testDatabase();
    await put('c/a', n(1));
    const { stream, take } = listen();
    stream.add({ targetId: 1, documents: { documents: [at('c/a'), at('c/a')] } });
    expect(brief(take())).toEqual(['ADD 1', 'change a [1]', 'CURRENT 1', 'NO_CHANGE']);
  });

  test('one document in several targets is sent once', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, documents: { documents: [at('c/a')] } });
    stream.add({ targetId: 2, ...query(shown) });
    stream.add({ targetId: 3, ...query() });
    take();
    await put('c/a', { shown: bool(true) });
    await put('c/a', { shown: bool(false) });
    expect(brief(take())).toEqual(['change a [1,2,3]', 'NO_CHANGE', 'change a [1,3] -[2]', 'NO_CHANGE']);
  });
});

describe('targets', () => {
  test('a removed target is confirmed and reports nothing more', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, ...query() });
    take();
    stream.remove(1);
    stream.remove(1);
    await put('c/a', n(1));
    expect(brief(take())).toEqual(['REMOVE 1']);
  });

  test('a target with `once` removes itself', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, once: true, ...query() });
    await put('c/a', n(1));
    expect(brief(take())).toEqual(['ADD 1', 'CURRENT 1', 'NO_CHANGE', 'REMOVE 1']);
  });

  test('an invalid target is refused and the others continue', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, ...query() });
    stream.add({ targetId: 2, ...query({ from, limit: -1 }) });
    stream.add({ targetId: 3 });
    stream.add({ targetId: 4, documents: { documents: [at('c')] } });
    await put('c/a', n(1));
    expect(brief(take())).toEqual([
      'ADD 1',
      'CURRENT 1',
      'NO_CHANGE',
      'REMOVE 2 3',
      'REMOVE 3 3',
      'REMOVE 4 3',
      'change a [1]',
      'NO_CHANGE',
    ]);
  });

  test('a target with a used id replaces the old one', async () => {
    const { put, listen } = testDatabase();
    const { stream, take } = listen();
    stream.add({ targetId: 1, ...query() });
    stream.add({ targetId: 1, ...query({ from: [{ collectionId: 'd' }] }) });
    take();
    await put('c/a', n(1));
    await put('d/b', n(1));
    expect(brief(take())).toEqual(['change b [1]', 'NO_CHANGE']);
  });

  test('nothing is sent after the stream or the database is closed', async () => {
    const { database, put, listen } = testDatabase();
    const [one, two] = [listen(), listen()];
    one.stream.add({ targetId: 1, ...query() });
    two.stream.add({ targetId: 1, ...query() });
    one.take();
    two.take();
    one.stream.close();
    await put('c/a', n(1));
    database.close();
    await put('c/b', n(1));
    expect([brief(one.take()), brief(two.take())]).toEqual([[], ['change a [1]', 'NO_CHANGE']]);
  });

  test('a commit made during a notification is reported after it, in the same order to all', async () => {
    const { database, put, listen } = testDatabase();
    let answered = false;
    const first = database.openListenStream(({ documentChange }) => {
      if (!documentChange || answered) return;
      answered = true;
      void put('c/answer', n(2));
    });
    const second = listen();
    first.add({ targetId: 1, ...query() });
    second.stream.add({ targetId: 1, ...query() });
    second.take();
    await put('c/question', n(1));
    expect(brief(second.take())).toEqual(['change question [1]', 'NO_CHANGE', 'change answer [1]', 'NO_CHANGE']);
  });

  test('a target that is removed during a notification receives nothing of it', async () => {
    const { database, put, listen } = testDatabase();
    const second = listen();
    const first = database.openListenStream(({ documentChange }) => {
      if (documentChange) second.stream.remove(1);
    });
    first.add({ targetId: 1, ...query() });
    second.stream.add({ targetId: 1, ...query() });
    second.take();
    await put('c/a', n(1));
    expect(brief(second.take())).toEqual(['REMOVE 1']);
  });

  test('clearing the database reports deletions', async () => {
    const { database, put, listen } = testDatabase();
    await put('c/a', n(1));
    const { stream, take } = listen();
    stream.add({ targetId: 1, ...query() });
    take();
    database.clear();
    expect(brief(take())).toEqual(['delete a [1]', 'NO_CHANGE']);
  });
});

describe('a congested client', () => {
  async function slow(structuredQuery: StructuredQuery) {
    const db = testDatabase();
    await db.write(set('c/a', n(1)), set('c/b', n(2)), set('c/c', n(3)));
    const state = { congested: false };
    const { stream, take } = db.listen(() => state.congested);
    stream.add({ targetId: 1, ...query(structuredQuery) });
    take();
    state.congested = true;
    return { ...db, state, stream, take };
  }

  test('gets the newest state of each document, once and in one snapshot', async () => {
    const { put, write, stream, take } = await slow({ from });
    for (let value = 10; value < 60; value += 1) await put('c/a', n(value));
    await put('c/passing', n(1));
    await write(remove('c/passing'), remove('c/b'));
    const { commitTime } = await put('c/d', n(4));
    expect(take()).toEqual([]);
    stream.drained();
    const responses = take();
    expect(brief(responses)).toEqual(['change a [1]', 'change d [1]', 'delete b [1]', 'NO_CHANGE']);
    expect(responses[0]?.documentChange?.document.fields).toEqual(n(59));
    expect(responses.at(-1)?.targetChange?.readTime).toBe(commitTime);
    stream.drained();
    expect(take()).toEqual([]);
  });

  test('sees what moved into and out of a limited query', async () => {
    const { put, write, stream, take } = await slow(firstTwo);
    await write(remove('c/a'));
    await put('c/z', n(0));
    await put('c/z', n(9));
    stream.drained();
    expect(brief(take())).toEqual(['change c [1]', 'delete a [1]', 'NO_CHANGE']);
  });

  test('is told with the next commit once it can take more, and before another target begins', async () => {
    const { put, state, stream, take } = await slow({ from });
    await put('c/a', n(5));
    state.congested = false;
    await put('c/b', n(6));
    expect(brief(take())).toEqual(['change a [1]', 'change b [1]', 'NO_CHANGE']);
    state.congested = true;
    await put('c/a', n(7));
    stream.add({ targetId: 2, ...query(firstTwo) });
    expect(brief(take()).slice(0, 3)).toEqual(['change a [1]', 'NO_CHANGE', 'ADD 2']);
  });

  test('hears nothing of a target that it has left', async () => {
    const { put, stream, take } = await slow({ from });
    await put('c/a', n(5));
    stream.remove(1);
    stream.drained();
    expect(brief(take())).toEqual(['REMOVE 1']);
  });
});
