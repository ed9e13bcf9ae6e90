import type { PaymentRecord } from './paymentRecord';

/** A dispute only ever moves this way; anything lower is an answer from before. */
const RANK = { inquiry: 0, holds: 1, won: 2 } as const;

type Money = Pick<PaymentRecord<unknown>, 'amount_refunded' | 'disputes'>;

/** What is known so far and what Stripe says now, combined so that an old answer takes nothing back. */
export function mergeMoney(known: Money, seen: Money): Money {
  const disputes = { ...known.disputes };
  for (const [id, dispute] of Object.entries(seen.disputes)) {
    const before = disputes[id];
    if (!before || RANK[dispute.state] >= RANK[before.state]) disputes[id] = dispute;
  }
  return { amount_refunded: Math.max(known.amount_refunded, seen.amount_refunded), disputes };
}

/** Cents that left us again: refunds, and disputes as long as the bank holds them. */
export function returnedAmount({ amount_refunded, disputes }: Money): number {
  const held = Object.values(disputes).filter((dispute) => dispute.state === 'holds');
  return amount_refunded + held.reduce((sum, dispute) => sum + dispute.amount, 0);
}

/**
 * How many of a pack's restores a returned amount stands for: all for all of it, otherwise in proportion, rounded
 * down in the customer's favour.
 */
export function reversedRestores({
  photos,
  charged,
  returned,
}: {
  photos: number;
  charged: number;
  returned: number;
}): number {
  if (returned <= 0) return 0;
  if (returned >= charged) return photos;
  return Math.floor((photos * returned) / charged);
}
