import { newId, nowS } from './ids';
import type { Coupon, Metadata, Price, Product, PromotionCode } from './objects';

interface ProductFields {
  id?: string | undefined;
  name: string;
  active?: boolean | undefined;
  description?: string | undefined;
  images?: string[] | undefined;
  metadata?: Metadata | undefined;
  tax_code?: string | undefined;
}

export function buildProduct({
  id,
  name,
  active = true,
  description,
  images = [],
  metadata = {},
  tax_code: taxCode,
}: ProductFields): Product {
  const created = nowS();
  return {
    id: id ?? newId('prod', 14),
    object: 'product',
    active,
    created,
    default_price: null,
    description: description ?? null,
    images,
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: taxCode ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  };
}

interface PriceFields {
  id?: string | undefined;
  product: string;
  currency: string;
  /** Cents. */
  unitAmount: number;
  active?: boolean | undefined;
  lookupKey?: string | undefined;
  nickname?: string | undefined;
  metadata?: Metadata | undefined;
  taxBehavior?: string | undefined;
}

export function buildPrice(fields: PriceFields): Price {
  const { id, product, currency, unitAmount, active = true, lookupKey, nickname, metadata = {} } = fields;
  return {
    id: id ?? newId('price'),
    object: 'price',
    active,
    billing_scheme: 'per_unit',
    created: nowS(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey ?? null,
    metadata,
    nickname: nickname ?? null,
    product,
    recurring: null,
    tax_behavior: fields.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

interface CouponFields {
  id?: string | undefined;
  name?: string | undefined;
  percentOff?: number | undefined;
  /** Cents. */
  amountOff?: number | undefined;
  currency?: string | undefined;
  maxRedemptions?: number | undefined;
  redeemBy?: number | undefined;
  metadata?: Metadata | undefined;
}

export function buildCoupon(fields: CouponFields): Coupon {
  return {
    id: fields.id ?? newId('', 8).slice(1),
    object: 'coupon',
    amount_off: fields.amountOff ?? null,
    created: nowS(),
    currency: fields.currency ?? null,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: fields.maxRedemptions ?? null,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    percent_off: fields.percentOff ?? null,
    redeem_by: fields.redeemBy ?? null,
    times_redeemed: 0,
    valid: true,
  };
}

interface PromotionCodeFields {
  coupon: string;
  code?: string | undefined;
  active?: boolean | undefined;
  customer?: string | undefined;
  expiresAt?: number | undefined;
  maxRedemptions?: number | undefined;
  firstTimeTransaction?: boolean | undefined;
  /** Cents. */
  minimumAmount?: number | undefined;
  minimumAmountCurrency?: string | undefined;
  metadata?: Metadata | undefined;
}

export function buildPromotionCode(fields: PromotionCodeFields): PromotionCode {
  return {
    id: newId('promo'),
    object: 'promotion_code',
    active: fields.active ?? true,
    code: fields.code ?? newId('', 8).slice(1).toUpperCase(),
    created: nowS(),
    customer: fields.customer ?? null,
    customer_account: null,
    expires_at: fields.expiresAt ?? null,
    livemode: false,
    max_redemptions: fields.maxRedemptions ?? null,
    metadata: fields.metadata ?? {},
    promotion: { type: 'coupon', coupon: fields.coupon },
    restrictions: {
      first_time_transaction: fields.firstTimeTransaction ?? false,
      minimum_amount: fields.minimumAmount ?? null,
      minimum_amount_currency: fields.minimumAmountCurrency ?? null,
    },
    times_redeemed: 0,
  };
}
