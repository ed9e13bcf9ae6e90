import { describe, expect, test } from '@jest/globals';
import { at, int, ROOT, rejection, set, testDatabase } from '../testing/database';

const last = (name?: string) => name?.slice(name.lastIndexOf('/') + 1);

async function filled() {
  const db = testDatabase();
  await db.write(
    ...['a', 'b', 'c', 'd', 'e'].map((id, index) => set(`c/${id}`, { n: int(9 - index) })),
    set('c/bb/sub/x', {}),
    set('z/z/sub/y', {}),
  );
  const list = async (more: object = {}) => {
    const { documents, nextPageToken } = await db.database.listDocuments({ parent: ROOT, collectionId: 'c', ...more });
    return { ids: documents.map(({ name }) => last(name)), nextPageToken, documents };
  };
  return { ...db, list };
}

describe('listDocuments', () => {
  test('returns pages while documents are added and deleted', async () => {
    const { list, put } = await filled();
    const first = await list({ pageSize: 2 });
    expect(first.ids).toEqual(['a', 'b']);
    await put('c/aa', {});
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken });
    expect(second.ids).toEqual(['c', 'd']);
    const third = await list({ pageSize: 2, pageToken: second.nextPageToken });
    expect(third).toMatchObject({ ids: ['e'], nextPageToken: undefined });
  });

  test('has a default page size of 20', async () => {
    const { list, write } = await filled();
    await write(...Array.from({ length: 30 }, (_, index) => set(`c/x${index}`, {})));
    expect((await list()).ids).toHaveLength(20);
    expect((await list({ pageSize: 100 })).ids).toHaveLength(35);
  });

  test('orders by other fields, across pages', async () => {
    const { list } = await filled();
    const first = await list({ orderBy: 'n', pageSize: 3 });
    expect(first.ids).toEqual(['e', 'd', 'c']);
    expect((await list({ orderBy: 'n', pageSize: 3, pageToken: first.nextPageToken })).ids).toEqual(['b', 'a']);
    expect((await list({ orderBy: 'n desc, __name__ desc' })).ids).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('includes absent documents with subcollections', async () => {
    const { list } = await filled();
    const { ids, documents } = await list({ showMissing: true });
    expect(ids).toEqual(['a', 'b', 'bb', 'c', 'd', 'e']);
    expect(documents[2]).toEqual({ name: at('c/bb') });
    const first = await list({ showMissing: true, pageSize: 3 });
    expect((await list({ showMissing: true, pageSize: 3, pageToken: first.nextPageToken })).ids).toEqual([
      'c',
      'd',
      'e',
    ]);
  });

  test('masked', async () => {
    const { list } = await filled();
    const { documents } = await list({ mask: { fieldPaths: ['other'] }, pageSize: 1 });
    expect(documents[0]).toMatchObject({ name: at('c/a'), fields: {} });
  });

  test.each([
    ['a foreign token', { pageToken: 'x' }, 'Invalid page token.'],
    ['a negative size', { pageSize: -1 }, 'page_size is negative.'],
    ['an order with missing ones', { showMissing: true, orderBy: 'n' }, 'show_missing cannot be used with order_by.'],
    ['a malformed order', { orderBy: 'n sideways' }, 'Invalid order_by "n sideways".'],
    ['a malformed parent', { parent: at('c') }, `Document name "${at('c')}" lacks "/" at index ${at('c').length}.`],
  ])('refuses %s', async (_name, more, message) => {
    const { list } = await filled();
    expect(await rejection(() => list(more))).toBe(`INVALID_ARGUMENT: ${message}`);
  });
});

describe('listCollectionIds', () => {
  test('at the root and below a document, present or missing', async () => {
    const { database } = await filled();
    expect(database.listCollectionIds({ parent: ROOT })).toEqual({ collectionIds: ['c', 'z'] });
    expect(database.listCollectionIds({ parent: at('c/bb') })).toEqual({ collectionIds: ['sub'] });
    expect(database.listCollectionIds({ parent: at('c/a') })).toEqual({ collectionIds: [] });
  });

  test('page by page', async () => {
    const { database } = await filled();
    const { collectionIds, nextPageToken: pageToken } = database.listCollectionIds({ parent: ROOT, pageSize: 1 });
    expect(collectionIds).toEqual(['c']);
    expect(database.listCollectionIds({ parent: ROOT, pageSize: 1, pageToken })).toEqual({ collectionIds: ['z'] });
  });

  test('leaves out a collection without documents', async () => {
    const { database, write } = await filled();
    await write({ delete: at('z/z/sub/y') });
    expect(database.listCollectionIds({ parent: ROOT })).toEqual({ collectionIds: ['c'] });
  });
});

describe('partitionQuery', () => {
  const structuredQuery = { from: [{ collectionId: 'c', allDescendants: true }] };

  test('splits the group into parts of about equal size', async () => {
    const { database, write } = testDatabase();
    await write(
      ...Array.from({ length: 100 }, (_, index) => set(`p/${index % 3}/c/${String(index).padStart(2, '0')}`, {})),
    );
    const { partitions } = database.partitionQuery({ parent: ROOT, structuredQuery, partitionCount: 3 });
    expect(partitions).toHaveLength(3);
    const cursors = [undefined, ...partitions, undefined];
    const sizes = await Promise.all(
      cursors.slice(1).map(async (end, index) => {
        const start = cursors[index];
        const part = {
          ...structuredQuery,
          ...(start && { startAt: { ...start, before: true } }),
          ...(end && { endAt: { ...end, before: true } }),
        };
        return (await database.runQuery({ parent: ROOT, structuredQuery: part })).documents.length;
      }),
    );
    expect(sizes).toEqual([25, 25, 25, 25]);
  });

  test('returns no more parts than documents', async () => {
    const { database, put } = testDatabase();
    const count = () => database.partitionQuery({ parent: ROOT, structuredQuery, partitionCount: 5 }).partitions.length;
    expect(count()).toBe(0);
    await put('c/a', {});
    await put('c/b', {});
    expect(count()).toBe(1);
  });

  test('refuses a query that is not a collection group ordered by name', async () => {
    const { database } = testDatabase();
    const partition = (query: object, partitionCount = 1) =>
      rejection(() =>
        database.partitionQuery({ parent: ROOT, structuredQuery: { ...structuredQuery, ...query }, partitionCount }),
      );
    expect(await partition({ from: [{ collectionId: 'c' }] })).toMatch(/^INVALID_ARGUMENT/);
    expect(await partition({ orderBy: [{ field: { fieldPath: 'n' } }] })).toMatch(/^INVALID_ARGUMENT/);
    expect(await partition({}, 0)).toMatch(/^INVALID_ARGUMENT/);
  });
});
