import { BRAND } from '@heirlight/contract/brand';
import { PROMOTION_CODE, PROMOTION_PERCENT_OFF } from '@heirlight/contract/limits';
import { CURRENCY, PACKS, type PackId } from '@heirlight/contract/packs';
import { buildCoupon, buildPrice, buildProduct, buildPromotionCode } from './catalogue';
import type { StripeState } from './state';

export type PriceIds = Record<PackId, string>;

/** What a real account holds after the project's set-up script: the three packs and the code FirstOrder. */
export function seed(state: StripeState, priceIds: PriceIds): void {
  for (const pack of PACKS) {
    const product = state.products.add(
      buildProduct({
        id: `prod_local_${pack.photos}`,
        name: `${pack.photos} Restores`,
        description: `${pack.photos} photo restores for ${BRAND}`,
        metadata: { pack: pack.id },
      }),
    );
    const price = state.prices.add(
      buildPrice({
        id: priceIds[pack.id],
        product: product.id,
        currency: CURRENCY,
        unitAmount: Math.round(pack.price * 100),
        lookupKey: pack.id,
        metadata: { pack: pack.id },
      }),
    );
    product.default_price = price.id;
  }
  const coupon = state.coupons.add(
    buildCoupon({
      id: PROMOTION_CODE,
      name: `${PROMOTION_CODE} ${PROMOTION_PERCENT_OFF}%`,
      percentOff: PROMOTION_PERCENT_OFF,
    }),
  );
  state.promotionCodes.add(buildPromotionCode({ coupon: coupon.id, code: PROMOTION_CODE, firstTimeTransaction: true }));
}
