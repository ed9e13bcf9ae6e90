import { equal, ok } from '../harness/assert';
import { type Case, fails, record, type Scope } from '../harness/case';
import type { Driver, Nearest, Query, Snapshot } from '../harness/driver';
import { type Data, type Plain, vector } from '../harness/values';
import { ids } from './people';

/** Source: nodejs-firestore, dev/system-test/firestore.ts (SDK orders vector field same way as backend) */
const IN_ORDER: Plain[] = [
  [1, 2, 3, 4, 5, 6],
  [100],
  vector(Number.NEGATIVE_INFINITY),
  vector(-100),
  vector(100),
  vector(Number.POSITIVE_INFINITY),
  vector(1, 2),
  vector(2, 2),
  vector(1, 2, 3),
  vector(1, 2, 3, 4),
  vector(1, 2, 3, 4, 5),
  vector(1, 2, 100, 4, 4),
  vector(100, 2, 3, 4, 5),
  { HELLO: 'WORLD' },
  { hello: 'world' },
];

const PLACES: Record<string, Data> = {
  without: { color: 'red' },
  text: { color: 'red', at: 'no vector' },
  list: { color: 'red', at: [1, 0] },
  long: { color: 'red', at: vector(1, 0, 0) },
  east: { color: 'red', at: vector(2, 0) },
  far: { color: 'red', at: vector(1, 100) },
  near: { color: 'blue', at: vector(1, -0.1) },
  north: { color: 'red', at: vector(4, 4) },
  west: { color: 'blue', at: vector(-20, 0), nested: { at: vector(0, 1) } },
};

/** Source: https://firebase.google.com/docs/firestore/vector-search; distances checked by hand. */
const SEARCHES: [what: string, search: Partial<Nearest>, where: Query['where'], expected: [string, number][]][] = [
  [
    'euclidean',
    { by: 'EUCLIDEAN' },
    [],
    [
      ['near', 0.1],
      ['east', 1],
      ['north', 5],
      ['west', 21],
      ['far', 100],
    ],
  ],
  [
    'dot product, the greatest first',
    { by: 'DOT_PRODUCT' },
    [],
    [
      ['north', 4],
      ['east', 2],
      ['far', 1],
      ['near', 1],
      ['west', -20],
    ],
  ],
  ['cosine', { by: 'COSINE', limit: 1 }, [], [['east', 0]]],
  [
    'cosine of the opposite',
    { by: 'COSINE' },
    [['color', '==', 'blue']],
    [
      ['near', 1 - 1 / Math.sqrt(1.01)],
      ['west', 2],
    ],
  ],
  [
    'a filter before',
    { by: 'EUCLIDEAN', limit: 2 },
    [['color', '==', 'red']],
    [
      ['east', 1],
      ['north', 5],
    ],
  ],
  [
    'a threshold',
    { by: 'EUCLIDEAN', threshold: 5 },
    [],
    [
      ['near', 0.1],
      ['east', 1],
      ['north', 5],
    ],
  ],
  [
    'a threshold of a dot product',
    { by: 'DOT_PRODUCT', threshold: 2 },
    [],
    [
      ['north', 4],
      ['east', 2],
    ],
  ],
  ['a threshold and a limit', { by: 'DOT_PRODUCT', threshold: 0, limit: 1 }, [], [['north', 4]]],
  ['a vector in a map', { by: 'EUCLIDEAN', field: 'nested.at' }, [], [['west', Math.sqrt(2)]]],
  ['a field that nobody has', { by: 'EUCLIDEAN', field: 'nowhere' }, [], []],
];

async function places(db: Driver, { doc }: Scope): Promise<void> {
  await db.batch(Object.entries(PLACES).map(([id, data]) => ({ set: doc(id), data })));
}

function search(db: Driver, query: Query, options: Partial<Nearest>): Promise<Snapshot[]> {
  ok(db.nearest !== undefined, 'this driver can search vectors');
  return db.nearest(query, { field: 'at', to: [1, 0], by: 'EUCLIDEAN', limit: 10, ...options });
}

export const vectorCases: Case[] = [
  {
    name: 'keeps vectors as they are, also in maps and after merges',
    async run(db, { doc }) {
      const data = { one: vector(0), some: vector(1, 2, 3.99, 5e-324), map: { deep: vector(-1, -200) } };
      await db.set(doc('a'), data);
      equal(await db.get(doc('a')), data);
      await db.set(doc('a'), { one: vector(7, 7) }, { merge: true });
      await db.update(doc('a'), { 'map.deep': vector(3) });
      equal(await db.get(doc('a')), { ...data, one: vector(7, 7), map: { deep: vector(3) } });
    },
  },
  {
    name: 'keeps negative zero in a vector',
    needs: 'negative zero',
    async run(db, { doc }) {
      await db.set(doc('a'), { v: vector(-0) });
      equal(await db.get(doc('a')), { v: vector(-0) });
    },
  },
  {
    name: 'keeps a vector of 2,048 elements and refuses a longer one',
    async run(db, { doc }) {
      const elements = Array.from({ length: 2049 }, (_, index) => index / 7);
      const data = { v: vector(...elements.slice(1)) };
      await db.set(doc('a'), data);
      equal(await db.get(doc('a')), data);
      await fails(db, db.set(doc('a'), { v: vector(...elements) }), 'INVALID_ARGUMENT');
    },
  },
  {
    name: 'orders vectors after arrays and before maps, by length and then by element, also for a listener',
    needs: 'listeners',
    async run(db, { doc, collection }) {
      await db.batch(IN_ORDER.map((v, index) => ({ set: doc(`d${99 - index}`), data: { v, index } })));
      const query: Query = { collection, orderBy: [['v']] };
      const expected = IN_ORDER.map((_, index) => index);
      const places = (docs: Snapshot[]) => docs.map(({ data }) => data.index);
      equal(places(await db.query(query)), expected);
      equal(places(await db.query({ ...query, orderBy: [['v', 'desc']] })), [...expected].reverse());
      const listener = record(db, query);
      const { docs } = await listener.until((event) => !event.fromCache, 'a first snapshot');
      equal(places(docs), expected);
      await db.update(doc('d99'), { v: vector(0) });
      const moved = await listener.until((event) => !event.fromCache, 'the move');
      equal(places(moved.docs), [1, 2, 3, 0, ...expected.slice(4)]);
      listener.stop();
    },
  },
  {
    name: 'compares vectors in filters and cursors',
    async run(db, { doc, collection }) {
      await db.batch(IN_ORDER.map((v, index) => ({ set: doc(`d${10 + index}`), data: { v } })));
      equal(ids(await db.query({ collection, where: [['v', '==', vector(1, 2)]] })), ['d16']);
      equal(ids(await db.query({ collection, where: [['v', 'in', [vector(2, 2), vector(100)]]] })), ['d14', 'd17']);
      equal(ids(await db.query({ collection, where: [['v', '>', vector(1, 2, 100, 4, 4)]] })), ['d22']);
      equal(ids(await db.query({ collection, where: [['v', '<', vector(100)]] })), ['d12', 'd13']);
      equal(ids(await db.query({ collection, orderBy: [['v']], startAfter: [vector(1, 2, 3, 4, 5)], limit: 2 })), [
        'd21',
        'd22',
      ]);
    },
  },
  ...SEARCHES.map(
    ([what, options, where, expected]): Case => ({
      name: `finds the nearest vectors: ${what}`,
      only: 'admin',
      async run(db, scope) {
        await places(db, scope);
        const found = await search(db, { collection: scope.collection, where }, { distance: 'far', ...options });
        equal(
          ids(found),
          expected.map(([id]) => id),
        );
        for (const [index, [id, distance]] of expected.entries()) {
          const actual = Number(found[index]?.data.far);
          ok(Math.abs(actual - distance) < 1e-12, `the distance of ${id} is ${distance}, got ${actual}`);
        }
      },
    }),
  ),
  {
    name: 'the distance replaces a field of that name, and must be selected to be returned',
    only: 'admin',
    async run(db, { doc, collection }) {
      await db.set(doc('a'), { at: vector(0, 1), how: { far: '100 miles', kind: 'road' } });
      const [whole] = await search(db, { collection }, { by: 'COSINE', distance: 'how.far' });
      equal(whole?.data, { at: vector(0, 1), how: { far: 1, kind: 'road' } });
      const [selected] = await search(db, { collection }, { by: 'COSINE', distance: 'd', select: ['how.kind', 'd'] });
      equal(selected?.data, { how: { kind: 'road' }, d: 1 });
      const [without] = await search(db, { collection }, { by: 'COSINE', distance: 'd', select: ['how.kind'] });
      equal(without?.data, { how: { kind: 'road' } });
      const [plain] = await search(db, { collection }, { by: 'COSINE' });
      equal(plain?.data, await db.get(doc('a')));
    },
  },
];
