import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, signUp, type World } from '../../test/support/world';
import { createCheckoutSession } from '../payments/createCheckoutSession';
import type { Caller } from '../platform/caller';
import { ensureAccount } from './ensureAccount';
import { fetchCredits } from './fetchCredits';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('the first call creates the account with its welcome restores, only once [spec 1.2, 3.6]', async () => {
  const caller = world.caller();
  const body = { user_id_in: caller.uid };
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetchCredits(body, caller, world)));
  expect(answers).toEqual([1, 1, 1, 1, 1]);
  expect(await world.ledger(caller.uid)).toEqual([
    expect.objectContaining({ id: 'welcome', delta: 1, reason: 'welcome', ref: caller.uid, balance_after: 1 }),
  ]);
});

test('an unverified account has 0 restores; verification adds the welcome restores', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  const caller = world.caller();
  const body = { user_id_in: caller.uid };
  const unverified = { ...caller, emailVerified: false };
  world.emailsVerified = false;
  expect(await fetchCredits(body, unverified, world)).toBe(0);
  expect(await world.ledger(caller.uid)).toEqual([]);
  expect(await fetchCredits(body, caller, world)).toBe(1);
  expect(await fetchCredits(body, caller, world)).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('an address verified on another device counts, although this token still says unverified', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  const caller = { ...world.caller(), emailVerified: false };
  expect(await fetchCredits({ user_id_in: caller.uid }, caller, world)).toBe(1);
});

test('fetch_credits of somebody else is refused', async () => {
  const somebodyElse = { user_id_in: 'somebody-else' };
  await expect(fetchCredits(somebodyElse, world.caller(), world)).rejects.toMatchObject({ code: 'wrong_user' });
});

test('two calls that find no account at the same time make one, with one welcome', async () => {
  const caller = world.caller();
  const fetch = () => fetchCredits({ user_id_in: caller.uid }, caller, world);
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = fetch();
  await reached;
  expect(await fetch()).toBe(1);
  release();
  expect(await slow).toBe(1);
  expect(await world.ledger(caller.uid)).toHaveLength(1);
});

async function promotionCodes(caller: Caller): Promise<boolean | undefined> {
  await createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, world);
  return world.payments.orders.at(-1)?.allowsPromotionCodes;
}

test('the second account of a mailbox has no welcome restores and no codes for first orders [spec 10.14]', async () => {
  world.config.promotionFirstOrdersOnly = true;
  const first = await signUp(world, 'ada.l@gmail.com');
  expect([first.restores, await promotionCodes(first.caller)]).toEqual([1, true]);
  const second = await signUp(world, 'AdaL+2@googlemail.com');
  expect([second.restores, await promotionCodes(second.caller)]).toEqual([0, false]);
  expect(await fetchCredits({ user_id_in: second.caller.uid }, second.caller, world)).toBe(0);
  expect(await world.ledger(second.caller.uid)).toEqual([]);
  expect((await signUp(world, 'ben@gmail.com')).restores).toBe(1);
  // A code for every order is promised to everybody.
  world.config.promotionFirstOrdersOnly = false;
  expect(await promotionCodes(second.caller)).toBe(true);
});

test('a sign-in that is deleted during its first call gets no welcome, and its mailbox keeps it [spec 10.14]', async () => {
  const caller = world.caller();
  world.removedUsers.push(caller.uid);
  await expect(fetchCredits({ user_id_in: caller.uid }, caller, world)).rejects.toMatchObject({ code: 'signed_out' });
  expect(await world.ledger(caller.uid)).toEqual([]);
});

test('of accounts of one mailbox that begin at once, one gets the welcome', async () => {
  const all = await Promise.all([1, 2, 3, 4].map((tag) => signUp(world, `ada+${tag}@example.com`)));
  expect(all.map(({ restores }) => restores).sort()).toEqual([0, 0, 0, 1]);
});

test('a known mailbox waits for no verification, which would bring it nothing', async () => {
  await signUp(world, 'ada@example.com');
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = { ...world.caller(), emailVerified: false };
  world.emails.set(caller.uid, 'ada+2@example.com');
  world.config.promotionFirstOrdersOnly = true;
  expect(await promotionCodes(caller)).toBe(false);
  expect(await ensureAccount(caller, world)).toMatchObject({ balance: 0, awaitsVerification: false });
});
