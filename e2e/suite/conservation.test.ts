import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { complaintsAbout } from '../../functions/test/conservation/books';
import { countOf, operation, runSideBySide } from '../../functions/test/conservation/operations';
import { admin } from './adminSdk';
import { httpBackend } from './httpBackend';
import { calm } from './standIns';

/**
 * The same operations and the same books as `functions/test/conservation.test.ts`, which does ten thousand against a real
 * Firestore; here fewer, through every real service: tokens, rules, triggers, signed webhooks and the restore engine.
 */
const OPERATIONS = Number(process.env.CONSERVATION_SUITE_OPERATIONS ?? 60);
const SEED = process.env.CONSERVATION_SEED === undefined ? undefined : Number(process.env.CONSERVATION_SEED);
const ACCOUNTS = 20;
const CLIENTS = 2;
const LIMIT_MS = Math.max(300_000, OPERATIONS * 1_500);

beforeAll(calm);
afterAll(calm);

test(
  'random operations by concurrent clients of the whole suite lose and make no restore',
  async () => {
    const started = Date.now();
    let count = 0;
    // One run and no shrinking: a failing seed is shrunk by the same property in functions/test, run by run on an empty database.
    const operations = fc.array(operation(ACCOUNTS), { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' });
    await fc.assert(
      fc.asyncProperty(operations, async (drawn) => {
        const backend = await httpBackend(ACCOUNTS);
        await runSideBySide(drawn, { clients: CLIENTS, perform: backend.perform });
        count = countOf(drawn);
        expect(await complaintsAbout(admin().db, await backend.settle())).toEqual([]);
      }),
      { numRuns: 1, endOnFailure: true, ...(SEED === undefined ? {} : { seed: SEED }) },
    );
    const seconds = (Date.now() - started) / 1000;
    process.stdout.write(`Conservation on the suite: ${count} operations in ${seconds.toFixed(0)} s\n`);
  },
  LIMIT_MS,
);
