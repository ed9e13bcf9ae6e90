import { copy } from '../lib/copy';
import { toast } from '../lib/toast';

/** The address stays as it is, so that reloading tries again. */
const sayUnreachable = () => toast(copy.toasts.serviceUnreachable);

/**
 * What the address asks for: the return from checkout (`session_id`) or a link from an e-mail (`mode`, or a hash with
 * `type=recovery`). The code for it is downloaded only then.
 */
export function startFromAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): void {
  const query = new URLSearchParams(search);
  if (query.has('session_id')) {
    import('../features/payment/paymentReturn')
      .then(({ startPaymentReturn }) => startPaymentReturn())
      .catch(sayUnreachable);
  }
  if (query.has('mode') || new URLSearchParams(hash.slice(1)).get('type') === 'recovery') {
    import('../features/recovery/authLink').then(({ handleAuthLink }) => handleAuthLink()).catch(sayUnreachable);
  }
}
