import { Collection } from './collection';
import type {
  Charge,
  CheckoutRecord,
  Coupon,
  Customer,
  Dispute,
  PaymentIntent,
  Price,
  Product,
  PromotionCode,
  Refund,
  StripeEvent,
  WebhookEndpoint,
} from './objects';

/** Everything the stand-in knows; gone when it ends. */
export class StripeState {
  readonly products = new Collection<Product>('product');
  readonly prices = new Collection<Price>('price');
  readonly coupons = new Collection<Coupon>('coupon');
  readonly promotionCodes = new Collection<PromotionCode>('promotion code');
  readonly customers = new Collection<Customer>('customer');
  /** Ids of those deleted: Stripe still shows that they were, and takes them for nothing else. */
  readonly deletedCustomers = new Set<string>();
  readonly checkouts = new Collection<CheckoutRecord>('checkout.session');
  readonly paymentIntents = new Collection<PaymentIntent>('payment_intent');
  readonly charges = new Collection<Charge>('charge');
  readonly refunds = new Collection<Refund>('refund');
  readonly disputes = new Collection<Dispute>('dispute');
  readonly events = new Collection<StripeEvent>('event');
  readonly webhookEndpoints = new Collection<WebhookEndpoint>('webhook endpoint');
}
