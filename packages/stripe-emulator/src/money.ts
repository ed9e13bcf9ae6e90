/** Cents as people write them, e.g. 150 usd -> $1.50. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** What a coupon takes off, in cents: never more than the amount, halves rounded up. */
export function discountOf(amount: number, coupon: { percent_off: number | null; amount_off: number | null }): number {
  if (coupon.percent_off !== null) return Math.min(amount, Math.round((amount * coupon.percent_off) / 100));
  return Math.min(amount, coupon.amount_off ?? 0);
}
