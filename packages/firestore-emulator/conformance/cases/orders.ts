import { equal } from '../harness/assert';
import type { Case } from '../harness/case';
import type { Query } from '../harness/driver';
import { ref } from '../harness/values';
import { ids, people } from './people';

/** Source: https://firebase.google.com/docs/firestore/query-data/order-limit-data and …/query-cursors */
const ORDERS: [what: string, query: Query, expected: string[]][] = [
  ['by id when nothing is asked', {}, ['ada', 'alan', 'grace', 'lise', 'mary']],
  ['ascending', { orderBy: [['born']] }, ['mary', 'ada', 'lise', 'grace', 'alan']],
  ['descending', { orderBy: [['born', 'desc']] }, ['alan', 'grace', 'lise', 'ada', 'mary']],
  ['by a field some lack, leaving those out', { orderBy: [['score']] }, ['alan', 'grace', 'lise', 'ada']],
  ['by two fields', { orderBy: [['home.city'], ['born', 'desc']] }, ['grace', 'alan', 'ada', 'mary', 'lise']],
  ['by id downwards', { orderBy: [['__name__', 'desc']] }, ['mary', 'lise', 'grace', 'alan', 'ada']],
  ['equal values by id', { orderBy: [['home.city']], limit: 3 }, ['grace', 'ada', 'alan']],
  [
    'equal values by id downwards when descending',
    { orderBy: [['home.city', 'desc']] },
    ['lise', 'mary', 'alan', 'ada', 'grace'],
  ],
  ['limit', { orderBy: [['born']], limit: 2 }, ['mary', 'ada']],
  ['limitToLast', { orderBy: [['born']], limitToLast: 2 }, ['grace', 'alan']],
  ['startAt', { orderBy: [['born']], startAt: [1878] }, ['lise', 'grace', 'alan']],
  ['startAfter', { orderBy: [['born']], startAfter: [1878] }, ['grace', 'alan']],
  ['endAt', { orderBy: [['born']], endAt: [1878] }, ['mary', 'ada', 'lise']],
  ['endBefore', { orderBy: [['born']], endBefore: [1878] }, ['mary', 'ada']],
  ['start and end together', { orderBy: [['born']], startAt: [1815], endBefore: [1906] }, ['ada', 'lise']],
  ['startAt downwards', { orderBy: [['born', 'desc']], startAt: [1878] }, ['lise', 'ada', 'mary']],
  [
    'cursors over two fields',
    { orderBy: [['home.city'], ['born']], startAfter: ['London', 1815] },
    ['alan', 'mary', 'lise'],
  ],
  [
    'a cursor over the first of two fields',
    { orderBy: [['home.city'], ['born']], startAt: ['London'], endAt: ['London'] },
    ['ada', 'alan'],
  ],
  [
    'limitToLast between cursors',
    { orderBy: [['born']], startAfter: [1799], endBefore: [1912], limitToLast: 2 },
    ['lise', 'grace'],
  ],
  ['a range implies its order', { where: [['born', '>', 1878]] }, ['grace', 'alan']],
  [
    'a filter and another order',
    { where: [['tags', 'array-contains', 'math']], orderBy: [['born', 'desc']] },
    ['alan', 'ada', 'mary'],
  ],
];

export const orderCases: Case[] = [
  ...ORDERS.map(
    ([what, query, expected]): Case => ({
      name: `orders and cuts: ${what}`,
      async run(db, scope) {
        await people(db, scope);
        equal(ids(await db.query({ collection: scope.collection, ...query })), expected);
      },
    }),
  ),
  {
    name: 'orders: types one after the other, as documented',
    async run(db, { doc, collection }) {
      const values = [
        null,
        false,
        true,
        Number.NaN,
        -1,
        0.5,
        2,
        { $timestamp: '2024-01-01T00:00:00.000000000Z' },
        '',
        'a',
        { $bytes: [1] },
        ref('a/b'),
        { $geo: [1, 1] as [number, number] },
        [1],
        { a: 1 },
      ];
      await db.batch(values.map((v, index) => ({ set: doc(`d${values.length - index}`), data: { v, index } })));
      const found = await db.query({ collection, orderBy: [['v']] });
      equal(
        found.map(({ data }) => data.index),
        values.map((_, index) => index),
      );
    },
  },
  {
    name: 'orders text by code point',
    async run(db, { doc, collection }) {
      const texts = ['', 'A', 'Z', 'a', 'aa', 'z', 'é', '｡', '👵'];
      await db.batch([...texts].reverse().map((text, index) => ({ set: doc(`d${index}`), data: { text } })));
      equal(
        (await db.query({ collection, orderBy: [['text']] })).map(({ data }) => data.text),
        texts,
      );
    },
  },
  {
    name: 'continues after a document, also among equals',
    async run(db, { doc, collection }) {
      await db.batch(['a', 'b', 'c', 'd'].map((id) => ({ set: doc(id), data: { same: 1 } })));
      const query: Query = { collection, orderBy: [['same']], startAfterDocument: doc('b') };
      equal(ids(await db.query(query)), ['c', 'd']);
    },
  },
  {
    name: 'pages through everything exactly once',
    async run(db, { doc, collection }) {
      await db.batch(Array.from({ length: 25 }, (_, n) => ({ set: doc(`d${n}`), data: { n: n % 3 } })));
      const seen: string[] = [];
      for (let last: string | undefined; ; last = seen.at(-1)) {
        const page = await db.query({
          collection,
          orderBy: [['n']],
          limit: 4,
          ...(last && { startAfterDocument: doc(last) }),
        });
        if (page.length === 0) break;
        seen.push(...ids(page));
      }
      equal(seen.length, 25);
      equal(new Set(seen).size, 25);
    },
  },
];
