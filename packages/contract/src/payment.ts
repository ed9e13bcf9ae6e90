import type { PackId } from './packs';

export const PAYMENT_STATUSES = ['open', 'paid', 'failed', 'expired', 'partially_reversed', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** A document of `payments/{sessionId}`: what was bought, by whom, for how much, and how it ended. */
export interface PaymentDocument<T> {
  user_id: string;
  pack: PackId;
  photos: number;
  /** Smallest currency unit (cents), after discounts; null until Stripe said so. */
  amount_total: number | null;
  currency: string;
  status: PaymentStatus;
  payment_intent_id: string | null;
  charge_id: string | null;
  created_at: T;
  updated_at: T;
}
