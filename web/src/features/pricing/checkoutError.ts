import { copy } from '../../lib/copy';
import { sdkCode, serverCode } from '../../lib/errorText';
import type { Toast } from '../../lib/toast';

/** The toast for a failed checkout: by the message, as the specification has it, and by the server's own codes. */
export function checkoutErrorToast(error: unknown): Toast {
  const message = error instanceof Error ? error.message : '';
  const code = serverCode(error);
  const notAuthenticated =
    code === 'signed_out' || code === 'wrong_user' || sdkCode(error) === 'functions/unauthenticated';
  if (notAuthenticated || message.includes('invalid_credentials')) return copy.toasts.authenticationError;
  if (code === 'checkout_failed' || message.includes('Failed to create checkout session')) {
    return copy.toasts.sessionError;
  }
  return copy.toasts.paymentError;
}
