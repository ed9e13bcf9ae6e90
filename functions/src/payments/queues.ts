import { QUEUE } from '@heirlight/contract/functionNames';
import { boolean, nullish, object, optional, string } from 'valibot';
import type { Queue } from '../platform/taskQueue';

/** Asks Stripe about a session, or about that of a payment. `isSwept`: nobody has reported anything. */
const reconcile = object({
  sessionId: nullish(string(), null),
  paymentIntentId: nullish(string(), null),
  isSwept: optional(boolean(), false),
});
export const RECONCILE_PAYMENT = {
  name: QUEUE.reconcilePayment,
  payload: reconcile,
  // About three hours: Stripe repeats no report that the queue has taken, and looks of the sweep are rare later on.
  retryConfig: { maxAttempts: 14, minBackoffSeconds: 5, maxBackoffSeconds: 1_800 },
  // Stripe takes 25 requests a second in its test mode: https://docs.stripe.com/rate-limits
  rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 10 },
} satisfies Queue<typeof reconcile>;
