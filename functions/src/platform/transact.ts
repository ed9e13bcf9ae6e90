import type { Firestore, Transaction } from 'firebase-admin/firestore';

/** Ten concurrent calls on one account must all succeed. The SDK's usual five attempts end in ABORTED. */
const MAX_ATTEMPTS = 20;

/** Runs `work` in a transaction. It may run several times: keep every effect inside the transaction. */
export function transact<T>(db: Firestore, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.runTransaction(work, { maxAttempts: MAX_ATTEMPTS });
}
