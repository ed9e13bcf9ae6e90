import type { PackId } from '@heirlight/contract/packs';
import { PAYMENTS } from '@heirlight/contract/paths';
import type { PaymentDocument } from '@heirlight/contract/payment';
import type { DocumentReference, Firestore, Timestamp } from '../platform/firestoreTypes';
import type { Dispute } from '../platform/payments';

/** `payments/{sessionId}` with what the server needs to converge on Stripe's truth in any order of events. */
export interface PaymentRecord<T = Timestamp> extends PaymentDocument<T> {
  /** Restores taken back so far, those owed included. */
  restores_reversed: number;
  /** The part of them the account could not give, because it was spent. */
  restores_owed: number;
  /** Reversal entries written so far; numbers the next one. */
  reversal_steps: number;
  /** Most cents ever seen refunded: refunds only grow, so less is an old answer. */
  amount_refunded: number;
  disputes: Record<string, Pick<Dispute, 'state' | 'amount'>>;
}

export const paymentRef = (db: Firestore, sessionId: string): DocumentReference =>
  db.collection(PAYMENTS).doc(sessionId);

/** The current checkout of one person and pack: what a second click is led to. */
export const checkoutRef = (db: Firestore, { uid, pack }: { uid: string; pack: PackId }): DocumentReference =>
  db.collection('checkouts').doc(`${uid}_${pack}`);
