import { PAYMENT_CHECK_MAX_PAUSE_MS } from '@heirlight/contract/limits';
import type { PaymentStatus } from '@heirlight/contract/payment';
import { readOrLog } from '../platform/documents';
import { messageOf } from '../platform/errors';
import { nextCheck, paymentRef, payments } from './paymentRecord';
import { type ReconcileDeps, type Reconciled, reconcilePayment } from './reconcilePayment';

/** Payments looked at per run, those waiting longest first. */
export const PAYMENTS_PER_RUN = 50;

const OPEN: PaymentStatus = 'open';

/** Records what Stripe says now. Null if Stripe is out of reach or the session is not one of ours. */
async function ask(sessionId: string, deps: ReconcileDeps): Promise<Reconciled | null> {
  try {
    return await reconcilePayment(sessionId, deps);
  } catch (error) {
    deps.log.warn('An open payment stays for a later run', { sessionId, reason: messageOf(error) });
    return null;
  }
}

async function lookAt(sessionId: string, openedAt: Date, deps: ReconcileDeps): Promise<void> {
  const { db, now, log } = deps;
  const found = await ask(sessionId, deps);
  if (found?.isNewCredit) {
    log.error('The sweep credited a payment nobody reported: see whether webhooks of Stripe arrive', { sessionId });
  }
  if (found && found.status !== OPEN) return;
  const next = nextCheck(openedAt, now());
  // Nothing was recorded. It still goes to the back, or those behind it would never get a turn.
  if (!found) await paymentRef(db, sessionId).update({ next_check_at: next });
  if (next === null) log.error('An open payment is given up: look at it at Stripe', { sessionId });
}

/**
 * Asks Stripe about payments that are open for longer than buying takes. So a purchase is credited and an ended
 * checkout closed even if the webhook never came. Starts none after `until`. Returns the number of payments looked at.
 */
export async function sweepPayments(deps: ReconcileDeps, { until }: { until?: Date } = {}): Promise<number> {
  const { db, now } = deps;
  const due = await payments(db)
    .where('status', '==', OPEN)
    .where('next_check_at', '<=', now())
    .orderBy('next_check_at')
    .limit(PAYMENTS_PER_RUN)
    .get();
  let seen = 0;
  for (const snapshot of due.docs) {
    if (until && now() > until) break;
    seen++;
    const payment = readOrLog(snapshot, deps);
    if (payment) await lookAt(snapshot.id, payment.created_at, deps);
    // It goes to the back, or those behind it would never get a turn.
    else await snapshot.ref.update({ next_check_at: new Date(now().getTime() + PAYMENT_CHECK_MAX_PAUSE_MS) });
  }
  return seen;
}
