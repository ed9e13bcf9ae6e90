import { newId, nowS } from '../ids';
import { discountOf } from '../money';
import type { CheckoutRecord, Coupon, LineItem, Metadata, Price, Product, Session } from '../objects';
import type { Switches } from './switches';

const LIFETIME_S = 24 * 60 * 60;

export interface SessionFields {
  lineItems: LineItem[];
  clientReferenceId: string | undefined;
  metadata: Metadata;
  customer: string | undefined;
  customerEmail: string | undefined;
  customerCreation: 'always' | 'if_required' | undefined;
  allowPromotionCodes: boolean | undefined;
  successUrl: string;
  cancelUrl: string | undefined;
  /** Unix seconds; a day from now when absent. */
  expiresAt: number | undefined;
  locale: string | undefined;
  submitType: string | undefined;
  methodTypes: string[] | undefined;
  paymentIntentData: CheckoutRecord['paymentIntentData'];
  switches: Switches;
  /** Whether Stripe is the merchant of record. */
  isManaged: boolean;
  /** Where the hosted pages are. */
  origin: string;
}

export function buildLineItem(item: { price: Price; product: Product; quantity: number }): LineItem {
  const { price, product, quantity } = item;
  const amount = price.unit_amount * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: null,
    price,
    quantity,
  };
}

const NO_INVOICE_DATA: NonNullable<Session['invoice_creation']>['invoice_data'] = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: {},
  rendering_options: null,
};

function automaticTax({ switches, isManaged }: SessionFields): Session['automatic_tax'] {
  const isOn = isManaged || switches.automatic_tax?.enabled === true;
  if (!isOn) return { enabled: false, liability: null, provider: null, status: null };
  // Where the buyer lives is asked on the page.
  const liability = isManaged ? null : { type: 'self' as const };
  return { enabled: true, liability, provider: 'stripe', status: 'requires_location_inputs' };
}

export function buildCheckout(fields: SessionFields): CheckoutRecord {
  const id = newId('cs_test', 58);
  const created = nowS();
  const { switches } = fields;
  const consent = switches.consent_collection ?? null;
  const texts = switches.custom_text;
  const subtotal = fields.lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0);
  const session: Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: fields.allowPromotionCodes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    automatic_tax: automaticTax(fields),
    billing_address_collection: switches.billing_address_collection ?? null,
    cancel_url: fields.cancelUrl ?? null,
    client_reference_id: fields.clientReferenceId ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: consent && {
      payment_method_reuse_agreement: null,
      promotions: null,
      terms_of_service: consent.terms_of_service ?? null,
    },
    created,
    currency: fields.lineItems[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: texts?.after_submit ?? null,
      shipping_address: texts?.shipping_address ?? null,
      submit: texts?.submit ?? null,
      terms_of_service_acceptance: texts?.terms_of_service_acceptance ?? null,
    },
    customer: fields.customer ?? null,
    customer_account: null,
    customer_creation: fields.customer === undefined ? (fields.customerCreation ?? 'if_required') : null,
    customer_details: null,
    customer_email: fields.customerEmail ?? null,
    discounts: [],
    expires_at: fields.expiresAt ?? created + LIFETIME_S,
    integration_identifier: null,
    invoice: null,
    invoice_creation: switches.invoice_creation
      ? { enabled: switches.invoice_creation.enabled, invoice_data: NO_INVOICE_DATA }
      : null,
    livemode: false,
    locale: fields.locale ?? null,
    managed_payments: fields.isManaged || switches.managed_payments ? { enabled: fields.isManaged } : null,
    metadata: fields.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: fields.methodTypes ?? ['card', 'us_bank_account'],
    payment_status: subtotal === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: fields.submitType ?? null,
    subscription: null,
    success_url: fields.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${fields.origin}/c/pay/${id}`,
    wallet_options: null,
  };
  const savesAddress = switches.customer_update?.address === 'auto';
  return { id, session, lineItems: fields.lineItems, paymentIntentData: fields.paymentIntentData, savesAddress };
}

/** Puts a coupon on the Session, or with null removes it, and updates the amounts. */
export function setDiscount(
  { session, lineItems }: CheckoutRecord,
  discount: { coupon: Coupon; promotionCode: string | null } | null,
): void {
  const amount = discount ? discountOf(session.amount_subtotal, discount.coupon) : 0;
  session.discounts = discount ? [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode }] : [];
  session.total_details.amount_discount = amount;
  session.amount_total = session.amount_subtotal - amount;
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'unpaid';
  let left = amount;
  for (const item of lineItems) {
    item.amount_discount = Math.min(left, item.amount_subtotal);
    item.amount_total = item.amount_subtotal - item.amount_discount;
    left -= item.amount_discount;
  }
}
