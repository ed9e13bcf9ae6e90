import { type GenericSchema, type InferOutput, number, type ObjectSchema, optional, picklist, string } from 'valibot';

/** The fields of a document of `users`. Clients may read their own and write nothing. `time` is the SDK's timestamp. */
export const userFields = <Time extends GenericSchema>(time: Time) => ({
  restores_available: number(),
  created_at: time,
  /** Restores that could not be taken back because they were spent; 0 for nearly everyone. */
  restores_owed: optional(number(), 0),
});
/** A document of `users`. `T` is the type of its times. */
export type UserDocument<T> = InferOutput<
  ObjectSchema<ReturnType<typeof userFields<GenericSchema<unknown, T>>>, undefined>
>;

export const LEDGER_REASONS = ['welcome', 'restore', 'refund', 'purchase', 'reversal', 'grant'] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/**
 * The fields of a document of `users/{uid}/ledger`, which is only appended to. Its id is the idempotency key: an
 * existing entry makes the operation a no-op. The sum of `delta` over an account is its balance and never negative.
 */
export const ledgerFields = <Time extends GenericSchema>(time: Time) => ({
  delta: number(),
  reason: picklist(LEDGER_REASONS),
  /**
   * What the entry is about: id of a photo, a Checkout Session, a charge or the owner's request; the account's id for
   * `welcome`.
   */
  ref: string(),
  balance_after: number(),
  created_at: time,
  /**
   * The change of `restores_owed`, if there is one: what could not be taken back without going below 0, or, negative,
   * what an entry settles of it instead of adding to the balance. Its sum over an account is `restores_owed`.
   */
  owed: optional(number()),
});
/** A document of `users/{uid}/ledger`. `T` is the type of its times. */
export type LedgerEntry<T> = InferOutput<
  ObjectSchema<ReturnType<typeof ledgerFields<GenericSchema<unknown, T>>>, undefined>
>;

export const ledgerEntryId = {
  welcome: () => 'welcome',
  restore: (photoId: string) => `restore_${photoId}`,
  refund: (photoId: string) => `refund_${photoId}`,
  purchase: (sessionId: string) => `purchase_${sessionId}`,
  reversal: (chargeId: string) => `reversal_${chargeId}`,
  grant: (requestId: string) => `grant_${requestId}`,
} as const;
