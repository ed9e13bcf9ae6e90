import {
  PAYMENT_BACKOFF_MAX_MS,
  PAYMENT_BACKOFF_START_MS,
  PAYMENT_CONFIRM_DELAY_MS,
  PAYMENT_FIRST_FETCH_DELAY_MS,
  PAYMENT_MAX_ATTEMPTS,
} from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns the pause in ms after a failed attempt (the first is number 1): 1, 2, 4, 8, then 10 seconds. */
function backoffMs(attempt: number): number {
  return Math.min(PAYMENT_BACKOFF_START_MS * 2 ** (attempt - 1), PAYMENT_BACKOFF_MAX_MS);
}

/**
 * Follows a payment (spec, section 4): toasts, a first fetch of the balance after 2 s, up to 10 attempts at it. Runs
 * when the address has a `session_id`, and removes it. Stripe's webhook decides what was paid, so a forged one grants
 * nothing. Never rejects.
 */
export async function followPayment({ fetchCredits }: Pick<CreditsFlows, 'fetchCredits'>): Promise<void> {
  window.history.replaceState(null, '', '/');
  toast(copy.toasts.paymentSuccessful);
  await wait(PAYMENT_FIRST_FETCH_DELAY_MS);
  for (let attempt = 1; attempt <= PAYMENT_MAX_ATTEMPTS; attempt += 1) {
    try {
      await fetchCredits();
      await wait(PAYMENT_CONFIRM_DELAY_MS);
      toast(copy.toasts.creditsAdded);
      return;
    } catch (error) {
      console.error(`Fetching the credits after the payment failed (attempt ${attempt})`, error);
    }
    if (attempt < PAYMENT_MAX_ATTEMPTS) await wait(backoffMs(attempt));
  }
  toast(copy.toasts.paymentProcessed);
}
