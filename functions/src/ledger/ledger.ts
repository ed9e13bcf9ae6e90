import { type LedgerEntry, type LedgerReason, ledgerFields, userFields } from '@heirlight/contract/account';
import { LEDGER, USERS } from '@heirlight/contract/paths';
import { boolean, type InferOutput, object, optional, string } from 'valibot';
import { collectionOf, getAll, time } from '../platform/documents';
import { AppError } from '../platform/errors';
import type { Firestore, Transaction } from '../platform/firestoreTypes';

/** `users/{uid}` as the server sees it. */
const account = object({
  ...userFields(time),
  /** The customer at Stripe, from the first checkout on. After a deletion: until Stripe needs nothing more from us. */
  stripe_customer_id: optional(string()),
  /** When the owner asked for deletion; from then on nothing may be spent. */
  deleted_at: optional(time),
  /** True from the request for deletion until everything here is gone. */
  deletion_pending: optional(boolean()),
  /** When Stripe was last asked about a deleted account; there until nothing is left to be done at Stripe. */
  stripe_tried_at: optional(time),
});
export type AccountRecord = InferOutput<typeof account>;

export interface EntryDraft {
  /** One of `ledgerEntryId`: the idempotency key. */
  id: string;
  reason: LedgerReason;
  ref: string;
  /** Restores; negative takes. */
  delta: number;
  /** Takes only what is there and notes the rest as owed, instead of refusing. */
  floorsAtZero?: boolean;
  /** Owed restores this entry settles without touching the balance. */
  settlesOwed?: number;
}

export interface PostedEntry {
  /** False when an entry of this id was there before: nothing changed. */
  isNew: boolean;
  /** What really moved. */
  delta: number;
  owed: number;
}

export const accounts = collectionOf(USERS, account);
export const accountRef = (db: Firestore, uid: string) => accounts(db).doc(uid);
export const ledgerOf = (db: Firestore, uid: string) =>
  collectionOf(`${USERS}/${uid}/${LEDGER}`, object(ledgerFields(time)))(db);
export const ledgerRef = (db: Firestore, uid: string, entryId: string) => ledgerOf(db, uid).doc(entryId);

interface Balance {
  available: number;
  owed: number;
}

function settle(balance: Balance, draft: EntryDraft): { delta: number; owed: number } {
  if (balance.available + draft.delta >= 0) return { delta: draft.delta, owed: 0 };
  if (!draft.floorsAtZero) throw new AppError('no_restores_left', `${draft.id} needs ${-draft.delta} restores`);
  return { delta: -balance.available, owed: -draft.delta - balance.available };
}

/**
 * The only place a balance changes. Reads the account and the entries, skips entries that exist, then writes each new
 * entry and the account together, so the sum of the ledger is always the balance and the balance never negative.
 * Do every other read of the transaction before calling, and call once per transaction.
 *
 * @throws AppError `no_restores_left` when an entry takes more than there is and does not floor at zero
 */
export async function postEntries(
  transaction: Transaction,
  { db, uid, entries, now }: { db: Firestore; uid: string; entries: EntryDraft[]; now: Date },
): Promise<{ balance: number; posted: PostedEntry[] }> {
  const account = accountRef(db, uid);
  const refs = entries.map((draft) => ledgerRef(db, uid, draft.id));
  const [accountSnapshot, ...existing] = await getAll(transaction, account, ...refs);
  const before = accountSnapshot.data();
  const balance: Balance = { available: before?.restores_available ?? 0, owed: before?.restores_owed ?? 0 };

  const posted = entries.map((draft, index): PostedEntry => {
    const ref = refs[index];
    if (!ref || existing[index]?.exists) return { isNew: false, delta: 0, owed: 0 };
    const { delta, owed } = settle(balance, draft);
    balance.available += delta;
    balance.owed = Math.max(0, balance.owed + owed - (draft.settlesOwed ?? 0));
    const entry: LedgerEntry<Date> = {
      delta,
      reason: draft.reason,
      ref: draft.ref,
      balance_after: balance.available,
      created_at: now,
      ...(owed > 0 ? { owed } : {}),
    };
    transaction.create(ref, entry);
    return { isNew: true, delta, owed };
  });

  if (!before) {
    transaction.create(account, {
      restores_available: balance.available,
      restores_owed: balance.owed,
      created_at: now,
    });
  } else if (posted.some((entry) => entry.isNew)) {
    transaction.update(account, { restores_available: balance.available, restores_owed: balance.owed });
  }
  return { balance: balance.available, posted };
}
