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

/** Money given back. `failed` when the bank returned it or it was cancelled: then the customer did not get it. */
export interface Refund {
  id: string;
  state: (typeof REFUND_STATES)[number];
  amount: number;
  /** The idempotency key of the `refund` call that made it. Missing on one made elsewhere, e.g. in the dashboard. */
  request?: string;
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
  /** The pack's id, perhaps of one that is no longer on sale. */
  pack: string | null;
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

/** Who a customer at Stripe is. Stripe allows several with one address; the backend makes one per account. */
export interface NewCustomer {
  uid: string;
  email: string | null;
  idempotencyKey: string;
}

export const RECEIPTS = ['none', 'email', 'invoice'] as const;
export const TAXES = ['none', 'automatic', 'managed'] as const;

/** What the owner has switched on for the checkout page. */
export interface CheckoutSwitches {
  /** What buyers get of us: a receipt by e-mail, or an invoice. */
  receipts: (typeof RECEIPTS)[number];
  /** `automatic`: Stripe calculates the tax that we owe. `managed`: Stripe is the seller and owes it itself. */
  tax: (typeof TAXES)[number];
  /** The terms that buyers must accept. Null asks for nothing. */
  termsUrl: string | null;
}

export interface CheckoutOrder {
  uid: string;
  customerId: string;
  /** The buyer's address, for a receipt. */
  email: string | null;
  pack: PackId;
  priceId: string;
  allowsPromotionCodes: boolean;
  switches: CheckoutSwitches;
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
}

export interface RefundOrder {
  paymentIntentId: string;
  /** Cents. All that was not refunded yet, if missing. */
  amountCents?: number;
  /** Stripe remembers it for a day only: see `Refund.request` before you repeat an older call. */
  idempotencyKey: string;
}

/** Stripe says no, in its own words: the same request would be refused again. */
export class PaymentRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PaymentRefused';
  }
}

export interface OpenSession {
  sessionId: string;
  /** Where it is paid. */
  url: string | null;
}

/** The payment provider. Creating throws AppError `checkout_failed`; reading throws whatever went wrong. */
export interface PaymentGateway {
  /** Returns the customer's id. */
  createCustomer(customer: NewCustomer): Promise<string>;
  /** Deletes the customer. Does nothing if it is already deleted. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Null when Stripe does not know the customer: deleted in the dashboard, or made with other keys. */
  createSession(order: CheckoutOrder): Promise<OpenSession | null>;
  /** Null when Stripe does not know the session. */
  retrieveSession(sessionId: string): Promise<CheckoutTruth | null>;
  /** Expires an open session. Does nothing if it was paid or has ended. */
  expireSession(sessionId: string): Promise<void>;
  findSession(paymentIntentId: string): Promise<string | null>;
  /**
   * Returns the pages of Stripe that show a customer's receipts, by the charge's id, of the newest hundred. They end
   * after 30 days, so they are asked for and not kept. https://docs.stripe.com/receipts#unique-link-expirations
   */
  receiptUrls(customerId: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Gives money back. Null when nothing is left to give back. The ledger learns it from `reconcilePayment`.
   *
   * @throws PaymentRefused e.g. when the amount is more than is left, or the payment disputed; otherwise what went wrong
   */
  refund(order: RefundOrder): Promise<Refund | null>;
  /** Checks the signature over the raw body. @throws AppError `invalid_request` when it does not hold. */
  verifyEvent(request: { rawBody: Buffer; signature: string | undefined }): Promise<PaymentEvent>;
}
