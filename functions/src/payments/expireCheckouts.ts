import { PAYMENTS } from '@heirlight/contract/paths';
import type { PaymentStatus } from '@heirlight/contract/payment';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';

/** A session lives for a day, and few people leave more than one open. */
const SESSIONS_PER_RUN = 50;

/**
 * Ends the checkouts somebody has left open, so that nobody pays for an account that is gone. What is paid or over already stays as it is: a refusal is
 * only noted.
 */
export async function expireCheckouts(
  uid: string,
  { db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>,
): Promise<void> {
  const open: PaymentStatus = 'open';
  const left = await db
    .collection(PAYMENTS)
    .where('user_id', '==', uid)
    .where('status', '==', open)
    .limit(SESSIONS_PER_RUN)
    .get();
  const expire = async (sessionId: string) => {
    try {
      await payments.expireSession(sessionId);
    } catch (error) {
      log.warn('A checkout of a deleted account could not be ended', { sessionId, reason: messageOf(error) });
    }
  };
  // All at once: Stripe out of reach costs a minute, not one for each.
  await Promise.all(left.docs.map(({ id }) => expire(id)));
}
