import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type Complaint, complaintsAbout } from './conservation/books';
import { countOf, type Operation, operation, runSideBySide } from './conservation/operations';
import { useCaseBackend } from './conservation/useCaseBackend';
import { openFirestore, type TestFirestore } from './support/firestore';
import { createWorld } from './support/world';

const ACCOUNTS = 24;
const CLIENTS = 32;
const MOST_PER_RUN = 2_000;
/** Calls, clicks and deliveries; `npm run conservation -- --use-cases --operations N --seed S` sets these. */
const OPERATIONS = Number(process.env.CONSERVATION_OPERATIONS ?? 10_000);
const SEED = process.env.CONSERVATION_SEED === undefined ? undefined : Number(process.env.CONSERVATION_SEED);
/** Operations of a failed run on the whole suite, to be tried and shrunk: `npm run conservation -- --shrink FILE`. */
const DRAWN_FILE = process.env.CONSERVATION_DRAWN;
const DRAWN: Operation[] | undefined = DRAWN_FILE && JSON.parse(readFileSync(DRAWN_FILE, 'utf8'));
/** Generous: two cores that do other things besides. */
const LIMIT_MS = Math.max(120_000, OPERATIONS * 60);

let firestore: TestFirestore;
beforeAll(async () => {
  firestore = await openFirestore();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterAll(() => firestore.close());

async function run(operations: readonly Operation[]): Promise<Complaint[]> {
  await firestore.clear();
  const world = createWorld(firestore.db);
  const backend = await useCaseBackend(world, ACCOUNTS);
  await runSideBySide(operations, { clients: CLIENTS, perform: backend.perform });
  return complaintsAbout(firestore.db, await backend.settle());
}

test(
  'random operations by concurrent clients neither lose nor make a restore [spec 1.3, 9.6, 9.17]',
  async () => {
    const started = performance.now();
    let [done, hasFailed] = [0, false];
    const check = async (operations: readonly Operation[]) => {
      if (done >= OPERATIONS && !hasFailed) return;
      hasFailed = true;
      expect(await run(operations)).toEqual([]);
      hasFailed = false;
      done += countOf(operations);
    };
    // From one operation on, so that a failure shrinks to few; more runs than are needed, until there were enough.
    const maxLength = Math.max(MOST_PER_RUN, DRAWN?.length ?? 0);
    const operations = fc.array(operation(ACCOUNTS), { minLength: 1, maxLength, size: 'max' });
    await fc.assert(fc.asyncProperty(operations, check), {
      ...(DRAWN ? { examples: [[DRAWN]], numRuns: 1 } : { numRuns: Math.ceil(OPERATIONS / 20) }),
      interruptAfterTimeLimit: LIMIT_MS,
      ...(SEED === undefined ? {} : { seed: SEED }),
    });
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      `Conservation: ${done} operations in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)}/s\n`,
    );
    expect(done).toBeGreaterThanOrEqual(DRAWN ? countOf(DRAWN) : OPERATIONS);
  },
  LIMIT_MS + 60_000,
);
