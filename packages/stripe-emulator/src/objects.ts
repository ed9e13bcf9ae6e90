import type Stripe from 'stripe';

/**
 * The stored objects, typed with Stripe's types so that a missing field does not compile. Links are ids; decimals are
 * strings.
 */
type With<T, Changed> = Omit<T, keyof Changed> & Changed;

export type Metadata = Record<string, string>;
export type Product = Stripe.Product;
export type Price = With<Stripe.Price, { product: string; unit_amount: number; unit_amount_decimal: string }>;
export type Coupon = Stripe.Coupon;
export type PromotionCode = With<Stripe.PromotionCode, { promotion: { type: 'coupon'; coupon: string } }>;
export type Address = Stripe.Address;
export type Customer = Stripe.Customer;
export type LineItem = With<Stripe.LineItem, { price: Price }>;
export type Session = With<
  Omit<Stripe.Checkout.Session, 'line_items'>,
  {
    amount_subtotal: number;
    amount_total: number;
    currency: string;
    customer: string | null;
    payment_intent: string | null;
    discounts: { coupon: string | null; promotion_code: string | null }[];
    total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
    metadata: Metadata;
  }
>;
export type PaymentIntent = With<Stripe.PaymentIntent, { customer: string | null; latest_charge: string | null }>;
export type Charge = With<Stripe.Charge, { customer: string | null; payment_intent: string; metadata: Metadata }>;
export type Refund = With<Stripe.Refund, { charge: string; payment_intent: string }>;
export type Dispute = With<Stripe.Dispute, { charge: string; payment_intent: string }>;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type TaxSettings = Stripe.Tax.Settings;

/** A Session, with what Stripe knows about it but does not show. */
export interface CheckoutRecord {
  id: string;
  session: Session;
  lineItems: LineItem[];
  /** `payment_intent_data` of the request: given to the PaymentIntent when there is one. */
  paymentIntentData: { metadata: Metadata; description: string | null; receipt_email: string | null };
  /** `customer_update[address]=auto`: the address of the page becomes the customer's. */
  savesAddress: boolean;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
