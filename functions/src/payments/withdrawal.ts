// Why: docs/decisions/2026-11-23-money-that-goes-back.md
import type { Log } from '../platform/deps';
import { readOrLog } from '../platform/documents';
import type { QueryDocumentSnapshot } from '../platform/firestoreTypes';
import type { CheckoutTruth } from '../platform/paymentGateway';
import { EVER_PAID, type PaymentRecord, type Withdrawal } from './paymentRecord';
import { returnedAmount, reversedRestores } from './reversal';

const DAY_MS = 24 * 60 * 60_000;

export interface Purchase {
  sessionId: string;
  payment: PaymentRecord;
}

/** The payments of these documents that can be read. */
export function purchasesOf(docs: readonly QueryDocumentSnapshot<PaymentRecord>[], deps: { log: Log }): Purchase[] {
  return docs.flatMap((snapshot) => {
    const payment = readOrLog(snapshot, deps);
    return payment ? [{ sessionId: snapshot.id, payment }] : [];
  });
}

/** What a withdrawal would give back. */
export interface Unused {
  restores: number;
  /** Cents. */
  amount: number;
}

/** When the right to withdraw ends. */
export function withdrawableUntil({ paid_at: paidAt, created_at: createdAt }: PaymentRecord, days: number): Date {
  return new Date((paidAt ?? createdAt).getTime() + days * DAY_MS);
}

const leftOf = ({ photos, restores_reversed: reversed }: PaymentRecord) => photos - reversed;

/**
 * Restores of a purchase that count as unused: free ones and those of older packs are spent first, so what the balance
 * covers belongs to the newest packs.
 */
export function unusedRestores(
  { sessionId }: Pick<Purchase, 'sessionId'>,
  { balance, purchases }: { balance: number; purchases: readonly Purchase[] },
): number {
  const paid = purchases
    .filter(({ payment }) => EVER_PAID.includes(payment.status))
    .sort((a, b) => b.payment.created_at.getTime() - a.payment.created_at.getTime());
  let left = balance;
  for (const purchase of paid) {
    const unused = Math.min(left, leftOf(purchase.payment));
    if (purchase.sessionId === sessionId) return unused;
    left -= unused;
  }
  return 0;
}

/**
 * The money for unused restores: in proportion, rounded up to a cent, but never so much that the reversal would take
 * more restores than these. Null when there is nothing to give back: a free order, or a disputed one.
 *
 * @param charged cents
 */
export function refundFor(
  restores: number,
  { payment, charged }: { payment: PaymentRecord; charged: number },
): Unused | null {
  const { photos, restores_reversed: reversed } = payment;
  const wanted = reversed + restores;
  let returned = Math.ceil((charged * wanted) / photos);
  while (returned > 0 && reversedRestores({ photos, charged, returned }) > wanted) returned -= 1;
  const amount = returned - returnedAmount(payment);
  const taken = reversedRestores({ photos, charged, returned }) - reversed;
  return restores > 0 && amount > 0 && taken > 0 ? { restores: taken, amount } : null;
}

type Charge = NonNullable<CheckoutTruth['charge']>;

/** The withdrawal as Stripe's answer leaves it: done once its refund is there, or nothing is left to refund. */
export function settledWithdrawal(
  withdrawal: Withdrawal | undefined,
  { charge, returned }: { charge: Charge | null; returned: number },
): Withdrawal | undefined {
  if (!withdrawal?.is_open || !charge) return withdrawal;
  const isDone = charge.refunds.some(({ request }) => request === withdrawal.request) || returned >= charge.amount;
  return isDone ? { ...withdrawal, is_open: false } : withdrawal;
}
