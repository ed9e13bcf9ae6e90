/**
 * Credit packs (spec, section 3): the restores a pack adds and its price in US dollars. The amount charged is the one
 * of the price object at Stripe.
 */
export const PACKS = [
  { id: 'pack_5', photos: 5, price: 2, popular: false },
  { id: 'pack_25', photos: 25, price: 6, popular: false },
  { id: 'pack_50', photos: 50, price: 8, popular: true },
] as const;

export type PackId = (typeof PACKS)[number]['id'];

export interface CreditPack {
  id: PackId;
  /** Restores the pack adds. */
  photos: number;
  /** Dollars. */
  price: number;
  popular: boolean;
}

export const PACK_IDS = PACKS.map(({ id }) => id);

export const CURRENCY = 'usd';

/**
 * What the packs are for the tax office: AI as a service, cloud based, personal use.
 * https://docs.stripe.com/tax/tax-codes
 */
export const TAX_CODE = 'txcd_10105001';

export function packById(id: string): CreditPack | undefined {
  return PACKS.find((pack) => pack.id === id);
}

/** A value for each pack. */
export function perPack<T>(make: (pack: CreditPack) => T): Record<PackId, T> {
  return Object.fromEntries(PACKS.map((pack) => [pack.id, make(pack)])) as Record<PackId, T>;
}

/** Name of the backend's parameter that holds the pack's Stripe price id, e.g. `PRICE_25`. */
export function priceParameter({ photos }: Pick<CreditPack, 'photos'>): string {
  return `PRICE_${photos}`;
}

/** Dollars per photo to 2 decimals, as the pricing cards show it. */
export function pricePerPhoto(pack: Pick<CreditPack, 'photos' | 'price'>): string {
  return (pack.price / pack.photos).toFixed(2);
}
