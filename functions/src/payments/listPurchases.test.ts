import { RATE_LIMITS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import type { World } from '../../test/support/world';
import type { Caller } from '../platform/caller';
import { listPurchases } from './listPurchases';

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let caller: Caller;
let shop: Shop;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
});

async function buy(priceId = 'price_25', amount = 600): Promise<string> {
  const sessionId = await shop.checkout(priceId);
  world.payments.pay(sessionId, amount);
  await shop.completed(sessionId);
  return sessionId;
}
const ask = (from = caller) => listPurchases(undefined, from, world);

test('what was paid is listed, newest first, with what of it went back and the receipt', async () => {
  const older = await buy('price_5', 150);
  const boughtAt = world.now().toISOString();
  world.pass(DAY_MS);
  await shop.checkout('price_5');
  const newer = await buy();
  shop.charge(newer, { amountRefunded: 240 });
  await shop.refunded(newer);
  expect(await ask()).toEqual({
    hasReceipts: true,
    purchases: [
      {
        ...{ sessionId: newer, photos: 25, amountCents: 600, returnedCents: 240, currency: 'usd' },
        ...{ status: 'partially_reversed', boughtAt: world.now().toISOString() },
        receiptUrl: `https://pay.stripe.com/receipts/ch_${newer}`,
      },
      {
        ...{ sessionId: older, photos: 5, amountCents: 150, returnedCents: 0, currency: 'usd' },
        ...{ status: 'paid', boughtAt, receiptUrl: `https://pay.stripe.com/receipts/ch_${older}` },
      },
    ],
  });
});

test('a purchase that was refunded whole stays listed', async () => {
  const sessionId = await buy();
  shop.charge(sessionId, { amountRefunded: 600 });
  await shop.refunded(sessionId);
  expect((await ask()).purchases).toMatchObject([{ status: 'reversed', returnedCents: 600 }]);
});

test('a bank transfer is listed while its money is on the way, and when it does not come', async () => {
  const sessionId = await shop.checkout('price_5');
  world.payments.change(sessionId, { state: 'pending', amountTotal: 200 });
  await shop.completed(sessionId);
  expect((await ask()).purchases).toMatchObject([{ status: 'pending', photos: 5, amountCents: 200, receiptUrl: null }]);
  world.payments.change(sessionId, { state: 'failed' });
  await shop.event('checkout.session.async_payment_failed', { sessionId });
  expect((await ask()).purchases).toMatchObject([{ status: 'failed', photos: 5 }]);
});

test('nobody sees the purchases of somebody else', async () => {
  await buy();
  expect(await ask(world.caller('eve'))).toEqual({ purchases: [], hasReceipts: true });
});

test('while Stripe cannot be asked, the purchases are listed without receipts', async () => {
  await buy();
  world.payments.isDown = true;
  const { purchases, hasReceipts } = await ask();
  expect(purchases).toMatchObject([{ photos: 25, receiptUrl: null }]);
  expect(hasReceipts).toBe(false);
});

test('it asks Stripe for a bounded number of times, and not for somebody without purchases', async () => {
  world.payments.isDown = true;
  const { limit } = RATE_LIMITS.purchaseListPerUser;
  await world.use('purchaseListPerUser', caller.uid, limit - 1);
  expect((await ask()).hasReceipts).toBe(true);
  await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
});
