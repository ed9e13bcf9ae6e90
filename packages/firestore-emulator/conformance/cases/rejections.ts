import { equal } from '../harness/assert';
import { type Case, fails } from '../harness/case';
import type { Query } from '../harness/driver';
import { ids } from './people';

/** What production refuses or does not find, though it would be easy to allow. */
const EMPTY_HANDED: [what: string, where: Query['where'], expected: string[]][] = [
  ['in [null]', [['v', 'in', [null]]], []],
  ['in [NaN]', [['v', 'in', [Number.NaN]]], []],
  ['in [1, null, NaN]', [['v', 'in', [1, null, Number.NaN]]], ['one']],
  ['array-contains-any [null]', [['list', 'array-contains-any', [null]]], []],
  ['array-contains-any [NaN]', [['list', 'array-contains-any', [Number.NaN]]], []],
  ['array-contains-any [1, null, NaN]', [['list', 'array-contains-any', [1, null, Number.NaN]]], ['one']],
  ['<= 5', [['v', '<=', 5]], ['one']],
  ['not-in [NaN]', [['v', 'not-in', [Number.NaN]]], ['one', 'text']],
  ['not-in [1], which finds NaN', [['v', 'not-in', [1]]], ['nan', 'text']],
  ['not-in [null, 1]', [['v', 'not-in', [null, 1]]], []],
  ['!= 1, which finds NaN', [['v', '!=', 1]], ['nan', 'text']],
  ['!= NaN', [['v', '!=', Number.NaN]], ['one', 'text']],
  ['== null', [['v', '==', null]], ['null']],
  ['== NaN', [['v', '==', Number.NaN]], ['nan']],
];

/** Source: firebase-js-sdk, packages/firestore/test/integration/api/composite_index_query.test.ts */
const REFUSED_QUERIES: [what: string, query: Query][] = [
  ['an order after __name__', { orderBy: [['__name__'], ['v']] }],
  ['an implied order after __name__', { where: [['v', '!=', 1]], orderBy: [['__name__']] }],
  [
    '__name__ == beside an inequality on another field',
    {
      where: [
        ['v', '!=', 1],
        ['__name__', '==', 'one'],
      ],
    },
  ],
];

export const rejectionCases: Case[] = [
  {
    name: 'null and NaN match only == and NaN also !=',
    async run(db, { doc, collection }) {
      await db.batch([
        { set: doc('nan'), data: { v: Number.NaN, list: [Number.NaN] } },
        { set: doc('null'), data: { v: null, list: [null] } },
        { set: doc('one'), data: { v: 1, list: [1] } },
        { set: doc('text'), data: { v: 'a', list: ['a'] } },
        { set: doc('without'), data: {} },
      ]);
      // The client that wrote them would match null and NaN against its own cache.
      const reader = db.another();
      for (const [what, where = [], expected] of EMPTY_HANDED) {
        equal(ids(await reader.query({ collection, where })).sort(), expected, what);
      }
      await reader.close();
    },
  },
  ...REFUSED_QUERIES.map(
    ([what, query]): Case => ({
      name: `refuses ${what}`,
      async run(db, { collection }) {
        await fails(db, db.query({ collection, ...query }), 'INVALID_ARGUMENT');
      },
    }),
  ),
  {
    name: 'takes __name__ == beside an inequality on __name__',
    async run(db, { doc, collection }) {
      await db.set(doc('one'), { v: 1 });
      const where: Query['where'] = [
        ['__name__', '>', 'a'],
        ['__name__', '==', 'one'],
      ];
      equal(ids(await db.query({ collection, where })), ['one']);
    },
  },
  {
    name: 'refuses a reserved collection id in reads and writes',
    async run(db, { doc }) {
      await fails(db, db.set('__reserved__/a', { v: 1 }), 'INVALID_ARGUMENT');
      await fails(db, db.query({ collection: '__reserved__' }), 'INVALID_ARGUMENT');
      await fails(db, db.query({ collection: `${doc('a')}/__reserved__` }), 'INVALID_ARGUMENT');
      await fails(db, db.query({ group: '__reserved__' }), 'INVALID_ARGUMENT');
    },
  },
  {
    name: 'refuses to update a document that the same commit has deleted',
    async run(db, { doc }) {
      await db.set(doc('a'), { v: 1 });
      const operations = [{ delete: doc('a') }, { update: doc('a'), data: { v: 2 } }];
      await fails(db, db.batch(operations), 'INVALID_ARGUMENT');
      equal(await db.get(doc('a')), { v: 1 });
      await fails(db, db.batch([{ delete: doc('b') }, { update: doc('b'), data: { v: 2 } }]), 'INVALID_ARGUMENT');
      await fails(db, db.batch([{ update: doc('b'), data: { v: 2 } }, { delete: doc('b') }]), 'NOT_FOUND');
      await db.batch([{ delete: doc('a') }, { set: doc('a'), data: { v: 3 } }, { update: doc('a'), data: { v: 4 } }]);
      equal(await db.get(doc('a')), { v: 4 });
    },
  },
  {
    name: 'refuses to update a document that the same transaction has deleted',
    needs: 'exact codes',
    async run(db, { doc }) {
      await db.set(doc('a'), { v: 1 });
      const transaction = db.transaction(async (each) => {
        each.delete(doc('a'));
        each.update(doc('a'), { v: 2 });
      });
      await fails(db, transaction, 'INVALID_ARGUMENT');
      equal(await db.get(doc('a')), { v: 1 });
    },
  },
];
