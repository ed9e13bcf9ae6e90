import { type LedgerEntry, type LedgerReason, ledgerFields, userFields } from '@heirlight/contract/account';
import { LEDGER, USERS } from '@heirlight/contract/paths';
import { type InferOutput, number, object, optional } from 'valibot';
import { collectionOf, getAll, time } from '../platform/documents';
import { AppError } from '../platform/errors';
import type { Firestore, Transaction } from '../platform/firestoreTypes';
import { noteEdit } from './alerts';

/** The fields of `users/{uid}` that the ledger keeps. `account` adds the rest. */
export const balanceFields = {
  ...userFields(time),
  /** What the ledger adds up to: the balance, unless somebody changed that by hand. Missing on older documents. */
  ledger_sum: optional(number()),
  /** When a reversal last left something owed. */
  owed_at: optional(time),
};
const balance = object(balanceFields);
export type BalanceRecord = InferOutput<typeof balance>;

export interface EntryDraft {
  /** One of `ledgerEntryId`: the idempotency key. */
  id: string;
  reason: LedgerReason;
  ref: string;
  /** Restores; negative takes. */
  delta: number;
  /** Takes only what is there and notes the rest as owed, instead of refusing. */
  floorsAtZero?: boolean;
  /** What an entry that gives pays of `restores_owed` first, at most; the rest goes to the balance. */
  settlesAtMost?: number;
  /** When the restores that come back were spent: after `owed_at` they settle nothing, because others paid for them. */
  spentAt?: Date;
}

export interface PostedEntry {
  /** False when an entry of this id was there before: nothing changed. */
  isNew: boolean;
  /** What really moved. */
  delta: number;
  /** The change of `restores_owed`. */
  owed: number;
}

export const balances = collectionOf(USERS, balance);
export const balanceRef = (db: Firestore, uid: string) => balances(db).doc(uid);
export const ledgerOf = (db: Firestore, uid: string) =>
  collectionOf(`${USERS}/${uid}/${LEDGER}`, object(ledgerFields(time)))(db);
export const ledgerRef = (db: Firestore, uid: string, entryId: string) => ledgerOf(db, uid).doc(entryId);

interface Balance {
  available: number;
  owed: number;
  owedAt: Date | undefined;
}

function settle({ settlesAtMost = 0, spentAt }: EntryDraft, { owed, owedAt }: Balance): number {
  const isPaidByOthers = spentAt !== undefined && owedAt !== undefined && spentAt > owedAt;
  return isPaidByOthers ? 0 : Math.min(settlesAtMost, owed);
}

function moved(balance: Balance, draft: EntryDraft): { delta: number; owed: number } {
  if (balance.available + draft.delta >= 0) {
    const settled = settle(draft, balance);
    return { delta: draft.delta - settled, owed: 0 - settled };
  }
  if (!draft.floorsAtZero) throw new AppError('no_restores_left', `${draft.id} needs ${-draft.delta} restores`);
  return { delta: -balance.available, owed: -draft.delta - balance.available };
}

/**
 * The only place a balance changes. Reads the account and the entries, skips entries that exist, then writes each new
 * entry and the account together, so the sum of the ledger is always the balance and the balance never negative.
 * What is owed is the sum of the entries' `owed` in the same way. A balance that somebody changed by hand is used as it
 * is, and noted as an alert.
 * Do every other read of the transaction before calling, and call once per transaction.
 *
 * @throws AppError `no_restores_left` when an entry takes more than there is and does not floor at zero
 */
export async function postEntries(
  transaction: Transaction,
  { db, uid, entries, now }: { db: Firestore; uid: string; entries: EntryDraft[]; now: Date },
): Promise<{ balance: number; posted: PostedEntry[] }> {
  const account = balanceRef(db, uid);
  const refs = entries.map((draft) => ledgerRef(db, uid, draft.id));
  const [accountSnapshot, ...existing] = await getAll(transaction, account, ...refs);
  const before = accountSnapshot.data();
  const balance: Balance = {
    available: before?.restores_available ?? 0,
    owed: before?.restores_owed ?? 0,
    owedAt: before?.owed_at,
  };

  const ledgerSum = before?.ledger_sum ?? balance.available;
  if (balance.available !== ledgerSum) noteEdit(transaction, { db, uid, balance: balance.available, ledgerSum, now });

  const posted = entries.map((draft, index): PostedEntry => {
    const ref = refs[index];
    if (!ref || existing[index]?.exists) return { isNew: false, delta: 0, owed: 0 };
    const { delta, owed } = moved(balance, draft);
    balance.available += delta;
    balance.owed += owed;
    if (owed > 0) balance.owedAt = now;
    const entry: LedgerEntry<Date> = {
      delta,
      reason: draft.reason,
      ref: draft.ref,
      balance_after: balance.available,
      created_at: now,
      ...(owed === 0 ? {} : { owed }),
    };
    transaction.create(ref, entry);
    return { isNew: true, delta, owed };
  });

  const after = {
    restores_available: balance.available,
    restores_owed: balance.owed,
    ledger_sum: posted.reduce((sum, { delta }) => sum + delta, ledgerSum),
    ...(balance.owedAt ? { owed_at: balance.owedAt } : {}),
  };
  if (!before) transaction.create(account, { ...after, created_at: now });
  else if (posted.some((entry) => entry.isNew)) transaction.update(account, after);
  return { balance: balance.available, posted };
}
