import type { ListPurchasesResponse } from '@heirlight/contract/callables';
import { MOST_PURCHASES_SHOWN } from '@heirlight/contract/limits';
import type { PaymentStatus } from '@heirlight/contract/payment';
import { accountRef } from '../account/accountRecord';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { countUseNow } from '../platform/rateLimit';
import { EVER_PAID, payments as paymentsIn } from './paymentRecord';
import { returnedAmount } from './reversal';
import { purchasesOf } from './withdrawal';

export type ListPurchasesDeps = Pick<Deps, 'db' | 'log' | 'now' | 'payments'>;

/** Null when Stripe cannot be asked: the list is shown without receipts then. */
async function receiptsOf(uid: string, { db, log, payments }: ListPurchasesDeps) {
  const customerId = (await accountRef(db, uid).get()).data()?.stripe_customer_id;
  if (customerId === undefined) return new Map<string, string>();
  try {
    return await payments.receiptUrls(customerId);
  } catch (error) {
    log.warn('Purchases are shown without receipts', { uid, reason: messageOf(error) });
    return null;
  }
}

/** Only paid and failed ones get here. */
const endOf = (status: PaymentStatus) => (status === 'open' || status === 'expired' ? ('failed' as const) : status);

/**
 * The callable `list-purchases`: what the caller has paid for or ordered, and Stripe's receipts.
 *
 * @throws AppError `rate_limited`
 */
export async function listPurchases(
  _request: unknown,
  { uid }: Caller,
  deps: ListPurchasesDeps,
): Promise<ListPurchasesResponse> {
  const { db, now } = deps;
  await countUseNow({ db, name: 'purchaseListPerUser', key: uid, now: now() });
  const newest = async (statuses: readonly PaymentStatus[]) => {
    const { docs } = await paymentsIn(db)
      .where('user_id', '==', uid)
      .where('status', 'in', [...statuses])
      .orderBy('created_at', 'desc')
      .limit(MOST_PURCHASES_SHOWN)
      .get();
    return purchasesOf(docs, deps);
  };
  const [paid, unpaid] = await Promise.all([newest(EVER_PAID), newest(['open', 'failed'])]);
  const receipts = paid.length === 0 ? new Map<string, string>() : await receiptsOf(uid, deps);
  // A checkout that was only looked at is no purchase.
  const ordered = unpaid.filter(({ payment }) => payment.status === 'failed' || payment.is_pending);
  const listed = [...paid, ...ordered].sort((a, b) => b.payment.created_at.getTime() - a.payment.created_at.getTime());
  const purchases = listed.map(({ sessionId, payment }) => ({
    sessionId,
    photos: payment.photos,
    amountCents: payment.amount_total ?? 0,
    returnedCents: returnedAmount(payment),
    currency: payment.currency,
    status: payment.is_pending ? ('pending' as const) : endOf(payment.status),
    boughtAt: (payment.paid_at ?? payment.created_at).toISOString(),
    receiptUrl: (payment.charge_id !== null && receipts?.get(payment.charge_id)) || null,
  }));
  return { purchases, hasReceipts: receipts !== null };
}
