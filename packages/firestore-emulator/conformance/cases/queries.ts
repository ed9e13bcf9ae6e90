import { equal } from '../harness/assert';
import { type Case, fails } from '../harness/case';
import type { Where } from '../harness/driver';
import { ref } from '../harness/values';
import { ids, people } from './people';

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
