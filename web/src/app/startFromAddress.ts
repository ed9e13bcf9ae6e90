/**
 * What the address asks for: the return from checkout (`session_id`) or a link from an e-mail (`mode`, or a hash with
 * `type=recovery`). The code for it is downloaded only then.
 */
export function startFromAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): void {
  const query = new URLSearchParams(search);
  if (query.has('session_id')) {
    void import('../features/payment/paymentReturn').then(({ startPaymentReturn }) => startPaymentReturn());
  }
  if (query.has('mode') || new URLSearchParams(hash.slice(1)).get('type') === 'recovery') {
    void import('../features/recovery/authLink').then(({ handleAuthLink }) => handleAuthLink());
  }
}
