import {
  PAYMENT_CHECK_AFTER_MS,
  PAYMENT_CHECK_MAX_PAUSE_MS,
  PAYMENT_GIVE_UP_AFTER_MS,
} from '@heirlight/contract/limits';
import { type CreditPack, CURRENCY, type PackId } from '@heirlight/contract/packs';
import { PAYMENTS } from '@heirlight/contract/paths';
import type { PaymentDocument } from '@heirlight/contract/payment';
import type { DocumentReference, Firestore, Timestamp } from '../platform/firestoreTypes';
import type { Dispute, Refund } from '../platform/paymentGateway';

/** `payments/{sessionId}` with what the server needs to converge on Stripe's truth in any order of events. */
export interface PaymentRecord<T = Timestamp> extends PaymentDocument<T> {
  /** Restores taken back so far, those owed included. */
  restores_reversed: number;
  /** The part of them the account could not give, because it was spent. */
  restores_owed: number;
  /** Reversal entries written so far; numbers the next one. */
  reversal_steps: number;
  /** By id, as far as each has come: an old answer takes nothing back. */
  refunds: Record<string, Pick<Refund, 'state' | 'amount'>>;
  disputes: Record<string, Pick<Dispute, 'state' | 'amount'>>;
  /** When the sweeper asks Stripe about it; null once nothing more is to be learnt that way. */
  next_check_at: T | null;
}

export const paymentRef = (db: Firestore, sessionId: string): DocumentReference =>
  db.collection(PAYMENTS).doc(sessionId);

/** The current checkout of one person and pack: what a second click is led to. */
export const checkoutRef = (db: Firestore, { uid, pack }: { uid: string; pack: PackId }): DocumentReference =>
  db.collection('checkouts').doc(`${uid}_${pack}`);

/**
 * When an open payment is looked at next: after as long again as it has been open. Most people pay within minutes, so a lost report is soon found, and an
 * abandoned checkout costs Stripe a dozen questions in its day instead of one in every run. A bank debit may take two weeks, hence the longest pause.
 * Null for one so old that its session cannot come to an end any more.
 */
export function nextCheck(openedAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - openedAt.getTime();
  if (ageMs >= PAYMENT_GIVE_UP_AFTER_MS) return null;
  const pauseMs = Math.min(Math.max(ageMs, PAYMENT_CHECK_AFTER_MS), PAYMENT_CHECK_MAX_PAUSE_MS);
  return new Date(now.getTime() + pauseMs);
}

/** A payment of which nothing is known yet but who wants which pack. */
export function openPayment({ uid, pack }: { uid: string; pack: CreditPack }, now: Date): PaymentRecord<Date> {
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
    refunds: {},
    disputes: {},
    next_check_at: nextCheck(now, now),
  };
}
