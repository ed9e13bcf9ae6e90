import { fallback, type InferOutput, number, object, string } from 'valibot';
import { collectionOf, time } from '../platform/documents';
import type { Firestore, Transaction } from '../platform/firestoreTypes';

/**
 * A balance that is not what its ledger adds up to. The owner sees it in the console, and puts it right there. What is
 * written here by hand must not stop the figures of the day, so a field that does not fit counts as empty.
 */
const alert = object({
  account: fallback(string(), ''),
  /** What is wrong and what to do, for people. */
  text: fallback(string(), ''),
  balance: fallback(number(), 0),
  ledger_sum: fallback(number(), 0),
  noticed_at: fallback(time, () => new Date(0)),
});
export type Alert = InferOutput<typeof alert>;

export const alerts = collectionOf('alerts', alert);
export const alertRef = (db: Firestore, uid: string) => alerts(db).doc(`balance_${uid}`);

interface Edit {
  uid: string;
  balance: number;
  ledgerSum: number;
  now: Date;
}

export function alertOf({ uid, balance, ledgerSum, now }: Edit): Alert {
  const text =
    `Somebody changed the restores of ${uid} by hand: restores_available is ${balance}, its ledger adds up to ` +
    `${ledgerSum}. Set it back to ${ledgerSum}; to give or take restores write a document of admin_requests.`;
  return { account: uid, text, balance, ledger_sum: ledgerSum, noticed_at: now };
}

/** Notes in the caller's transaction that a balance was changed by hand. */
export function noteEdit(transaction: Transaction, { db, ...edit }: Edit & { db: Firestore }): void {
  transaction.set(alertRef(db, edit.uid), alertOf(edit));
}
