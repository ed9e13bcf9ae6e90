import { isContested } from './disputes';
import { newId, nowS } from './ids';
import { formatAmount } from './money';
import type { MoneyBack } from './moneyBack';
import type { Charge, Metadata, Refund } from './objects';
import { invalid } from './stripeError';

interface RefundFields {
  charge: Charge;
  /** Cents; all that is left when absent. */
  amount?: number | undefined;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined;
  metadata?: Metadata | undefined;
}

/**
 * The bank sends a refund back, e.g. because the account was closed: the charge counts as not refunded again.
 * https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund({ state, events }: MoneyBack, refund: Refund): Refund {
  const charge = state.charges.get(refund.charge);
  const before = { status: refund.status };
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  events.emit('refund.updated', refund, before);
  events.emit('refund.failed', refund, before);
  return refund;
}

/** @throws StripeApiError when nothing, or less than `amount`, is left to refund */
export function refundCharge({ state, events }: MoneyBack, fields: RefundFields): Refund {
  const { charge, reason, metadata = {} } = fields;
  const left = charge.amount_captured - charge.amount_refunded;
  if (isContested(state, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = fields.amount ?? left;
  if (amount > left) {
    const [asked, available] = [formatAmount(amount, charge.currency), formatAmount(left, charge.currency)];
    throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${available})`, {
      param: 'amount',
    });
  }
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  const refund = state.refunds.add({
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: nowS(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  events.emit('refund.created', refund);
  events.emit('charge.refunded', charge, before);
  return refund;
}
