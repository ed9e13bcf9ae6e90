import { copy } from '../lib/copy';
import { toast } from '../lib/toast';

/** The address stays as it is, so that reloading tries again. */
function sayUnreachable(error: unknown): void {
  console.error('The code for this address could not be downloaded', error);
  toast(copy.toasts.serviceUnreachable);
}

function startWhenHere<Code>(code: Promise<Code>, start: (code: Code) => void): void {
  code.then(start, sayUnreachable).catch((error: unknown) => {
    console.error('What the address asks for could not be started', error);
  });
}

/**
 * What the address asks for: the return from checkout (`session_id`) or a link from an e-mail (`mode`, or a hash with
 * `type=recovery`). The code for it is downloaded only then.
 */
export function startFromAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): void {
  const query = new URLSearchParams(search);
  if (query.has('session_id')) {
    startWhenHere(import('../features/payment/paymentReturn'), ({ startPaymentReturn }) => startPaymentReturn());
  }
  if (query.has('mode') || new URLSearchParams(hash.slice(1)).get('type') === 'recovery') {
    startWhenHere(import('../features/recovery/authLink'), ({ handleAuthLink }) => handleAuthLink());
  }
}
