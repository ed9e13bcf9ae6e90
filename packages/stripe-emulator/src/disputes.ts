import { newId, nowS } from './ids';
import type { MoneyBack } from './moneyBack';
import type { Charge, Dispute } from './objects';
import type { StripeState } from './state';
import { invalid } from './stripeError';

const EVIDENCE_DAYS = 20;
const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** True while the bank holds the money, and after it took it. Only a dispute that was won returns it. */
export function isContested(state: StripeState, charge: Charge): boolean {
  return state.disputes.all.some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
}

/** The cardholder asks the bank for the money. @throws StripeApiError when it is disputed already */
export function openDispute(
  { state, events }: MoneyBack,
  { charge, reason = 'fraudulent' }: { charge: Charge; reason?: string },
): Dispute {
  if (isContested(state, charge)) throw invalid(`Charge ${charge.id} is disputed already.`);
  charge.disputed = true;
  const created = nowS();
  const dispute = state.disputes.add({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount_captured - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + EVIDENCE_DAYS * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  });
  events.emit('charge.dispute.created', dispute);
  return dispute;
}

export const DISPUTE_ENDS = ['won', 'lost', 'warning_closed'] as const;
export type DisputeEnd = (typeof DISPUTE_ENDS)[number];

/** The bank decides. @throws StripeApiError when it has decided already */
export function closeDispute(
  { events }: Pick<MoneyBack, 'events'>,
  { dispute, end }: { dispute: Dispute; end: DisputeEnd },
) {
  if (dispute.status !== 'needs_response') throw invalid(`Dispute ${dispute.id} is closed already.`);
  const before = { status: dispute.status };
  dispute.status = end;
  events.emit('charge.dispute.closed', dispute, before);
  return dispute;
}
