import { CHECKOUT_LIFETIME_MS } from '@heirlight/contract/limits';
import type { PaymentStatus } from '@heirlight/contract/payment';
import type { Deps } from '../platform/deps';
import { readOrLog } from '../platform/documents';
import { messageOf } from '../platform/errors';
import { payments as paymentsIn } from './paymentRecord';

/** Few people leave more than one open. The next run ends the rest. */
const SESSIONS_PER_RUN = 50;
/** Allows for clock differences and late records. */
const MARGIN_MS = 60 * 60_000;

/**
 * Ends the open checkouts of an account, so that nobody pays for a deleted one. Paid and ended ones stay as they are.
 * Returns true when no open checkout is left, false if Stripe was out of reach: then call it again. A checkout whose
 * record cannot be read is ended too, but does not make this false, because that might never change.
 */
export async function expireCheckouts(
  uid: string,
  { db, payments, now, log }: Pick<Deps, 'db' | 'payments' | 'now' | 'log'>,
): Promise<boolean> {
  const open: PaymentStatus = 'open';
  const left = await paymentsIn(db)
    .where('user_id', '==', uid)
    .where('status', '==', open)
    .limit(SESSIONS_PER_RUN)
    .get();
  // Older ones have ended by themselves, even if no report came: a deletion waits for Stripe a day at most.
  const endedByItself = now().getTime() - CHECKOUT_LIFETIME_MS - MARGIN_MS;
  const payable = left.docs
    .map((snapshot) => ({ sessionId: snapshot.id, payment: readOrLog(snapshot, { log }) }))
    .filter(({ payment }) => payment === null || payment.created_at.getTime() > endedByItself);
  const expire = async (sessionId: string): Promise<boolean> => {
    try {
      await payments.expireSession(sessionId);
      return true;
    } catch (error) {
      log.warn('A checkout of a deleted account could not be ended yet', { sessionId, reason: messageOf(error) });
      return false;
    }
  };
  // All at once: Stripe out of reach costs a minute, not one for each.
  const ended = await Promise.all(payable.map(async ({ sessionId, payment }) => (await expire(sessionId)) || !payment));
  return left.size < SESSIONS_PER_RUN && ended.every(Boolean);
}
