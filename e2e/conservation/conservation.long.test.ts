import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countOf, type Operation, operation, runSideBySide } from '@heirlight/functions/conservation';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { calm } from '../src/emulators';
import { overHttp } from './overHttp';
import { judge } from './settle';
import { tallyOf } from './tally';

/**
 * The same operations and ledger as in `functions/test/conservation.test.ts`, through every service: tokens, rules,
 * triggers, signed webhooks. `npm run conservation` and `npm run test:long` run it on a suite that serves many requests
 * per process, as production does.
 */
const OPERATIONS = Number(process.env.CONSERVATION_OPERATIONS ?? 10_000);
const SEED = process.env.CONSERVATION_SEED === undefined ? undefined : Number(process.env.CONSERVATION_SEED);
const ACCOUNTS = 24;
const CLIENTS = 12;
/** Ten times what two quiet cores take. */
const LIMIT_MS = Math.max(300_000, OPERATIONS * 250);
const DRAWN_FILE = join(__dirname, '../../build/conservation-operations.json');

/** Rejections that no operation provokes: a bug, or a checkout that did not open for somebody who may buy. */
const UNMEANT = /internal|create-checkout-session: (?!signed_out)/i;

/** With so many operations everybody has bought restores and spent some. */
const ENOUGH_FOR_ALL = 5_000;

beforeAll(calm);
afterAll(calm);

/** Exactly as many operations as asked for, a double click counting twice. */
const history = fc
  .array(operation(ACCOUNTS), { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' })
  .map((drawn) => {
    let count = 0;
    return drawn.filter((next) => {
      if (count >= OPERATIONS) return false;
      count += countOf([next]);
      return true;
    });
  });

test(
  'random operations by concurrent clients of the whole suite lose and make no restore [spec 1.3, 9.6, 9.17]',
  async () => {
    let drawn: readonly Operation[] = [];
    // One run without shrinking, because nothing here starts from an empty database. The message says how to shrink.
    const checked = fc.asyncProperty(history, async (operations) => {
      drawn = operations;
      const started = Date.now();
      const { story, perform, remove } = await overHttp(ACCOUNTS);
      await runSideBySide(operations, { clients: CLIENTS, perform });
      const seconds = (Date.now() - started) / 1000;
      const { truth, complaints } = await judge(story, remove);
      const run = { operations, seconds, clients: CLIENTS, story, truth, complaints };
      process.stdout.write(`${await tallyOf(run)}\n`);
      expect(complaints).toEqual([]);
      expect([...story.rejections.keys()].filter((rejection) => UNMEANT.test(rejection))).toEqual([]);
      if (OPERATIONS < ENOUGH_FOR_ALL) return;
      // The ledger always adds up if nothing happened. How much does depends on how soon accounts are disabled or left.
      expect(truth.succeededJobs.size).toBeGreaterThan(OPERATIONS / 100);
      expect([...truth.deletions.values()].flat().filter(Boolean).length).toBeGreaterThan(OPERATIONS / 250);
      expect(truth.sessions.filter(({ isPaid }) => isPaid).length).toBeGreaterThan(OPERATIONS / 200);
    });
    const { failed, counterexamplePath, seed, errorInstance } = await fc.check(checked, {
      numRuns: 1,
      endOnFailure: true,
      ...(SEED === undefined ? {} : { seed: SEED }),
    });
    if (!failed) return;
    writeFileSync(DRAWN_FILE, JSON.stringify(drawn));
    throw new Error(
      [
        `Conservation is broken (seed ${seed}, path ${counterexamplePath}).`,
        `The same operations again:  npm run conservation -- --operations ${OPERATIONS} --seed ${seed}`,
        'The fewest that show it:    npm run conservation -- --shrink build/conservation-operations.json',
        String(errorInstance instanceof Error ? errorInstance.stack : errorInstance),
      ].join('\n'),
    );
  },
  LIMIT_MS,
);
