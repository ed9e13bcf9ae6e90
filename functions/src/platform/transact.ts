import type { Firestore, Transaction } from 'firebase-admin/firestore';

/** Ten people's worth of contention on one account must end in an answer, not in ABORTED after the SDK's usual five tries. */
const MAX_ATTEMPTS = 20;

/** Runs `work` in a transaction. It may run several times: keep every effect inside the transaction. */
export function transact<T>(db: Firestore, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.runTransaction(work, { maxAttempts: MAX_ATTEMPTS });
}
