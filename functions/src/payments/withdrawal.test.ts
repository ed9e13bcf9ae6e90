import { expect, test } from '@jest/globals';
import { openPayment, type PaymentRecord } from './paymentRecord';
import { reversedRestores } from './reversal';
import { refundFor, unusedRestores } from './withdrawal';

const DAY_MS = 24 * 60 * 60_000;

const bought = (photos: number, more: Partial<PaymentRecord> = {}): PaymentRecord => ({
  ...openPayment({ uid: 'ada', pack: { id: 'pack_5', photos } }, new Date('2026-11-01')),
  status: 'paid',
  ...more,
});
const on = (day: number) => new Date(Date.UTC(2026, 10, 1) + day * DAY_MS);

test('free restores and older packs are spent first', () => {
  const purchases = [
    { sessionId: 'old', payment: bought(5, { created_at: on(1) }) },
    { sessionId: 'new', payment: bought(25, { created_at: on(2) }) },
    { sessionId: 'unpaid', payment: bought(50, { created_at: on(3), status: 'open' }) },
  ];
  const unused = (balance: number) =>
    Object.fromEntries(
      purchases.map(({ sessionId }) => [sessionId, unusedRestores({ sessionId }, { balance, purchases })]),
    );
  expect(unused(31)).toEqual({ old: 5, new: 25, unpaid: 0 });
  expect(unused(28)).toEqual({ old: 3, new: 25, unpaid: 0 });
  expect(unused(24)).toEqual({ old: 0, new: 24, unpaid: 0 });
  expect(unused(0)).toEqual({ old: 0, new: 0, unpaid: 0 });
  expect(unusedRestores({ sessionId: 'of somebody else' }, { balance: 9, purchases })).toBe(0);
});

test('what was reversed before is not given back again', () => {
  const payment = bought(25, { restores_reversed: 4, refunds: { re_1: { state: 'given', amount: 100 } } });
  const purchases = [{ sessionId: 'cs', payment }];
  expect(unusedRestores({ sessionId: 'cs' }, { balance: 30, purchases })).toBe(21);
  expect(refundFor(21, { payment, charged: 600 })).toEqual({ restores: 21, amount: 500 });
});

test.each([
  ['all of a pack', 25, 600, 25, { restores: 25, amount: 600 }],
  ['a part, rounded up to a cent', 7, 600, 25, { restores: 7, amount: 168 }],
  ['the last one', 1, 200, 5, { restores: 1, amount: 40 }],
  ['nothing', 0, 600, 25, null],
  ['a free order', 5, 0, 5, null],
  ['less than a cent', 1, 2, 50, null],
] as const)('the money for %s', (_name, restores, charged, photos, back) => {
  expect(refundFor(restores, { payment: bought(photos), charged })).toEqual(back);
});

test('while the bank holds the money of a dispute there is none to give back', () => {
  const payment = bought(5, { disputes: { dp: { state: 'holds', amount: 200 } } });
  expect(refundFor(5, { payment, charged: 200 })).toBeNull();
});

test('the reversal takes the restores that were paid back, for every number and amount', () => {
  for (const photos of [5, 25, 50]) {
    for (const charged of [1, 2, 49, 150, 200, 450, 600, 799, 800]) {
      for (let restores = 1; restores <= photos; restores++) {
        const back = refundFor(restores, { payment: bought(photos), charged });
        if (!back) continue;
        expect(back.restores).toBeLessThanOrEqual(restores);
        expect(reversedRestores({ photos, charged, returned: back.amount })).toBe(back.restores);
        if (charged >= photos) expect(back.restores).toBe(restores);
      }
    }
  }
});
