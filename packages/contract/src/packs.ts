/** Credit packs (spec, section 3). Prices are in US dollars; the amount charged is the price object's at Stripe. */
export const PACK_IDS = ['pack_5', 'pack_25', 'pack_50'] as const;
export type PackId = (typeof PACK_IDS)[number];

export interface CreditPack {
  id: PackId;
  /** Restores the pack adds. */
  photos: number;
  /** Dollars. */
  price: number;
  popular: boolean;
}

export const PACKS: readonly CreditPack[] = [
  { id: 'pack_5', photos: 5, price: 2, popular: false },
  { id: 'pack_25', photos: 25, price: 6, popular: false },
  { id: 'pack_50', photos: 50, price: 8, popular: true },
];

export const CURRENCY = 'usd';

export function packById(id: string): CreditPack | undefined {
  return PACKS.find((pack) => pack.id === id);
}

/** Dollars per photo to 2 decimals, as the pricing cards show it. */
export function pricePerPhoto(pack: Pick<CreditPack, 'photos' | 'price'>): string {
  return (pack.price / pack.photos).toFixed(2);
}
