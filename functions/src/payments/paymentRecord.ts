import {
  PAYMENT_CHECK_AFTER_MS,
  PAYMENT_CHECK_MAX_PAUSE_MS,
  PAYMENT_GIVE_UP_AFTER_MS,
  PAYMENT_REVIEW_AFTER_MS,
  PAYMENT_REVIEW_UNTIL_MS,
} from '@heirlight/contract/limits';
import { CURRENCY } from '@heirlight/contract/packs';
import { PAYMENTS } from '@heirlight/contract/paths';
import { type PaymentStatus, paymentFields } from '@heirlight/contract/payment';
import { boolean, type InferOutput, nullish, number, object, optional, picklist, record, string } from 'valibot';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';
import { DISPUTE_STATES, REFUND_STATES } from '../platform/paymentGateway';

const amount = { amount: number() };

const withdrawal = object({
  /** The idempotency key of its refund. */
  request: string(),
  restores: number(),
  ...amount,
  /** True until Stripe shows the refund: so long its money counts as returned. */
  is_open: boolean(),
  requested_at: time,
});
export type Withdrawal = InferOutput<typeof withdrawal>;

/** `payments/{sessionId}` with what the server needs to converge on Stripe's truth in any order of events. */
const payment = object({
  ...paymentFields(time),
  /** Restores taken back so far, those owed included. */
  restores_reversed: optional(number(), 0),
  /** The part of them that was spent by then. What the account still owes of all its payments stands there. */
  restores_owed: optional(number(), 0),
  /** Reversal entries written so far; numbers the next one. */
  reversal_steps: optional(number(), 0),
  /** By id, in their latest known state: an outdated response changes nothing. */
  refunds: optional(record(string(), object({ state: picklist(REFUND_STATES), ...amount })), {}),
  disputes: optional(record(string(), object({ state: picklist(DISPUTE_STATES), ...amount })), {}),
  /** Cents of this payment in `income` so far, and how many entries: numbers the next one. */
  income_cents: optional(number(), 0),
  income_steps: optional(number(), 0),
  /** Whether it is ordered and its money has not come yet: a bank transfer takes days. */
  is_pending: optional(boolean(), false),
  /** When it was credited. Missing before it was, and on older records. */
  paid_at: optional(time),
  /** The buyer's last request to give back what was unused. */
  withdrawal: optional(withdrawal),
  /** When the sweeper asks Stripe about it; null when there is nothing more to learn that way. */
  next_check_at: nullish(time, null),
});
export type PaymentRecord = InferOutput<typeof payment>;

export const payments = collectionOf(PAYMENTS, payment);
export const paymentRef = (db: Firestore, sessionId: string) => payments(db).doc(sessionId);

const checkouts = collectionOf('checkouts', object({ key: string(), created_at: time }));
/** The current checkout of one person and pack: what a second click is led to. */
export const checkoutRef = (db: Firestore, { uid, pack }: { uid: string; pack: string }) =>
  checkouts(db).doc(`${uid}_${pack}`);

/** A payment that was ever paid: it has an invoice, and its money may go back. */
export const EVER_PAID: readonly PaymentStatus[] = ['paid', 'partially_reversed', 'reversed'];

/**
 * When the sweeper looks at a payment next: after as long as it has existed, within bounds. Null if nothing can change
 * any more.
 *
 * Most people pay within minutes, so a lost report of an open payment is found soon, and an abandoned checkout costs a
 * dozen requests in its day, not one per run. A bank debit may take two weeks, hence the longest pause. Refunds and
 * disputes of a paid one mostly come in the first weeks: nine checks in eight months find what no webhook reported. A
 * payment that waits for its refund is checked like an open one.
 */
export function nextCheck(
  { status, created_at, withdrawal }: Pick<PaymentRecord, 'status' | 'created_at' | 'withdrawal'>,
  now: Date,
): Date | null {
  const after = (pauseMs: number) => new Date(now.getTime() + pauseMs);
  const bounded = (pauseMs: number) =>
    after(Math.min(Math.max(pauseMs, PAYMENT_CHECK_AFTER_MS), PAYMENT_CHECK_MAX_PAUSE_MS));
  if (withdrawal?.is_open) return bounded(now.getTime() - withdrawal.requested_at.getTime());
  const ageMs = now.getTime() - created_at.getTime();
  if (EVER_PAID.includes(status)) {
    return ageMs < PAYMENT_REVIEW_UNTIL_MS ? after(Math.max(ageMs, PAYMENT_REVIEW_AFTER_MS)) : null;
  }
  if (status !== 'open' || ageMs >= PAYMENT_GIVE_UP_AFTER_MS) return null;
  return bounded(ageMs);
}

/** The record of a session that was just opened. */
export function openPayment(
  { uid, pack }: { uid: string; pack: { id: string; photos: number } },
  now: Date,
): PaymentRecord {
  return {
    user_id: uid,
    pack: pack.id,
    photos: pack.photos,
    amount_total: null,
    currency: CURRENCY,
    status: 'open',
    payment_intent_id: null,
    charge_id: null,
    created_at: now,
    updated_at: now,
    restores_reversed: 0,
    restores_owed: 0,
    reversal_steps: 0,
    is_pending: false,
    income_cents: 0,
    income_steps: 0,
    refunds: {},
    disputes: {},
    next_check_at: nextCheck({ status: 'open', created_at: now, withdrawal: undefined }, now),
  };
}
