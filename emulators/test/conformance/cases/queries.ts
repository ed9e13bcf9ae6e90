import { equal } from '../harness/assert';
import { type Case, fails, type Scope } from '../harness/case';
import type { Driver, Query, Where } from '../harness/driver';
import { type Data, ref } from '../harness/values';

const PEOPLE: Record<string, Data> = {
  ada: { name: 'Ada', born: 1815, tags: ['math', 'poet'], home: { city: 'London' }, score: 9.5 },
  alan: { name: 'Alan', born: 1912, tags: ['math', 'run'], home: { city: 'London' }, score: null },
  grace: { name: 'Grace', born: 1906, tags: ['navy'], home: { city: 'Arlington' }, score: Number.NaN },
  lise: { name: 'Lise', born: 1878, tags: [], home: { city: 'Vienna' }, score: 7 },
  mary: { name: 'Mary', born: 1799, tags: ['fossils', 'math'], home: { city: 'Lyme' } },
};

async function people(db: Driver, { doc }: Scope): Promise<void> {
  await db.batch(Object.entries(PEOPLE).map(([id, data]) => ({ set: doc(id), data })));
}

const ids = (found: { path: string }[]) => found.map(({ path }) => path.split('/').at(-1) ?? '');

/** Source: https://firebase.google.com/docs/firestore/query-data/queries */
const FILTERS: [what: string, where: Where[], expected: string[]][] = [
  ['== on text', [['name', '==', 'Ada']], ['ada']],
  ['== on a nested field', [['home.city', '==', 'London']], ['ada', 'alan']],
  ['== on a whole map', [['home', '==', { city: 'Vienna' }]], ['lise']],
  ['== on a whole array', [['tags', '==', ['navy']]], ['grace']],
  ['== null', [['score', '==', null]], ['alan']],
  ['== NaN', [['score', '==', Number.NaN]], ['grace']],
  ['!= leaves out documents without the field and null', [['score', '!=', 7]], ['ada', 'grace']],
  ['!= null', [['score', '!=', null]], ['ada', 'grace', 'lise']],
  ['<', [['born', '<', 1878]], ['ada', 'mary']],
  ['<=', [['born', '<=', 1878]], ['ada', 'lise', 'mary']],
  ['>', [['born', '>', 1906]], ['alan']],
  ['>=', [['born', '>=', 1906]], ['alan', 'grace']],
  ['> compares within one type only', [['score', '>', 0]], ['ada', 'lise']],
  [
    'a range',
    [
      ['born', '>', 1800],
      ['born', '<', 1910],
    ],
    ['ada', 'grace', 'lise'],
  ],
  ['in', [['name', 'in', ['Ada', 'Lise', 'Nobody']]], ['ada', 'lise']],
  ['not-in', [['name', 'not-in', ['Ada', 'Lise']]], ['alan', 'grace', 'mary']],
  ['array-contains', [['tags', 'array-contains', 'math']], ['ada', 'alan', 'mary']],
  ['array-contains-any', [['tags', 'array-contains-any', ['navy', 'poet']]], ['ada', 'grace']],
  [
    'array-contains with ==',
    [
      ['tags', 'array-contains', 'math'],
      ['home.city', '==', 'London'],
    ],
    ['ada', 'alan'],
  ],
  [
    'two fields with ranges',
    [
      ['born', '>', 1800],
      ['score', '>', 1],
    ],
    ['ada', 'lise'],
  ],
  [
    'or',
    [
      {
        or: [
          ['name', '==', 'Ada'],
          ['born', '>', 1906],
        ],
      },
    ],
    ['ada', 'alan'],
  ],
  [
    'or of ands',
    [
      {
        or: [
          {
            and: [
              ['name', '==', 'Ada'],
              ['born', '==', 1815],
            ],
          },
          {
            and: [
              ['name', '==', 'Lise'],
              ['born', '==', 1],
            ],
          },
        ],
      },
    ],
    ['ada'],
  ],
  [
    'and of ors',
    [
      {
        or: [
          ['name', '==', 'Ada'],
          ['name', '==', 'Alan'],
        ],
      },
      {
        or: [
          ['born', '==', 1912],
          ['born', '==', 1],
        ],
      },
    ],
    ['alan'],
  ],
  ['a filter nothing satisfies', [['name', '==', 'Zoe']], []],
  ['the document id', [['__name__', '==', 'grace']], ['grace']],
  ['document ids in a list', [['__name__', 'in', ['lise', 'ada', 'zoe']]], ['ada', 'lise']],
  [
    'a range of document ids',
    [
      ['__name__', '>=', 'alan'],
      ['__name__', '<', 'lise'],
    ],
    ['alan', 'grace'],
  ],
];

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

export const queryCases: Case[] = [
  ...FILTERS.map(
    ([what, where, expected]): Case => ({
      name: `filters by ${what}`,
      async run(db, scope) {
        await people(db, scope);
        equal(ids(await db.query({ collection: scope.collection, where })).sort(), expected);
      },
    }),
  ),
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
  {
    name: 'a collection group finds every collection of that id and no other',
    async run(db, { doc, collection }) {
      await db.set(`${doc('x')}/${collection}sub/1`, { n: 1 });
      await db.set(`${collection}sub/2`, { n: 2 });
      await db.set(`${doc('x')}/deep/y/${collection}sub/3`, { n: 3 });
      await db.set(`${doc('x')}/${collection}subs/4`, { n: 4 });
      const found = await db.query({ group: `${collection}sub`, orderBy: [['n']] });
      equal(ids(found), ['1', '2', '3']);
      equal(ids(await db.query({ group: `${collection}sub`, where: [['n', '>', 1]], limit: 1 })), ['2']);
    },
  },
  {
    name: 'a query does not reach into subcollections',
    async run(db, { doc, collection }) {
      await db.set(doc('a'), { n: 1 });
      await db.set(`${doc('a')}/${collection}/b`, { n: 1 });
      equal(ids(await db.query({ collection, where: [['n', '==', 1]] })), ['a']);
    },
  },
  {
    name: 'an integer equals the same double',
    async run(db, { doc, collection }) {
      await db.set(doc('a'), { n: 3 });
      equal(ids(await db.query({ collection, where: [['n', '==', 3.0]] })), ['a']);
      equal(
        ids(
          await db.query({
            collection,
            where: [
              ['n', '>=', 2.5],
              ['n', '<=', 3.5],
            ],
          }),
        ),
        ['a'],
      );
    },
  },
  {
    name: 'finds references',
    async run(db, { doc, collection }) {
      await db.set(doc('a'), { to: ref('people/ada') });
      await db.set(doc('b'), { to: ref('people/alan') });
      equal(ids(await db.query({ collection, where: [['to', '==', ref('people/alan')]] })), ['b']);
    },
  },
  {
    name: 'refuses more than thirty values for in',
    async run(db, { collection }) {
      const many = Array.from({ length: 31 }, (_, index) => index);
      const query = Promise.resolve().then(() => db.query({ collection, where: [['n', 'in', many]] }));
      await fails(db, query, 'INVALID_ARGUMENT');
    },
  },
];
