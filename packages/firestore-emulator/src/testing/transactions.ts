import type { StructuredQuery, TransactionOptions, Write } from '../database/types';
import { at, int, ROOT, testDatabase } from './database';

export const CONTENTION = 'ABORTED: Too much contention on these documents. Please try again.';
export const OVER = 'INVALID_ARGUMENT: The referenced transaction has expired or is no longer valid.';
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Whether a promise is still pending after a few milliseconds. */
export async function waits(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const mark = () => {
    settled = true;
  };
  promise.then(mark, mark);
  await soon();
  return !settled;
}

/** A database with shorthands for transactions on documents that hold one number `n`. */
export function open(options: Parameters<typeof testDatabase>[0] = {}) {
  const db = testDatabase(options);
  const { database } = db;
  return {
    ...db,
    begin: (options?: TransactionOptions) => database.beginTransaction(options).transaction,
    async read(transaction: string, ...paths: string[]): Promise<(number | null)[]> {
      const { results } = await database.batchGet({ documents: paths.map(at), transaction });
      return results.map((result) => {
        const n = 'found' in result ? result.found.fields.n : undefined;
        return n && 'integerValue' in n ? Number(n.integerValue) : null;
      });
    },
    commit: (transaction: string, ...writes: Write[]) => database.commit({ writes, transaction }),
    find: async (transaction: string, structuredQuery: StructuredQuery) =>
      (await database.runQuery({ parent: ROOT, structuredQuery, transaction })).documents.length,
  };
}
export const n = (value: number) => ({ n: int(value) });
