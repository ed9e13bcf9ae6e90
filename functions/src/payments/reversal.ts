// Why: docs/decisions/2026-11-23-money-that-goes-back.md
import type { PaymentRecord } from './paymentRecord';

/** The states of refunds and disputes only go up; a lower one comes from an outdated response. */
const REFUND_RANK = { given: 0, failed: 1 } as const;
const DISPUTE_RANK = { inquiry: 0, holds: 1, won: 2 } as const;

type Money = Pick<PaymentRecord, 'refunds' | 'disputes'>;

/** Refunds or disputes as a payment records them. */
export function byId<State>(entries: readonly { id: string; state: State; amount: number }[]) {
  return Object.fromEntries(entries.map(({ id, state, amount }) => [id, { state, amount }] as const));
}

/** For each id the later state of the two. */
function furthest<T extends { state: string }>(
  { known, seen }: { known: Record<string, T>; seen: Record<string, T> },
  rank: Record<T['state'], number>,
): Record<string, T> {
  const merged = { ...known };
  for (const [id, entry] of Object.entries(seen)) {
    const before = merged[id];
    if (!before || rank[entry.state as T['state']] >= rank[before.state as T['state']]) merged[id] = entry;
  }
  return merged;
}

/** Combines what is known with what Stripe says now, so that an outdated response takes nothing back. */
export function mergeMoney(known: Money, seen: Money): Money {
  return {
    refunds: furthest({ known: known.refunds, seen: seen.refunds }, REFUND_RANK),
    disputes: furthest({ known: known.disputes, seen: seen.disputes }, DISPUTE_RANK),
  };
}

/** Cents that went back: refunds that reached the customer, and disputes while the bank holds the money. */
export function returnedAmount({ refunds, disputes }: Money): number {
  const given = Object.values(refunds).filter((refund) => refund.state === 'given');
  const held = Object.values(disputes).filter((dispute) => dispute.state === 'holds');
  return [...given, ...held].reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns how many restores to take back: all after a full refund, else in proportion, rounded down. */
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
