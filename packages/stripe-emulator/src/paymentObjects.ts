import { newId, nowS } from './ids';
import type { Charge, Metadata, PaymentIntent } from './objects';

export type PaymentMethodType = 'card' | 'us_bank_account';

interface PaymentIntentFields {
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Metadata;
  description: string | null;
  receiptEmail: string | null;
  methodTypes: string[];
}

export function buildPaymentIntent(fields: PaymentIntentFields): PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: nowS(),
    currency: fields.currency,
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: fields.methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: fields.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

interface ChargeFields {
  intent: PaymentIntent;
  email: string;
  name: string | null;
  methodType: PaymentMethodType;
  /** null when the charge succeeded. */
  failure: { code: string; message: string; declineCode: string } | null;
  /** Where the hosted pages are. */
  origin: string;
}

/** A PaymentIntent's metadata is copied to its charges: https://docs.stripe.com/metadata#copy */
export function buildCharge({ intent, email, name, methodType, failure, origin }: ChargeFields): Charge {
  const id = newId('ch');
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: failure ? null : newId('txn'),
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'HEIRLIGHT',
    captured: !failure,
    created: nowS(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: failure ? 'The bank did not accept the payment.' : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: { type: methodType },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    // Stripe's own end after 30 days; these do not.
    receipt_url: failure ? null : `${origin}/receipts/payment/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}
