import { fetchCredits } from '../../lib/credits';
import { toast } from '../../lib/toast';
import { runPaymentSequence } from './paymentSequence';

/**
 * Runs when the address carries `session_id`. The parameter only starts toasts and a look at the balance: what was paid
 * is decided by Stripe's webhook, so a made-up one grants nothing.
 */
export function startPaymentReturn(): void {
  window.history.replaceState(null, '', '/');
  void runPaymentSequence({
    toast,
    fetchCredits,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
