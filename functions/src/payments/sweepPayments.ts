// Why: docs/decisions/2026-11-23-what-the-owner-is-told.md
import type { PaymentStatus } from '@heirlight/contract/payment';
import type { Deps } from '../platform/deps';
import { readOrLog } from '../platform/documents';
import { messageOf } from '../platform/errors';
import { EVER_PAID, type PaymentRecord, paymentRef, payments } from './paymentRecord';
import { RECONCILE_PAYMENT } from './queues';
import { atTheBack } from './reconcilePaymentTask';

type SweepPaymentsDeps = Pick<Deps, 'db' | 'tasks' | 'now' | 'log'>;

/** Payments looked at per run, those waiting longest first. */
export const PAYMENTS_PER_RUN = 50;

const OPEN: PaymentStatus = 'open';

/** Enqueues a payment, and puts it at the back, so that those behind it have their turn in the next run. */
async function enqueueLook(sessionId: string, payment: PaymentRecord, deps: SweepPaymentsDeps): Promise<void> {
  const { db, tasks, now, log } = deps;
  const dueMs = payment.next_check_at?.getTime();
  try {
    await tasks.enqueue(RECONCILE_PAYMENT, { sessionId, isSwept: true }, { id: `${sessionId}-${dueMs}` });
    await paymentRef(db, sessionId).update({ next_check_at: atTheBack(now()) });
  } catch (error) {
    log.warn('A payment stays for the next run', { sessionId, reason: messageOf(error) });
  }
}

/**
 * Enqueues payments that are open for longer than buying takes, and now and then paid ones, to ask Stripe about them. So
 * a purchase is credited, an ended checkout closed, and a refund or dispute booked even if the webhook never came. Paid
 * ones have what open ones leave of a run. Returns the number of payments found.
 */
export async function sweepPayments(deps: SweepPaymentsDeps): Promise<number> {
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
      seen++;
      const payment = readOrLog(snapshot, deps);
      // It goes to the back, or those behind it would never get a turn.
      if (!payment) await snapshot.ref.update({ next_check_at: atTheBack(now()) });
      else await enqueueLook(snapshot.id, payment, deps);
    }
  }
  return seen;
}
