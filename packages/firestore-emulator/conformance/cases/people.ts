import type { Scope } from '../harness/case';
import type { Driver } from '../harness/driver';
import type { Data } from '../harness/values';

const PEOPLE: Record<string, Data> = {
  ada: { name: 'Ada', born: 1815, tags: ['math', 'poet'], home: { city: 'London' }, score: 9.5 },
  alan: { name: 'Alan', born: 1912, tags: ['math', 'run'], home: { city: 'London' }, score: null },
  grace: { name: 'Grace', born: 1906, tags: ['navy'], home: { city: 'Arlington' }, score: Number.NaN },
  lise: { name: 'Lise', born: 1878, tags: [], home: { city: 'Vienna' }, score: 7 },
  mary: { name: 'Mary', born: 1799, tags: ['fossils', 'math'], home: { city: 'Lyme' } },
};

/** Writes five people into the scope's collection. */
export async function people(db: Driver, { doc }: Scope): Promise<void> {
  await db.batch(Object.entries(PEOPLE).map(([id, data]) => ({ set: doc(id), data })));
}

/** The last segment of each path. */
export const ids = (found: { path: string }[]) => found.map(({ path }) => path.split('/').at(-1) ?? '');
