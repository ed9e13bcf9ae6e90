import { PAYMENT_CHECK_MAX_PAUSE_MS } from '@heirlight/contract/limits';
import type { PaymentStatus } from '@heirlight/contract/payment';
import { readOrLog } from '../platform/documents';
import { messageOf } from '../platform/errors';
import { EVER_PAID, nextCheck, type PaymentRecord, paymentRef, payments } from './paymentRecord';
import { type ReconcileDeps, type Reconciled, reconcilePayment } from './reconcilePayment';
import { refundWithdrawal } from './requestWithdrawal';

/** Payments looked at per run, those waiting longest first. */
export const PAYMENTS_PER_RUN = 50;

const OPEN: PaymentStatus = 'open';

/** Records what Stripe says now, after the refund that a withdrawal waits for. Null if the session is not one of ours. */
async function ask(
  sessionId: string,
  payment: PaymentRecord,
  deps: ReconcileDeps,
): Promise<Reconciled | null | 'unreachable'> {
  try {
    if (payment.withdrawal?.is_open) await refundWithdrawal(sessionId, payment, deps);
    return await reconcilePayment(sessionId, deps);
  } catch (error) {
    const waits = payment.withdrawal?.is_open;
    const words = waits ? 'A withdrawal waits for its refund' : 'A payment stays for a later run';
    deps.log[waits ? 'error' : 'warn'](words, { sessionId, reason: messageOf(error) });
    return 'unreachable';
  }
}

async function lookAt(sessionId: string, payment: PaymentRecord, deps: ReconcileDeps): Promise<void> {
  const { db, now, log } = deps;
  const found = await ask(sessionId, payment, deps);
  const isRecorded = found !== null && found !== 'unreachable';
  if (isRecorded && found.isNewCredit) {
    log.error('The sweep credited a payment nobody reported: see whether webhooks of Stripe arrive', { sessionId });
  } else if (isRecorded && found.isNewReversal) {
    log.error('The sweep found a refund or dispute nobody reported: see whether webhooks of Stripe arrive', {
      sessionId,
    });
  }
  const isOpen = (isRecorded ? found.status : payment.status) === OPEN;
  let next = nextCheck(payment, now());
  // The last look at a paid one is not lost to an outage.
  if (found === 'unreachable' && !isOpen && !payment.withdrawal?.is_open) next = atTheBack(now());
  // Nothing was recorded. It still goes to the back, or those behind it would never get a turn.
  if (!isRecorded) await paymentRef(db, sessionId).update({ next_check_at: next });
  if (isOpen && next === null) log.error('An open payment is given up: look at it at Stripe', { sessionId });
}

const atTheBack = (now: Date) => new Date(now.getTime() + PAYMENT_CHECK_MAX_PAUSE_MS);

/**
 * Asks Stripe about payments that are open for longer than buying takes, and now and then about paid ones. So a
 * purchase is credited, an ended checkout closed, and a refund or dispute booked even if the webhook never came. Paid
 * ones have what open ones leave of a run. Starts none after `until`. Returns the number of payments looked at.
 */
export async function sweepPayments(deps: ReconcileDeps, { until }: { until?: Date } = {}): Promise<number> {
  const { db, now } = deps;
  let seen = 0;
  for (const statuses of [[OPEN], [...EVER_PAID]]) {
    if (seen === PAYMENTS_PER_RUN) break;
    const due = await payments(db)
      .where('status', 'in', statuses)
      .where('next_check_at', '<=', now())
      .orderBy('next_check_at')
      .limit(PAYMENTS_PER_RUN - seen)
      .get();
    for (const snapshot of due.docs) {
      if (until && now() > until) return seen;
      seen++;
      const payment = readOrLog(snapshot, deps);
      if (payment) await lookAt(snapshot.id, payment, deps);
      // It goes to the back, or those behind it would never get a turn.
      else await snapshot.ref.update({ next_check_at: atTheBack(now()) });
    }
  }
  return seen;
}
