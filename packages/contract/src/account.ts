/** A document of the collection `users`. Clients may read their own and write nothing. */
export interface UserDocument<T> {
  restores_available: number;
  created_at: T;
  /** Restores a reversal could not take back because they were spent; 0 for nearly everyone. */
  restores_owed: number;
}

export const LEDGER_REASONS = ['welcome', 'restore', 'refund', 'purchase', 'reversal'] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/**
 * A document of `users/{uid}/ledger`. Append-only. The id is the idempotency key: an existing entry makes the
 * operation a no-op. The sum of `delta` over an account is its balance and never negative.
 */
export interface LedgerEntry<T> {
  delta: number;
  reason: LedgerReason;
  /** What the entry is about: photo id, Checkout Session id or charge id; the account's id for `welcome`. */
  ref: string;
  balance_after: number;
  created_at: T;
  /** On a reversal: the part that could not be taken back without going below 0. */
  owed?: number;
}

export const ledgerEntryId = {
  welcome: () => 'welcome',
  restore: (photoId: string) => `restore_${photoId}`,
  refund: (photoId: string) => `refund_${photoId}`,
  purchase: (sessionId: string) => `purchase_${sessionId}`,
  reversal: (chargeId: string) => `reversal_${chargeId}`,
} as const;
