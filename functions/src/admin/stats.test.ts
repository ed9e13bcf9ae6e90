import { expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { OUTPUT_URL, type World } from '../../test/support/world';
import { fetchCredits } from '../account/fetchCredits';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { finishRestore } from '../restore/finishRestore';
import { hourly, makeStats } from './stats';

const HOUR_MS = 60 * 60_000;
/** The world's clock starts at noon of this day. */
const DAY = '2026-11-20';

let world: World;
let caller: Caller;
let shop: Shop;
let owner: Owner;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
  owner = ownerOf(world);
});

const stats = async (day = DAY) => (await world.db.doc(`stats/${day}`).get()).data();

/** One restore that ends after some seconds, having kept the model busy for others. */
async function restore(
  tool: 'colorize' | 'photoscaler',
  end: { status: 'succeeded' | 'failed'; after: number; seconds?: number },
): Promise<string> {
  const { path, photoId } = await world.upload(caller, { tool });
  await world.start({ uid: caller.uid, path });
  const photo = await world.photo(photoId);
  if (!photo?.prediction_id) throw new Error('There is no job');
  world.pass(end.after * 1000);
  const { status, seconds = null } = end;
  const job = world.provider.end({ status, outputUrl: OUTPUT_URL, seconds }, photo.prediction_id);
  await finishRestore(photo, job, world);
  return photoId;
}

test('a day has its restores, failures by reason, times, cost, income, accounts and grants', async () => {
  await fetchCredits({ user_id_in: caller.uid }, caller, world);
  await owner.ask({ action: 'grant', uid: caller.uid, restores: 10, reason: 'x' });
  await owner.ask({ action: 'grant', uid: caller.uid, restores: -2, reason: 'x' }, 'r2');
  const session = await shop.checkout();
  world.payments.pay(session, 500);
  await shop.completed(session);
  shop.charge(session, { amountRefunded: 120 });
  await shop.refunded(session);
  await restore('colorize', { status: 'succeeded', after: 8 });
  await restore('photoscaler', { status: 'succeeded', after: 20, seconds: 4 });
  await restore('photoscaler', { status: 'succeeded', after: 300, seconds: 100 });
  // A model of a fixed price costs nothing when it fails, others cost their time.
  await restore('colorize', { status: 'failed', after: 5, seconds: 3 });
  const failed = await restore('photoscaler', { status: 'failed', after: 5, seconds: 8 });
  // Deleted, as nearly all failed photos are.
  await deletePhoto({ photoId: failed }, caller, world);
  world.provider.nextCreate = 'provider_rejected';
  const { path } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });

  await makeStats(DAY, world);
  expect(await stats()).toEqual({
    day: DAY,
    made_at: expect.anything(),
    is_complete: false,
    restores_started: 6,
    restores_succeeded: 3,
    restores_failed: 3,
    failed_by_reason: { provider_failed: 2, provider_rejected: 1 },
    median_seconds: 20,
    p95_seconds: 300,
    provider_cost_cents: Math.round((4 + 112 * 0.0225) * 100) / 100,
    income_cents: 380,
    purchases: 1,
    new_accounts: 1,
    grants: 2,
    restores_granted: 8,
    alerts: [],
  });
});

test('every day has its own, and money that goes back later is that later day’s', async () => {
  const session = await shop.checkout();
  world.payments.pay(session, 500);
  await shop.completed(session);
  world.pass(13 * HOUR_MS);
  shop.charge(session, { amountRefunded: 500 });
  await shop.refunded(session);
  await makeStats(DAY, world);
  await makeStats('2026-11-21', world);
  expect(await stats()).toMatchObject({ is_complete: true, income_cents: 500, purchases: 1, new_accounts: 1 });
  expect(await stats('2026-11-21')).toMatchObject({
    is_complete: false,
    income_cents: -500,
    purchases: 0,
    new_accounts: 0,
    restores_started: 0,
    median_seconds: null,
    p95_seconds: null,
  });
});

test('a day that is over is made once, today’s so far every hour; an alert is in both', async () => {
  await fetchCredits({ user_id_in: caller.uid }, caller, world);
  await world.db.doc(`users/${caller.uid}`).update({ restores_available: 300 });
  expect(await hourly(world)).toBe(2);
  expect(await hourly(world)).toBe(1);
  expect(await stats()).toMatchObject({ is_complete: false, alerts: [expect.stringContaining('is 300')] });
  world.pass(12 * HOUR_MS);
  expect(await hourly(world)).toBe(2);
  const over = await stats();
  expect(over).toMatchObject({ is_complete: true, new_accounts: 1 });
  world.pass(HOUR_MS);
  expect(await hourly(world)).toBe(1);
  expect(await stats()).toEqual(over);
});

test('what somebody writes into the alerts by hand stops no figures', async () => {
  await world.db.collection('alerts').add({ note: 'call Ada' });
  await hourly(world);
  expect(await stats()).toMatchObject({ is_complete: false, alerts: [] });
});

test('the owner has a day made again, but none that has not begun', async () => {
  world.pass(24 * HOUR_MS);
  expect(await owner.ask({ action: 'stats', day: DAY })).toMatchObject({
    state: 'SUCCESS',
    result: { stats: `stats/${DAY}` },
  });
  expect(await stats()).toMatchObject({ is_complete: true });
  expect(await owner.ask({ action: 'stats', day: '2026-11-22' }, 'r2')).toMatchObject({
    state: 'ERROR',
    error: 'The day 2026-11-22 has not begun.',
  });
});
