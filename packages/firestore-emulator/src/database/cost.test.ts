import { expect, test } from '@jest/globals';
import { int, ROOT, set, testDatabase, text } from '../testing/database';
import type { StructuredQuery } from './types';

// Filling the collections takes seconds on a busy machine.

const [SMALL, LARGE] = [100, 10_000];
const OWNED = 10;

/** The prototypes whose `next` is counted: generators (indexes), maps and sets. */
const WALKS: { next(...args: unknown[]): unknown }[] = [
  (function* () {})(),
  new Map().values(),
  new Set().values(),
].map((walk) => {
  let prototype = Object.getPrototypeOf(walk);
  while (!Object.hasOwn(prototype, 'next')) prototype = Object.getPrototypeOf(prototype);
  return prototype;
});

/**
 * Number of iteration steps that a call takes through indexes, maps and sets. Counted instead of timed, so that a busy
 * machine changes nothing and a full scan cannot hide in a generous time limit.
 */
async function steps(call: () => Promise<unknown>): Promise<number> {
  let taken = 0;
  const originals = WALKS.map(({ next }) => next);
  WALKS.forEach((walk, index) => {
    const original = originals[index]!;
    walk.next = function (...args) {
      taken += 1;
      return original.apply(this, args);
    };
  });
  try {
    await call();
  } finally {
    WALKS.forEach((walk, index) => {
      walk.next = originals[index]!;
    });
  }
  return taken;
}

/** A collection in which ten documents have the owner u7, however large it is. */
async function filled(documents: number) {
  const db = testDatabase();
  for (let start = 0; start < documents; start += 500) {
    const size = Math.min(500, documents - start);
    await db.write(
      ...Array.from({ length: size }, (_, index) => {
        const n = start + index;
        return set(`c/d${n}`, { n: int(n), owner: text(n < OWNED ? 'u7' : `other${n}`) });
      }),
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
  limit: OWNED,
};

test(`a commit with listeners takes the same steps among ${LARGE} documents as among ${SMALL}`, async () => {
  const commitSteps = async (documents: number) => {
    const db = await filled(documents);
    const { stream, take } = db.listen();
    stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: byOwner } });
    stream.add({ targetId: 2, query: { parent: ROOT, structuredQuery: newest } });
    take();
    const taken = await steps(() => db.put('c/d7', { n: int(documents), owner: text('u7') }));
    // Both listeners were notified.
    expect(take().flatMap(({ documentChange }) => documentChange?.targetIds ?? [])).toEqual([1, 2]);
    return taken;
  };
  const among = await commitSteps(LARGE);
  expect(among).toBe(await commitSteps(SMALL));
  expect(among).toBeLessThan(SMALL);
});

test('a query on one field visits its results, not the whole collection', async () => {
  const [few, many] = [await filled(SMALL), await filled(LARGE)];
  for (const [index, structuredQuery] of [byOwner, newest].entries()) {
    for (const db of [few, many]) {
      // The first query on a field builds its index, which commits keep up to date.
      expect(await db.query(structuredQuery)).toHaveLength(OWNED);
      await db.put('c/d7', { n: int(-index - 1), owner: text('u7') });
    }
    const taken = await steps(() => many.query(structuredQuery));
    expect(taken).toBe(await steps(() => few.query(structuredQuery)));
    expect(taken).toBeLessThan(SMALL);
  }
});

test('a change visits only the targets of its collection', async () => {
  const putSteps = async (others: number) => {
    const db = testDatabase();
    const { stream, take } = db.listen();
    for (let targetId = 1; targetId <= others; targetId += 1) {
      stream.add({
        targetId,
        query: { parent: ROOT, structuredQuery: { from: [{ collectionId: `other${targetId}` }] } },
      });
    }
    stream.add({ targetId: others + 1, query: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'c' }] } } });
    take();
    const taken = await steps(() => db.put('c/a', { n: int(1) }));
    expect(take().flatMap(({ documentChange }) => documentChange?.targetIds ?? [])).toEqual([others + 1]);
    return taken;
  };
  expect(await putSteps(2000)).toBe(await putSteps(1));
});
