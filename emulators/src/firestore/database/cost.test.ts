import { expect, jest, test } from '@jest/globals';
import { int, ROOT, set, testDatabase, text } from './testing';
import type { StructuredQuery } from './types';

// Filling the collections takes seconds on a machine that others use too.
jest.setTimeout(60_000);

/** The median milliseconds of one call. */
async function median(times: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    await call(index);
    taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b)[times >> 1] as number;
}

async function filled(documents: number) {
  const db = testDatabase();
  for (let start = 0; start < documents; start += 500) {
    const size = Math.min(500, documents - start);
    await db.write(
      ...Array.from({ length: size }, (_, index) =>
        set(`c/d${start + index}`, { n: int(start + index), owner: text(`u${(start + index) % 1000}`) }),
      ),
    );
  }
  return db;
}

const byOwner: StructuredQuery = {
  from: [{ collectionId: 'c' }],
  where: { fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: text('u7') } },
};
const newest: StructuredQuery = {
  from: [{ collectionId: 'c' }],
  orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }],
  limit: 10,
};

/** Bounds are wide: a machine may be busy, but work that grew with the collection would be a hundred times as much. */
test('a commit with listeners costs the same among 10,000 documents as among 100', async () => {
  const commitTime = async (documents: number) => {
    const db = await filled(documents);
    const { stream, take } = db.listen();
    stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: byOwner } });
    stream.add({ targetId: 2, query: { parent: ROOT, structuredQuery: newest } });
    take();
    return median(300, (index) => db.put('c/d7', { n: int(index % 50), owner: text('u7') }));
  };
  const [small, large] = [await commitTime(100), await commitTime(10_000)];
  expect(large).toBeLessThan(small * 10 + 0.5);
});

test('a query on one field does not walk the collection', async () => {
  const queryTime = async (documents: number, structuredQuery: StructuredQuery) => {
    const db = await filled(documents);
    await db.query(structuredQuery);
    return median(50, () => db.query(structuredQuery));
  };
  for (const structuredQuery of [byOwner, newest]) {
    const [small, large] = [await queryTime(1000, structuredQuery), await queryTime(10_000, structuredQuery)];
    expect(large).toBeLessThan(small * 30 + 0.5);
    expect(large).toBeLessThan(10);
  }
});

test('a change touches only the targets of its collection', async () => {
  const db = testDatabase();
  const { stream, take } = db.listen();
  for (let targetId = 1; targetId <= 2000; targetId += 1) {
    stream.add({
      targetId,
      query: { parent: ROOT, structuredQuery: { from: [{ collectionId: `other${targetId}` }] } },
    });
  }
  take();
  const alone = await median(300, (index) => testDatabase().put('c/a', { n: int(index) }));
  const among = await median(300, (index) => db.put('c/a', { n: int(index) }));
  expect(take()).toEqual([]);
  expect(among).toBeLessThan(alone * 5 + 0.5);
});
