import type { RequestWithdrawalRequest, RequestWithdrawalResponse } from '@heirlight/contract/callables';
import { accountRef } from '../account/accountRecord';
import type { Caller } from '../platform/caller';
import { messageOf } from '../platform/errors';
import { countUseNow } from '../platform/rateLimit';
import { type PaymentRecord, paymentRef, payments as paymentsIn, type Withdrawal } from './paymentRecord';
import { type ReconcileDeps, reconcilePayment } from './reconcilePayment';
import { byId, returnedAmount } from './reversal';
import { type Purchase, purchasesOf, refundFor, unusedRestores, withdrawableUntil } from './withdrawal';

type Offer = RequestWithdrawalResponse['offers'][number];

function offerOf(
  { sessionId, payment }: Purchase,
  { balance, purchases }: { balance: number; purchases: Purchase[] },
  { config, now }: ReconcileDeps,
): Offer | null {
  const until = withdrawableUntil(payment, config.withdrawalDays);
  const charged = payment.amount_total ?? 0;
  const isOpen = payment.withdrawal?.is_open === true;
  if (isOpen || now() >= until || returnedAmount(payment) >= charged) return null;
  const back = refundFor(unusedRestores({ sessionId }, { balance, purchases }), { payment, charged });
  if (!back) return null;
  return {
    sessionId,
    photos: payment.photos,
    unused: back.restores,
    amountCents: back.amount,
    currency: payment.currency,
    boughtAt: (payment.paid_at ?? payment.created_at).toISOString(),
    until: until.toISOString(),
  };
}

/** What the caller may withdraw from now, newest first. */
async function offersFor(uid: string, deps: ReconcileDeps): Promise<Offer[]> {
  const account = (await accountRef(deps.db, uid).get()).data();
  if (!account || account.deleted_at || account.restores_available === 0) return [];
  const { docs } = await paymentsIn(deps.db).where('user_id', '==', uid).get();
  const purchases = purchasesOf(docs, deps);
  const offers = purchases.map((purchase) =>
    offerOf(purchase, { balance: account.restores_available, purchases }, deps),
  );
  return offers.filter((offer) => offer !== null).sort((a, b) => b.boughtAt.localeCompare(a.boughtAt));
}

/**
 * Refunds an open withdrawal, unless Stripe shows its refund already, and posts what Stripe says then. Safe to repeat
 * at any time.
 *
 * @throws what Stripe or the database threw: the sweeper repeats it
 */
export async function refundWithdrawal(
  sessionId: string,
  { payment_intent_id: paymentIntentId, withdrawal }: Pick<PaymentRecord, 'payment_intent_id' | 'withdrawal'>,
  deps: ReconcileDeps,
): Promise<Withdrawal | undefined> {
  const { payments, faultPoint } = deps;
  if (withdrawal?.is_open && paymentIntentId !== null) {
    // Stripe forgets an idempotency key after a day, but shows the refund for good.
    const charge = (await payments.retrieveSession(sessionId))?.charge;
    const isMade = charge?.refunds.some(({ request }) => request === withdrawal.request);
    // The owner may have refunded a part meanwhile.
    const left = charge ? charge.amount - returnedAmount({ refunds: byId(charge.refunds), disputes: {} }) : 0;
    const amountCents = Math.min(withdrawal.amount, left);
    const { request: idempotencyKey } = withdrawal;
    if (!isMade && amountCents > 0) await payments.refund({ paymentIntentId, amountCents, idempotencyKey });
    await faultPoint('withdrawal.afterRefund');
  }
  return (await reconcilePayment(sessionId, deps))?.withdrawal;
}

/** Refunds now, or leaves it to the sweeper when Stripe cannot be asked. Returns the withdrawal as it is then. */
async function refundNow(sessionId: string, withdrawal: Withdrawal, deps: ReconcileDeps): Promise<Withdrawal> {
  const payment = (await paymentRef(deps.db, sessionId).get()).data();
  if (!payment) return withdrawal;
  try {
    return (await refundWithdrawal(sessionId, payment, deps)) ?? withdrawal;
  } catch (error) {
    deps.log.error('A withdrawal waits for its refund', { sessionId, reason: messageOf(error) });
    return withdrawal;
  }
}

/** Returns null when the session is not the caller's, or nothing of it can be given back. */
async function withdraw(sessionId: string, uid: string, deps: ReconcileDeps): Promise<Withdrawal | null> {
  const payment = (await paymentRef(deps.db, sessionId).get()).data();
  if (payment?.user_id !== uid) return null;
  const withdrawal = (await reconcilePayment(sessionId, deps, { withdraws: true }))?.withdrawal;
  if (!withdrawal) return null;
  await deps.faultPoint('withdrawal.afterMark');
  return withdrawal.is_open ? refundNow(sessionId, withdrawal, deps) : withdrawal;
}

/**
 * The callable `request-withdrawal`. The buyer gives back what is unused of a pack, for 14 days after the purchase in
 * the EU. The restores are taken first and the money is refunded then, once, however often it is asked for.
 *
 * @throws AppError `rate_limited`
 */
export async function requestWithdrawal(
  { sessionId }: RequestWithdrawalRequest,
  { uid }: Caller,
  deps: ReconcileDeps,
): Promise<RequestWithdrawalResponse> {
  if (deps.config.withdrawalDays === 0) return { offers: [], withdrawn: null };
  if (sessionId === undefined) return { offers: await offersFor(uid, deps), withdrawn: null };
  await countUseNow({ db: deps.db, name: 'withdrawalPerUser', key: uid, now: deps.now() });
  const withdrawal = await withdraw(sessionId, uid, deps);
  const offers = await offersFor(uid, deps);
  if (!withdrawal) return { offers, withdrawn: null };
  const { restores, amount: amountCents, is_open: isOpen } = withdrawal;
  const currency = (await paymentRef(deps.db, sessionId).get()).data()?.currency ?? '';
  return { offers, withdrawn: { restores, amountCents, currency, isRefunded: !isOpen } };
}
