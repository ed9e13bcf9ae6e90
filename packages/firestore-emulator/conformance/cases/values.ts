import { equal, ok } from '../harness/assert';
import type { Case } from '../harness/case';
import { bytes, type Data, geo, type Plain, ref, timestamp } from '../harness/values';

/** Every type, at its edges. Source: https://firebase.google.com/docs/firestore/manage-data/data-types */
const ROUND_TRIPS: [what: string, value: Plain][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['negative zero', -0],
  ['the largest safe integer', Number.MAX_SAFE_INTEGER],
  ['the smallest safe integer', Number.MIN_SAFE_INTEGER],
  ['a fraction', 0.1],
  ['the smallest double', 5e-324],
  ['the largest double', 1.7976931348623157e308],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['negative infinity', Number.NEGATIVE_INFINITY],
  ['an empty string', ''],
  ['text beyond the basic plane', 'Großmutter 👵🏽 1923, 東京'],
  ['a string with control characters', 'a\u0000b\nc\t"\\'],
  ['a string of 100,000 letters', 'é'.repeat(100_000)],
  ['no bytes', bytes()],
  ['every byte', bytes(...Array.from({ length: 256 }, (_, octet) => octet))],
  ['a place', geo(48.8584, 2.2945)],
  ['the corners of the world', [geo(90, 180), geo(-90, -180), geo(0, 0)]],
  ['a reference', ref('people/ada')],
  ['a deep reference', ref('people/ada/photos/1')],
  ['an empty array', []],
  ['an array of every kind', [null, true, 1, 1.5, 'x', { a: [] }, bytes(1), geo(1, 2)]],
  ['an empty map', {}],
  ['maps in maps', { a: { b: { c: { d: { e: [{ f: 1 }] } } } } }],
  ['field names that need quoting', { 'with space': 1, 'a.b': 2, '`tick`': 3, 'back\\slash': 4, '0': 5, ü: 6 }],
  ['a timestamp in whole seconds', timestamp('2024-02-29T12:00:00.000000000Z')],
  ['a timestamp with microseconds', timestamp('2024-02-29T12:00:00.123456000Z')],
  ['a timestamp before 1970', timestamp('1923-06-01T00:00:00.500000000Z')],
  ['the first timestamp', timestamp('0001-01-01T00:00:00.000000000Z')],
  ['the last timestamp', timestamp('9999-12-31T23:59:59.999999000Z')],
];

export const valueCases: Case[] = [
  ...ROUND_TRIPS.map(
    ([what, value]): Case => ({
      name: `keeps ${what} as it is`,
      ...(Object.is(value, -0) && { needs: 'negative zero' }),
      async run(db, { doc }) {
        const data: Data = { value };
        await db.set(doc('a'), data);
        equal(await db.get(doc('a')), data);
      },
    }),
  ),
  {
    name: 'cuts timestamps to microseconds',
    async run(db, { doc }) {
      await db.set(doc('a'), { at: timestamp('2024-02-29T12:00:00.123456789Z') });
      equal(await db.get(doc('a')), { at: timestamp('2024-02-29T12:00:00.123456000Z') });
    },
  },
  {
    name: 'takes document ids of any script and punctuation',
    async run(db, { doc }) {
      for (const id of ['ünï', '日本', 'with space', 'a:b', 'a.b', '%41', '+', '&=?#', '~!@$()', '👵']) {
        await db.set(doc(id), { id });
        equal(await db.get(doc(id)), { id }, id);
      }
    },
  },
  {
    name: 'refuses an array directly inside an array',
    async run(db, { doc }) {
      let refused = false;
      await Promise.resolve()
        .then(() => db.set(doc('a'), { a: [[1]] }))
        .catch(() => {
          refused = true;
        });
      ok(refused, 'nested arrays are refused');
      equal(await db.get(doc('a')), null);
    },
  },
];
