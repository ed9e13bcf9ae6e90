import type { PackId } from '@heirlight/contract/packs';

/** The events the backend acts on; the webhook endpoint is registered for exactly these. */
export const HANDLED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

export const REFUND_STATES = ['given', 'failed'] as const;
export const DISPUTE_STATES = ['holds', 'won', 'inquiry'] as const;

/** Money given back. `failed` when the bank sent it back to us or it was cancelled: then the customer has not got it. */
export interface Refund {
  id: string;
  state: (typeof REFUND_STATES)[number];
  amount: number;
}

/** A dispute over a charge. `holds` while the bank keeps the money, `won` once it came back to us. */
export interface Dispute {
  id: string;
  state: (typeof DISPUTE_STATES)[number];
  amount: number;
}

/** A Checkout Session as Stripe's API tells it now: the only truth a payment is judged by. Amounts in cents. */
export interface CheckoutTruth {
  sessionId: string;
  /** From our own metadata; null on sessions this product did not make. */
  uid: string | null;
  pack: PackId | null;
  state: 'open' | 'pending' | 'paid' | 'failed' | 'expired';
  amountTotal: number | null;
  currency: string;
  paymentIntentId: string | null;
  charge: { id: string; amount: number; refunds: Refund[]; disputes: Dispute[] } | null;
}

/** What a verified event is about; the event is trusted for nothing beyond these ids. */
export interface PaymentEvent {
  id: string;
  type: string;
  sessionId: string | null;
  paymentIntentId: string | null;
}

/** Whom a customer at Stripe stands for. Customers there are not one per address: it is for us to make one per person. */
export interface NewCustomer {
  uid: string;
  email: string | null;
  idempotencyKey: string;
}

export interface CheckoutOrder {
  uid: string;
  customerId: string;
  pack: PackId;
  priceId: string;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
}

export interface OpenSession {
  sessionId: string;
  /** Where it is paid. */
  url: string | null;
}

/** The payment provider. Creating throws AppError `checkout_failed`; reading throws whatever went wrong. */
export interface PaymentGateway {
  /** Answers the customer's id. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Sees to it that Stripe keeps nobody's address under this id; one that is gone already is well. @throws whatever went wrong */
  deleteCustomer(customerId: string): Promise<void>;
  /** Null when Stripe does not know the customer: deleted in the dashboard, or made with other keys. */
  createSession(order: CheckoutOrder): Promise<OpenSession | null>;
  /** Null when Stripe does not know the session. */
  retrieveSession(sessionId: string): Promise<CheckoutTruth | null>;
  /** Sees to it that a session is not open any more; one that was paid or is over stays as it is. @throws whatever went wrong */
  expireSession(sessionId: string): Promise<void>;
  findSession(paymentIntentId: string): Promise<string | null>;
  /** Checks the signature over the raw body. @throws AppError `invalid_request` when it does not hold. */
  verifyEvent(request: { rawBody: Buffer; signature: string | undefined }): Promise<PaymentEvent>;
}
