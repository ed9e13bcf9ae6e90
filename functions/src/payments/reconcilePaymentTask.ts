import { PAYMENT_CHECK_MAX_PAUSE_MS } from '@heirlight/contract/limits';
import { messageOf } from '../platform/errors';
import type { Attempt } from '../platform/taskHandler';
import { nextCheck, paymentRef } from './paymentRecord';
import { type ReconcileDeps, type Reconciled, reconcilePayment } from './reconcilePayment';
import { refundWithdrawal } from './requestWithdrawal';

export interface PaymentTask {
  sessionId: string | null;
  paymentIntentId: string | null;
  isSwept: boolean;
}

/** When a payment that Stripe does not tell about, or that cannot be read, has its next turn. */
export const atTheBack = (now: Date) => new Date(now.getTime() + PAYMENT_CHECK_MAX_PAUSE_MS);

/** Logs an error when the sweep found a change that Stripe's webhooks should have reported. */
function raiseAlarm(sessionId: string, { isNewCredit, isNewReversal }: Reconciled, { log }: ReconcileDeps): void {
  if (isNewCredit) {
    log.error('The sweep credited a payment nobody reported: see whether webhooks of Stripe arrive', { sessionId });
  } else if (isNewReversal) {
    log.error('The sweep found a refund or dispute nobody reported: see whether webhooks of Stripe arrive', {
      sessionId,
    });
  }
}

/**
 * Looks at a payment without a report, and makes the refund that a withdrawal waits for. Stripe's silence ends in a later
 * look, until the payment is too old for one.
 */
async function lookUnreported(sessionId: string, deps: ReconcileDeps, isLast: boolean): Promise<void> {
  const { db, now, log } = deps;
  const payment = (await paymentRef(db, sessionId).get()).data();
  if (!payment) return;
  const waits = payment.withdrawal?.is_open === true;
  let found: Reconciled | null = null;
  let isUnreachable = false;
  try {
    if (waits) await refundWithdrawal(sessionId, payment, deps);
    found = await reconcilePayment(sessionId, deps);
  } catch (error) {
    if (!isLast) throw error;
    const words = waits ? 'A withdrawal waits for its refund' : 'A payment stays for a later run';
    log[waits ? 'error' : 'warn'](words, { sessionId, reason: messageOf(error) });
    isUnreachable = true;
  }
  if (found) raiseAlarm(sessionId, found, deps);
  const isOpen = (found?.status ?? payment.status) === 'open';
  let next = nextCheck(payment, now());
  // The last look at a paid one is not lost to an outage.
  if (isUnreachable && !isOpen && !waits) next = atTheBack(now());
  // Nothing was recorded.
  if (!found) await paymentRef(db, sessionId).update({ next_check_at: next });
  if (isOpen && next === null) log.error('An open payment is given up: look at it at Stripe', { sessionId });
}

/**
 * Handles a task of `reconcile-payment`: brings a payment to what Stripe says now.
 *
 * @throws whatever Stripe or the database threw: a later attempt may succeed
 */
export async function reconcilePaymentTask(
  { sessionId, paymentIntentId, isSwept }: PaymentTask,
  deps: ReconcileDeps,
  { isLast }: Attempt,
): Promise<void> {
  const found = sessionId ?? (paymentIntentId === null ? null : await deps.payments.findSession(paymentIntentId));
  if (found === null) return;
  if (isSwept) await lookUnreported(found, deps, isLast);
  else await reconcilePayment(found, deps);
}
