import type { Deps } from '../platform/deps';
import { readOrLog } from '../platform/documents';
import { messageOf } from '../platform/errors';
import { EVER_PAID, payments as paymentsIn } from './paymentRecord';

type Bought = 'yes' | 'no' | 'undecided';

/**
 * Whether somebody ever bought. `undecided` while a checkout may still be paid; one that was given up does not count.
 * A payment that cannot be read counts as bought, because its invoice would have to be kept.
 */
export async function hasBought(uid: string, { db, log }: Pick<Deps, 'db' | 'log'>): Promise<Bought> {
  const { docs } = await paymentsIn(db).where('user_id', '==', uid).get();
  const payments = docs.map((snapshot) => readOrLog(snapshot, { log }));
  if (payments.some((payment) => !payment || EVER_PAID.includes(payment.status))) return 'yes';
  return payments.some((payment) => payment?.status === 'open' && payment.next_check_at) ? 'undecided' : 'no';
}

/**
 * Deletes the customer of a deleted account at Stripe, unless it has invoices, which must be kept. Returns whether
 * nothing is left to do. False if a payment may still come in or Stripe was out of reach: then it has to run again.
 */
export async function forgetCustomer(
  { uid, customerId }: { uid: string; customerId: string },
  { db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>,
): Promise<boolean> {
  const bought = await hasBought(uid, { db, log });
  if (bought !== 'no') return bought === 'yes';
  try {
    await payments.deleteCustomer(customerId);
    return true;
  } catch (error) {
    log.warn('A customer of a deleted account could not be deleted yet', { customerId, reason: messageOf(error) });
    return false;
  }
}
