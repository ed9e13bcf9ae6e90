import { equal } from '../harness/assert';
import { type Case, fails } from '../harness/case';
import type { Plain } from '../harness/values';

const nest = (depth: number): Plain => (depth === 0 ? 1 : { a: nest(depth - 1) });
/** Some SDKs refuse before they send anything, and throw synchronously. */
const start = (run: () => Promise<unknown>) => Promise.resolve().then(run);

/** Source: https://firebase.google.com/docs/firestore/quotas#limits */
export const limitCases: Case[] = [
  {
    name: 'a document of nearly one mebibyte is kept',
    async run(db, { doc }) {
      const data = { text: 'x'.repeat(1_048_000 - 500) };
      await db.set(doc('a'), data);
      equal(await db.get(doc('a')), data);
    },
  },
  {
    name: 'a document of more than one mebibyte is refused',
    async run(db, { doc }) {
      await fails(db, db.set(doc('a'), { left: 'x'.repeat(600_000), right: 'x'.repeat(600_000) }), 'INVALID_ARGUMENT');
      equal(await db.get(doc('a')), null);
    },
  },
  {
    name: 'maps twenty deep are kept',
    async run(db, { doc }) {
      const data = { map: nest(19) };
      await db.set(doc('a'), data);
      equal(await db.get(doc('a')), data);
    },
  },
  {
    name: 'maps much deeper than twenty are refused',
    async run(db, { doc }) {
      const refused = await start(() => db.set(doc('a'), { map: nest(25) })).then(
        () => false,
        () => true,
      );
      equal(refused, true);
      equal(await db.get(doc('a')), null);
    },
  },
  {
    name: 'a document id may not be reserved',
    async run(db, { doc }) {
      await fails(
        db,
        start(() => db.set(doc('__reserved__'), { a: 1 })),
        'INVALID_ARGUMENT',
      );
    },
  },
  {
    name: 'a document id of more than 1,500 bytes is refused',
    async run(db, { doc }) {
      await fails(
        db,
        start(() => db.set(doc('é'.repeat(751)), { a: 1 })),
        'INVALID_ARGUMENT',
      );
    },
  },
  {
    name: 'a document with a thousand fields',
    async run(db, { doc }) {
      const data = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, index]));
      await db.set(doc('a'), data);
      equal(await db.get(doc('a')), data);
    },
  },
];
