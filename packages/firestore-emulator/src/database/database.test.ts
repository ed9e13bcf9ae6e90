import { expect, test } from '@jest/globals';
import { at, brief, int, ROOT, rejection, set, testDatabase, text } from '../testing/database';

test('writes, reads, queries and notifies listeners', async () => {
  const { database, put, ids, listen } = testDatabase();
  const { stream, take } = listen();
  stream.add({
    targetId: 2,
    query: {
      parent: ROOT,
      structuredQuery: {
        from: [{ collectionId: 'photos' }],
        limit: 2,
        orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }],
      },
    },
  });
  expect(brief(take())).toEqual(['ADD 2', 'CURRENT 2', 'NO_CHANGE']);
  await database.commit({ writes: [set('photos/a', { n: int(1) }), set('photos/b', { n: int(2) })] });
  expect(brief(take())).toEqual(['change b [2]', 'change a [2]', 'NO_CHANGE']);
  await put('photos/c', { n: int(3), owner: text('u') });
  expect(brief(take())).toEqual(['change c [2]', 'remove a [2]', 'NO_CHANGE']);
  expect(await ids({ from: [{ collectionId: 'photos' }] })).toEqual(['a', 'b', 'c']);
  expect((await database.getDocument({ name: at('photos/a') })).fields).toEqual({ n: int(1) });
  expect(await rejection(() => database.getDocument({ name: at('photos/z') }))).toBe(
    `NOT_FOUND: Document "${at('photos/z')}" not found.`,
  );
});

test('ten concurrent increments in transactions add up to ten', async () => {
  const { database, put, fields } = testDatabase();
  await put('counters/c', { n: int(0) });
  let aborted = 0;
  async function attempt(retryTransaction?: string): Promise<void> {
    const { transaction, results } = await database.batchGet({
      documents: [at('counters/c')],
      newTransaction: { readWrite: { ...(retryTransaction && { retryTransaction }) } },
    });
    const [first] = results;
    const n = first && 'found' in first ? first.found.fields.n : undefined;
    const count = n && 'integerValue' in n ? Number(n.integerValue) : Number.NaN;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    try {
      await database.commit({ writes: [set('counters/c', { n: int(count + 1) })], transaction });
    } catch {
      aborted += 1;
      await attempt(transaction);
    }
  }
  await Promise.all(Array.from({ length: 10 }, () => attempt()));
  expect(fields('counters/c')).toEqual({ n: int(10) });
  expect(aborted).toBeLessThan(10);
});
