import { accountRef } from '../account/accountRecord';
import { EVER_PAID, type PaymentRecord, paymentRef } from '../payments/paymentRecord';
import { reconcilePayment } from '../payments/reconcilePayment';
import { refundFor } from '../payments/withdrawal';
import { getAll } from '../platform/documents';
import { PaymentRefused, type Refund } from '../platform/paymentGateway';
import { transact } from '../platform/transact';
import { adminRequestRef } from './adminRequests';
import { isOpen, success } from './answer';
import { RejectedRequest } from './rejectedRequest';
import type { AdminDeps, Work } from './work';

interface Paid {
  sessionId: string;
  payment: PaymentRecord;
  paymentIntentId: string;
  charge: { amount: number; refunds: readonly Refund[] };
}

/** The payment as Stripe and the ledger both have it now. @throws RejectedRequest when there is nothing to refund */
async function paidBy({ uid, payment: named }: Work<'refund'>, deps: AdminDeps): Promise<Paid> {
  const { db, payments } = deps;
  const sessionId = named.startsWith('pi_') ? await payments.findSession(named) : named;
  const truth = sessionId === null ? null : await payments.retrieveSession(sessionId);
  if (!truth || !(await reconcilePayment(truth.sessionId, deps))) {
    throw new RejectedRequest(`Stripe knows no payment ${named} of this shop.`);
  }
  const payment = (await paymentRef(db, truth.sessionId).get()).data();
  if (payment?.user_id !== uid) throw new RejectedRequest(`The payment ${named} is not of the account ${uid}.`);
  const { charge, paymentIntentId } = truth;
  if (!EVER_PAID.includes(payment.status) || !charge || paymentIntentId === null) {
    throw new RejectedRequest(`Nothing was charged for the payment ${named}.`);
  }
  if (payment.withdrawal?.is_open)
    throw new RejectedRequest(`The buyer withdraws from the payment ${named} just now: wait.`);
  return { sessionId: truth.sessionId, payment, paymentIntentId, charge };
}

const nothingLeft = (sessionId: string) => `Nothing of the payment ${sessionId} is left to refund.`;

/** Cents for `restores`; undefined for all that is left. @throws RejectedRequest when less is left */
function centsFor(restores: number | undefined, { sessionId, payment, charge }: Paid): number | undefined {
  if (restores === undefined) return undefined;
  const left = payment.photos - payment.restores_reversed;
  if (restores > left) throw new RejectedRequest(`${left} restores of the payment ${sessionId} are left to refund.`);
  const back = refundFor(restores, { payment, charged: charge.amount });
  if (!back) throw new RejectedRequest(nothingLeft(sessionId));
  return back.amount;
}

/** Asks Stripe for the refund; an earlier attempt's counts. */
async function refundOnce({ id, restores }: Work<'refund'>, paid: Paid, { payments }: AdminDeps): Promise<Refund> {
  const idempotencyKey = `admin_${id}`;
  const { sessionId, paymentIntentId, charge } = paid;
  const made = charge.refunds.find(({ request }) => request === idempotencyKey);
  if (made) return made;
  const amountCents = centsFor(restores, paid);
  try {
    const refund = await payments.refund({
      paymentIntentId,
      idempotencyKey,
      ...(amountCents === undefined ? {} : { amountCents }),
    });
    if (refund) return refund;
  } catch (error) {
    if (error instanceof PaymentRefused)
      throw new RejectedRequest(`Stripe refuses: ${error.message}`, { cause: error });
    throw error;
  }
  throw new RejectedRequest(nothingLeft(sessionId));
}

/** Gives money back through Stripe. The ledger learns it from Stripe, as after a refund in its dashboard. */
export async function refund(work: Work<'refund'>, deps: AdminDeps): Promise<void> {
  const { db, now } = deps;
  const { id, uid } = work;
  const paid = await paidBy(work, deps);
  const made = await refundOnce(work, paid, deps);
  await deps.faultPoint('admin.afterRefund');
  await reconcilePayment(paid.sessionId, deps);
  await transact(db, async (transaction) => {
    const refs = [adminRequestRef(db, id), accountRef(db, uid), paymentRef(db, paid.sessionId)] as const;
    const [request, account, payment] = await getAll(transaction, ...refs);
    if (!isOpen(request)) return;
    const result = {
      payment: paid.sessionId,
      refund: made.id,
      amount_cents: made.amount,
      restores_reversed: payment.data()?.restores_reversed ?? 0,
      restores_owed: account.data()?.restores_owed ?? 0,
    };
    const balance_after = account.data()?.restores_available ?? 0;
    transaction.update(request.ref, { ...success(now()), balance_after, result });
  });
}
