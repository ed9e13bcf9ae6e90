import type { PaymentStatus } from '@heirlight/contract/payment';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { payments as paymentsIn } from './paymentRecord';

type Bought = 'yes' | 'no' | 'undecided';

/** Money that came in has an invoice at Stripe, wherever it went since. */
const WITH_INVOICE: readonly PaymentStatus[] = ['paid', 'partially_reversed', 'reversed'];

/** Whether somebody ever bought. Undecided while Stripe has not yet said how a checkout ended; one that was given up does not count. */
export async function hasBought(uid: string, { db }: Pick<Deps, 'db'>): Promise<Bought> {
  const { docs } = await paymentsIn(db).where('user_id', '==', uid).get();
  const payments = docs.map((entry) => entry.data());
  if (payments.some(({ status }) => WITH_INVOICE.includes(status))) return 'yes';
  return payments.some(({ status, next_check_at }) => status === 'open' && next_check_at) ? 'undecided' : 'no';
}

/**
 * Deletes the customer of a deleted account at Stripe, unless there are invoices, which have to be kept with it. Answers whether nothing is left to be done:
 * false when a payment may still be on its way or Stripe was out of reach, and then it has to be run again.
 */
export async function forgetCustomer(
  { uid, customerId }: { uid: string; customerId: string },
  { db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>,
): Promise<boolean> {
  const bought = await hasBought(uid, { db });
  if (bought !== 'no') return bought === 'yes';
  try {
    await payments.deleteCustomer(customerId);
    return true;
  } catch (error) {
    log.warn('A customer of a deleted account could not be deleted yet', { customerId, reason: messageOf(error) });
    return false;
  }
}
