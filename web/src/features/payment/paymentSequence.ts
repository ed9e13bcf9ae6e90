import {
  PAYMENT_BACKOFF_MAX_MS,
  PAYMENT_BACKOFF_START_MS,
  PAYMENT_CONFIRM_DELAY_MS,
  PAYMENT_FIRST_FETCH_DELAY_MS,
  PAYMENT_MAX_ATTEMPTS,
} from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import type { Toast } from '../../lib/toast';

export interface PaymentSequenceDeps {
  toast(message: Toast): void;
  /** Fetches the balance; rejects when it could not be fetched. */
  fetchCredits(): Promise<unknown>;
  wait(ms: number): Promise<void>;
}

/** The pause after a failed attempt (the first is number 1): 1, 2, 4, 8, then 10 seconds. */
export function backoffMs(attempt: number): number {
  return Math.min(PAYMENT_BACKOFF_START_MS * 2 ** (attempt - 1), PAYMENT_BACKOFF_MAX_MS);
}

/** What follows a payment (spec, section 4): the toasts, the first fetch after 2 s, and up to 10 attempts at it. */
export async function runPaymentSequence({ toast, fetchCredits, wait }: PaymentSequenceDeps): Promise<void> {
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
