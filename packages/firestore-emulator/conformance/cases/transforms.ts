import { equal, ok } from '../harness/assert';
import type { Case } from '../harness/case';
import {
  arrayRemove,
  arrayUnion,
  type Data,
  increment,
  type Plain,
  serverTimestamp,
  splitTimestamp,
} from '../harness/values';

/** Source: https://firebase.google.com/docs/firestore/reference/rest/v1/Write#fieldtransform */
const INCREMENTS: [what: string, before: Plain | undefined, by: number, after: number][] = [
  ['an integer', 5, 3, 8],
  ['an integer downwards', 5, -8, -3],
  ['an absent field', undefined, 3, 3],
  ['what is no number', 'five', 3, 3],
  ['null', null, 2, 2],
  ['a double', 0.5, 0.25, 0.75],
  ['an integer by a fraction', 1, 0.5, 1.5],
  ['a double by an integer', 0.5, 1, 1.5],
];

export const transformCases: Case[] = [
  ...INCREMENTS.map(
    ([what, before, by, after]): Case => ({
      name: `increments ${what}`,
      async run(db, { doc }) {
        await db.set(doc('a'), before === undefined ? {} : { n: before });
        await db.update(doc('a'), { n: increment(by) });
        equal(await db.get(doc('a')), { n: after });
      },
    }),
  ),
  {
    name: 'ten concurrent increments add ten',
    async run(db, { doc }) {
      await db.set(doc('a'), { n: 0 });
      await Promise.all(Array.from({ length: 10 }, () => db.update(doc('a'), { n: increment(1) })));
      equal(await db.get(doc('a')), { n: 10 });
    },
  },
  {
    name: 'the server sets its time, the same everywhere in one write',
    async run(db, { doc }) {
      const before = Date.now();
      await db.set(doc('a'), { at: serverTimestamp, deep: { at: serverTimestamp } });
      const data = (await db.get(doc('a'))) as { at: { $timestamp: string }; deep: Data };
      equal(data.deep, { at: data.at });
      const ms = splitTimestamp(data.at.$timestamp)[0] * 1000;
      ok(ms > before - 5000 && ms < Date.now() + 5000, `${data.at.$timestamp} is about now`);
    },
  },
  {
    name: 'the server time replaces what stood there in an update',
    async run(db, { doc }) {
      await db.set(doc('a'), { at: 1, keep: 2 });
      await db.update(doc('a'), { at: serverTimestamp });
      const data = (await db.get(doc('a'))) as Data;
      equal(data.keep, 2);
      ok(typeof data.at === 'object' && data.at !== null && '$timestamp' in data.at, 'at is a timestamp');
    },
  },
  {
    name: 'arrayUnion appends what is missing, once, in order',
    async run(db, { doc }) {
      await db.set(doc('a'), { list: ['b', 'a'] });
      await db.update(doc('a'), { list: arrayUnion('a', 'c', 'c', 'd') });
      equal(await db.get(doc('a')), { list: ['b', 'a', 'c', 'd'] });
    },
  },
  {
    name: 'arrayUnion makes an array of what is none',
    async run(db, { doc }) {
      await db.set(doc('a'), { list: 'text' });
      await db.update(doc('a'), { list: arrayUnion(1), fresh: arrayUnion(2) });
      equal(await db.get(doc('a')), { list: [1], fresh: [2] });
    },
  },
  {
    name: 'arrayUnion compares maps by value',
    async run(db, { doc }) {
      await db.set(doc('a'), { list: [{ x: 1, y: 2 }] });
      await db.update(doc('a'), { list: arrayUnion({ y: 2, x: 1 }, { x: 1 }) });
      equal(await db.get(doc('a')), { list: [{ x: 1, y: 2 }, { x: 1 }] });
    },
  },
  {
    name: 'arrayRemove removes every occurrence',
    async run(db, { doc }) {
      await db.set(doc('a'), { list: [1, 2, 1, 3, 'b'] });
      await db.update(doc('a'), { list: arrayRemove(1, 'b') });
      equal(await db.get(doc('a')), { list: [2, 3] });
    },
  },
  {
    name: 'arrayRemove leaves an empty array of what is none',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1 });
      await db.update(doc('a'), { list: arrayRemove(1) });
      equal(await db.get(doc('a')), { x: 1, list: [] });
    },
  },
  {
    name: 'transforms and plain fields mix in one merge',
    async run(db, { doc }) {
      await db.set(doc('a'), { n: 1, keep: true });
      await db.set(doc('a'), { n: increment(1), tags: arrayUnion('x'), plain: 'p' }, { merge: true });
      equal(await db.get(doc('a')), { n: 2, keep: true, tags: ['x'], plain: 'p' });
    },
  },
];
