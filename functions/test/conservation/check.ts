import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import fc from 'fast-check';
import { openFirestore, type TestFirestore } from '../support/firestore';
import { createWorld } from '../support/world';
import { anyOperation, countOf, type Operation, type OwnerOperation, runSideBySide } from './operations';
import { type Complaint, complaintsAbout } from './truth';
import { useCaseBackend } from './useCaseBackend';

const ACCOUNTS = 24;
const CLIENTS = 32;

export type AnyOperation = Operation | OwnerOperation;

interface Drawing {
  /** How many calls, clicks and deliveries to make, at least. */
  operations: number;
  /** Most operations between two checks of the database. */
  mostPerRun: number;
  /** Draws the same operations again. */
  seed?: number | undefined;
  /** Operations of an earlier run, to be tried and shrunk instead of drawn ones. */
  drawn?: AnyOperation[] | undefined;
  /** How many work side by side: with one, operations happen in their order. */
  clients?: number;
  limitMs: number;
}

/** Opens a Firestore for a file of conservation tests. Returns the check, which throws with every fault of the database. */
export function conservationChecks(): (drawing: Drawing) => Promise<void> {
  let firestore: TestFirestore;
  beforeAll(async () => {
    firestore = await openFirestore();
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterAll(() => firestore.close());

  async function run(operations: readonly AnyOperation[], clients: number): Promise<Complaint[]> {
    await firestore.clear();
    const world = createWorld(firestore.db);
    const backend = await useCaseBackend(world, ACCOUNTS);
    await runSideBySide(operations, { clients, perform: backend.perform });
    return complaintsAbout(firestore.db, await backend.settle());
  }

  return async ({ operations, mostPerRun, seed, drawn, clients = CLIENTS, limitMs }) => {
    const started = performance.now();
    let [done, hasFailed] = [0, false];
    const check = async (drawnNow: readonly AnyOperation[]) => {
      if (done >= operations && !hasFailed) return;
      hasFailed = true;
      expect(await run(drawnNow, clients)).toEqual([]);
      hasFailed = false;
      done += countOf(drawnNow);
    };
    // From one operation on, so that a failure shrinks to few; more runs than are needed, until there were enough.
    const maxLength = Math.max(mostPerRun, drawn?.length ?? 0);
    const sequences = fc.array(anyOperation(ACCOUNTS), { minLength: 1, maxLength, size: 'max' });
    await fc.assert(fc.asyncProperty(sequences, check), {
      ...(drawn ? { examples: [[drawn]], numRuns: 1 } : { numRuns: Math.ceil(operations / 20) + 10 }),
      interruptAfterTimeLimit: limitMs,
      ...(seed === undefined ? {} : { seed }),
    });
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      `Conservation: ${done} operations in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)}/s\n`,
    );
    expect(done).toBeGreaterThanOrEqual(drawn ? countOf(drawn) : operations);
  };
}
