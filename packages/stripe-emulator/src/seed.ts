import { buildCoupon, buildPrice, buildProduct, buildPromotionCode } from './catalogue';
import type { Metadata } from './objects';
import { changeTax } from './settings';
import type { StripeState } from './state';

/** What an account sells, as its owner would have set it up before the first purchase. */
export interface Seed {
  products: readonly {
    id: string;
    name: string;
    description?: string;
    metadata?: Metadata;
    taxCode?: string;
    price: {
      id: string;
      currency: string /** In the currency's smallest unit, e.g. cents. */;
      unitAmount: number;
      lookupKey?: string;
      taxBehavior?: 'inclusive' | 'exclusive';
    };
  }[];
  promotionCodes: readonly { code: string; percentOff: number; firstTimeTransaction: boolean }[];
  settings?: {
    termsOfServiceUrl?: string;
    managedPaymentsByDefault?: boolean;
    /** The country of the business, as two letters: with it taxes are calculated. */
    taxCountry?: string;
  };
}

export const EMPTY_SEED: Seed = { products: [], promotionCodes: [] };

/** Makes the settings of the account those of the seed. */
export function setSettings(state: StripeState, { settings = {} }: Seed): void {
  state.settings.termsOfServiceUrl = settings.termsOfServiceUrl ?? null;
  state.settings.managedPaymentsByDefault = settings.managedPaymentsByDefault ?? false;
  changeTax(state.settings, { country: settings.taxCountry });
}

/** Adds the seed's products with their prices, and its promotion codes, each with a coupon of the same name. */
export function addSeed(state: StripeState, { products, promotionCodes }: Seed): void {
  for (const { price, taxCode, ...fields } of products) {
    const product = state.products.add(buildProduct({ ...fields, tax_code: taxCode }));
    product.default_price = price.id;
    state.prices.add(buildPrice({ ...price, product: product.id, metadata: fields.metadata }));
  }
  for (const { code, percentOff, firstTimeTransaction } of promotionCodes) {
    const coupon = state.coupons.add(buildCoupon({ id: code, name: `${code} ${percentOff}%`, percentOff }));
    state.promotionCodes.add(buildPromotionCode({ coupon: coupon.id, code, firstTimeTransaction }));
  }
}
