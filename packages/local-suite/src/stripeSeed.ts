import { BRAND } from '@heirlight/contract/brand';
import { PROMOTION_CODE, PROMOTION_PERCENT_OFF } from '@heirlight/contract/limits';
import { CURRENCY, PACKS, priceParameter, TAX_CODE } from '@heirlight/contract/packs';
import type { Seed } from '@heirlight/stripe-emulator';

/** Price parameter of the backend -> id of the local price, e.g. `PRICE_5: price_local_5`. */
export const LOCAL_PRICES: Record<string, string> = Object.fromEntries(
  PACKS.map((pack) => [priceParameter(pack), `price_local_${pack.photos}`]),
);

/** What a real Stripe account holds after `npm run stripe:setup`: the packs and the promotion code. */
export function stripeSeed(): Seed {
  return {
    products: PACKS.map(({ id, photos, price }) => ({
      id: `prod_local_${photos}`,
      name: `${photos} Restores`,
      description: `${photos} photo restores for ${BRAND}`,
      metadata: { pack: id },
      taxCode: TAX_CODE,
      price: {
        id: `price_local_${photos}`,
        currency: CURRENCY,
        unitAmount: Math.round(price * 100),
        lookupKey: id,
        taxBehavior: 'inclusive',
      },
    })),
    promotionCodes: [{ code: PROMOTION_CODE, percentOff: PROMOTION_PERCENT_OFF, firstTimeTransaction: false }],
    // Enough for every switch of the checkout: nothing of it shows before a switch is on.
    settings: { termsOfServiceUrl: 'https://heirlight.example/terms', taxCountry: 'DE' },
  };
}
