import type { CheckoutRecord, LineItem } from '../objects';

/** The one tax of this machine, in per cent. Stripe's depends on where the buyer lives. */
export const LOCAL_TAX_PERCENT = 20;

const behaviorOf = ({ price }: LineItem) => (price.tax_behavior === 'inclusive' ? 'inclusive' : 'exclusive');

/** Cents of tax in, or on top of, an amount after discounts. */
function taxOf(item: LineItem): number {
  const amount = item.amount_subtotal - item.amount_discount;
  const base = behaviorOf(item) === 'inclusive' ? 100 + LOCAL_TAX_PERCENT : 100;
  return Math.round((amount * LOCAL_TAX_PERCENT) / base);
}

export interface Tax {
  /** Cents of tax in the total. */
  amount: number;
  /** Cents by which it raises the total. */
  added: number;
}

/** The tax of an order, or null when none is calculated. */
export function taxOn({ session, lineItems }: Pick<CheckoutRecord, 'session' | 'lineItems'>): Tax | null {
  if (!session.automatic_tax.enabled) return null;
  const sum = (items: readonly LineItem[]) => items.reduce((total, item) => total + taxOf(item), 0);
  const onTop = lineItems.filter((item) => behaviorOf(item) === 'exclusive');
  return { amount: sum(lineItems), added: sum(onTop) };
}

/** Puts the tax into the order's amounts, once the page knows where the buyer lives. Safe to repeat. */
export function settleTax({ session, lineItems }: Pick<CheckoutRecord, 'session' | 'lineItems'>): void {
  const tax = taxOn({ session, lineItems });
  if (!tax) return;
  for (const item of lineItems) {
    item.amount_tax = taxOf(item);
    const added = behaviorOf(item) === 'exclusive' ? item.amount_tax : 0;
    item.amount_total = item.amount_subtotal - item.amount_discount + added;
  }
  session.automatic_tax.status = 'complete';
  session.total_details.amount_tax = tax.amount;
  session.amount_total = session.amount_subtotal - session.total_details.amount_discount + tax.added;
}
