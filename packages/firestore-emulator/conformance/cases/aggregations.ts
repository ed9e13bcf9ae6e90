import { equal } from '../harness/assert';
import type { Case, Scope } from '../harness/case';
import type { Driver } from '../harness/driver';

async function numbers(db: Driver, { doc }: Scope): Promise<void> {
  const values = [1, 2, 3.5, 'text', null];
  await db.batch(values.map((n, index) => ({ set: doc(`d${index}`), data: { n, even: index % 2 === 0 } })));
}

/** Source: https://firebase.google.com/docs/firestore/query-data/aggregation-queries */
export const aggregationCases: Case[] = [
  {
    name: 'counts a collection',
    async run(db, scope) {
      await numbers(db, scope);
      equal(await db.count({ collection: scope.collection }), 5);
    },
  },
  {
    name: 'counts an empty collection as 0',
    async run(db, { collection }) {
      equal(await db.count({ collection }), 0);
    },
  },
  {
    name: 'counts what a filter and a limit leave',
    async run(db, scope) {
      await numbers(db, scope);
      equal(await db.count({ collection: scope.collection, where: [['even', '==', true]] }), 3);
      equal(await db.count({ collection: scope.collection, limit: 2 }), 2);
    },
  },
  {
    name: 'counts a collection group',
    async run(db, { doc, collection }) {
      await db.set(`${doc('a')}/${collection}g/1`, {});
      await db.set(`${doc('b')}/${collection}g/1`, {});
      equal(await db.count({ group: `${collection}g` }), 2);
    },
  },
  {
    name: 'sums numbers and skips everything else',
    async run(db, scope) {
      await numbers(db, scope);
      equal(await db.sum({ collection: scope.collection }, 'n'), 6.5);
    },
  },
  {
    name: 'sums nothing to 0',
    async run(db, { collection }) {
      equal(await db.sum({ collection }, 'n'), 0);
    },
  },
  {
    name: 'averages numbers and skips everything else',
    async run(db, scope) {
      await numbers(db, scope);
      equal(await db.average({ collection: scope.collection }, 'n'), 6.5 / 3);
    },
  },
  {
    name: 'averages nothing to null',
    async run(db, { collection }) {
      equal(await db.average({ collection }, 'n'), null);
    },
  },
  {
    name: 'sums with NaN to NaN',
    async run(db, { doc, collection }) {
      await db.set(doc('a'), { n: 1 });
      await db.set(doc('b'), { n: Number.NaN });
      equal(await db.sum({ collection }, 'n'), Number.NaN);
    },
  },
];
