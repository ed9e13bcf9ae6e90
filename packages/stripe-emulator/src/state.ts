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
import { type AccountSettings, newAccountSettings } from './settings';

/** Everything the emulator holds, in memory. */
export class StripeState {
  /** `accountName`: the business, as the hosted pages name it. `origin`: where links to these pages begin. */
  constructor(
    readonly accountName: string,
    readonly origin: string,
  ) {}

  settings: AccountSettings = newAccountSettings();

  readonly products: Collection<Product> = new Collection('product');
  readonly prices: Collection<Price> = new Collection('price');
  readonly coupons: Collection<Coupon> = new Collection('coupon');
  readonly promotionCodes: Collection<PromotionCode> = new Collection('promotion code');
  readonly customers: Collection<Customer> = new Collection('customer');
  /** Ids of deleted customers: Stripe still shows that they were deleted, and refuses them elsewhere. */
  readonly deletedCustomers = new Set<string>();
  readonly checkouts: Collection<CheckoutRecord> = new Collection('checkout.session');
  readonly paymentIntents: Collection<PaymentIntent> = new Collection('payment_intent');
  readonly charges: Collection<Charge> = new Collection('charge');
  readonly refunds: Collection<Refund> = new Collection('refund');
  readonly disputes: Collection<Dispute> = new Collection('dispute');
  readonly events: Collection<StripeEvent> = new Collection('event');
  readonly webhookEndpoints: Collection<WebhookEndpoint> = new Collection('webhook endpoint');
}
