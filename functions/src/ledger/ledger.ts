import type { LedgerEntry, LedgerReason, UserDocument } from '@heirlight/contract/account';
import { LEDGER, USERS } from '@heirlight/contract/paths';
import { AppError } from '../platform/errors';
import type { DocumentReference, Firestore, Timestamp, Transaction } from '../platform/firestoreTypes';

/** `users/{uid}` as the server sees it. */
export interface AccountRecord extends UserDocument<Timestamp> {
  /** The customer at Stripe, from the first checkout on; after a deletion until it is deleted there, or left to its invoices. */
  stripe_customer_id?: string;
  /** Set once the owner asked for deletion; from then on nothing may be spent. */
  deleted_at?: Timestamp;
  /** True from the request for deletion until everything here is gone. */
  deletion_pending?: boolean;
  /** There from the request for deletion until nothing is left to be done at Stripe: when that was last tried. */
  stripe_tried_at?: Timestamp;
}

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

export const accountRef = (db: Firestore, uid: string) => db.collection(USERS).doc(uid);
export const ledgerRef = (db: Firestore, uid: string, entryId: string) =>
  accountRef(db, uid).collection(LEDGER).doc(entryId);

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
  const refs: DocumentReference[] = entries.map((draft) => ledgerRef(db, uid, draft.id));
  const [accountSnapshot, ...existing] = await transaction.getAll(account, ...refs);
  const before = accountSnapshot?.data() as AccountRecord | undefined;
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

  if (!accountSnapshot?.exists) {
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
