import type { PaymentStatus } from '@heirlight/contract/payment';
import { messageOf } from '../platform/errors';
import { nextCheck, paymentRef, payments } from './paymentRecord';
import { type ReconcileDeps, type Reconciled, reconcilePayment } from './reconcilePayment';

/** Payments looked at per run, those waiting longest first. */
export const PAYMENTS_PER_RUN = 50;

const OPEN: PaymentStatus = 'open';

/** What Stripe says of it now, noted; null when Stripe did not say, or speaks of something that is none of ours. */
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
  // Nothing was noted: it goes to the back all the same, or the ones behind it never had their turn.
  if (!found) await paymentRef(db, sessionId).update({ next_check_at: next });
  if (next === null) log.error('An open payment is given up: look at it at Stripe', { sessionId });
}

/**
 * Finishes what no webhook finished: payments that are open longer than buying takes are asked about at Stripe, so that a purchase is credited and a checkout
 * that is over ends even if no report ever arrives. Begins with none after `until`. Answers how many were looked at.
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
    await lookAt(snapshot.id, snapshot.data().created_at, deps);
  }
  return seen;
}
