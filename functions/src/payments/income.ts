import { number, object, string } from 'valibot';
import { dayOf } from '../platform/day';
import { collectionOf, time } from '../platform/documents';
import type { Firestore, Transaction } from '../platform/firestoreTypes';

/**
 * Money that came or went, on the day we learned of it; only appended to. The entries of a payment add up to what was
 * charged less what went back.
 */
export const income = collectionOf(
  'income',
  object({
    session: string(),
    /** Negative for what went back. */
    cents: number(),
    /** UTC, `YYYY-MM-DD`. */
    day: string(),
    at: time,
  }),
);

interface Noted {
  income_cents: number;
  income_steps: number;
}

/**
 * Appends, in the caller's transaction, what is missing between the noted income of a payment and `cents`. Returns the
 * payment's fields that say what is noted now.
 */
export function noteIncome(
  transaction: Transaction,
  { db, session, noted, cents, at }: { db: Firestore; session: string; noted: Noted; cents: number; at: Date },
): Noted {
  const { income_cents: before, income_steps: step } = noted;
  if (cents === before) return { income_cents: before, income_steps: step };
  const entry = { session, cents: cents - before, day: dayOf(at), at };
  transaction.create(income(db).doc(`${session}_${step}`), entry);
  return { income_cents: cents, income_steps: step + 1 };
}
