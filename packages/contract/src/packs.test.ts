import { describe, expect, test } from '@jest/globals';
import { PACK_IDS, PACKS, packById, perPack, priceParameter, pricePerPhoto } from './packs';

describe('credit packs', () => {
  test('5 for $2, 25 for $6, 50 for $8, and the largest is the popular one [spec 3.16, 3.17, 3.18, 3.19, 9.8]', () => {
    expect(PACKS.map(({ photos, price, popular }) => [photos, price, popular])).toEqual([
      [5, 2, false],
      [25, 6, false],
      [50, 8, true],
    ]);
  });

  test('the price of a photo has 2 decimals [spec 3.20]', () => {
    expect(PACKS.map(pricePerPhoto)).toEqual(['0.40', '0.24', '0.16']);
    expect(pricePerPhoto({ photos: 3, price: 2 })).toBe('0.67');
  });

  test('every id names its pack, and no other text names one', () => {
    for (const id of PACK_IDS) expect(packById(id)?.id).toBe(id);
    expect(packById('pack_500')).toBeUndefined();
  });

  test('each pack has a price parameter of its own', () => {
    expect(perPack(priceParameter)).toEqual({ pack_5: 'PRICE_5', pack_25: 'PRICE_25', pack_50: 'PRICE_50' });
  });
});
