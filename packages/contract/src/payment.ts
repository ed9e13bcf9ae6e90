import { type GenericSchema, type InferOutput, nullish, number, type ObjectSchema, picklist, string } from 'valibot';

export const PAYMENT_STATUSES = ['open', 'paid', 'failed', 'expired', 'partially_reversed', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The fields of a document of `payments/{sessionId}`: what was bought, by whom, for how much, and how it ended. */
export const paymentFields = <Time extends GenericSchema>(time: Time) => ({
  user_id: string(),
  /** The pack's id. Any text, because payments for a retired pack must stay readable. */
  pack: string(),
  photos: number(),
  /** Smallest currency unit (cents), after discounts; null until Stripe said so. */
  amount_total: nullish(number(), null),
  currency: string(),
  status: picklist(PAYMENT_STATUSES),
  payment_intent_id: nullish(string(), null),
  charge_id: nullish(string(), null),
  created_at: time,
  updated_at: time,
});
/** A document of `payments`. `T` is the type of its times. */
export type PaymentDocument<T> = InferOutput<
  ObjectSchema<ReturnType<typeof paymentFields<GenericSchema<unknown, T>>>, undefined>
>;
