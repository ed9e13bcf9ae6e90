import { randomUUID } from 'node:crypto';
import { RECENT_SIGN_IN_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { bookSum, eachInNewWorld, untilCrash, type World, withThumbnail } from '../../test/support/world';
import { ensureAccount } from '../ledger/ensureAccount';
import { fetchCredits } from '../ledger/fetchCredits';
import { postEntries } from '../ledger/ledger';
import { createCheckoutSession } from '../payments/createCheckoutSession';
import type { Caller } from '../platform/caller';
import { transact } from '../platform/transact';
import { startRestore } from '../restore/startRestore';
import { failPhoto } from '../restore/submit';
import { deleteAccount } from './deleteAccount';
import { sweepDeletions } from './sweepDeletions';

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
  expect(await bookSum(world, caller.uid)).toBe(1);
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

test('ten concurrent entries on one account all count, and a repeated id counts once', async () => {
  const { uid } = world.caller();
  const post = (id: string) =>
    transact(world.db, (transaction) =>
      postEntries(transaction, {
        db: world.db,
        uid,
        entries: [{ id, reason: 'purchase', ref: id, delta: 1 }],
        now: world.now(),
      }),
    );
  const ids = Array.from({ length: 10 }, (_, index) => `purchase_${index}`);
  await Promise.all([...ids, ...ids].map(post));
  expect(await bookSum(world, uid)).toBe(10);
  expect(await world.ledger(uid)).toHaveLength(10);
});

test('deleting an account removes everything it owns; its ledger stays and names nobody', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  // What a later version, or the owner in the console, may have added, and what the books need.
  const added = { display_name: 'Rosa Baker', is_returning: true, birthday: new Date(0), owed_at: world.now() };
  await world.db
    .collection('users')
    .doc(caller.uid)
    .update({ stripe_customer_id: 'cus_1', ...added });
  const [ended, ...running] = [await world.upload(caller), await world.upload(caller), await world.upload(caller)];
  for (const { path } of [ended, ...running]) await world.start({ uid: caller.uid, path });
  await failPhoto({ photoId: ended.photoId, code: 'provider_failed' }, world);
  const other = world.caller();
  const { path: others } = await world.upload(other);
  await world.start({ uid: other.uid, path: others });

  expect(await deleteAccount({ confirm: 'DELETE' }, caller, world)).toEqual({ deletedPhotos: 3 });
  expect(world.files.paths()).toEqual(withThumbnail(others));
  expect(world.provider.cancelled.sort()).toEqual(['job2', 'job3']);
  expect(world.removedUsers).toEqual([caller.uid]);
  const account = (await world.db.collection('users').doc(caller.uid).get()).data();
  expect(Object.keys(account ?? {}).sort()).toEqual([
    'created_at',
    'deleted_at',
    'deletion_pending',
    'ledger_sum',
    'owed_at',
    'restores_available',
    'restores_owed',
  ]);
  expect(JSON.stringify([account, await world.ledger(caller.uid)])).not.toContain('@');
  expect(await bookSum(world, caller.uid)).toBe(0);
});

test('after a deletion, an old token cannot start a restore or get welcome restores', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  const { path } = await world.upload(caller);
  await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toMatchObject({ code: 'signed_out' });
  await expect(fetchCredits({ user_id_in: caller.uid }, caller, world)).rejects.toMatchObject({ code: 'signed_out' });
  expect(world.files.paths()).toEqual([]);
});

test.each([
  'deleteAccount.afterMark',
  'deleteAccount.afterPhotos',
  'deleteAccount.afterFiles',
  'deleteAccount.afterUser',
] as const)('a deletion that died at %s is finished by the sweeper', async (point) => {
  const caller = { ...world.caller(), uid: `user-${randomUUID()}` };
  await world.setBalance(caller.uid, 1);
  await world.start({ uid: caller.uid, path: (await world.upload(caller)).path });
  world.crashAt = point;
  expect(await untilCrash(world, (deps) => deleteAccount({ confirm: 'DELETE' }, caller, deps))).toBe(true);
  expect(await world.sweep(sweepDeletions)).toBe(1);
  expect(world.files.paths()).toEqual([]);
  expect(world.removedUsers).toContain(caller.uid);
  expect(await world.sweep(sweepDeletions)).toBe(0);
});

test('the results of finished photos go with the account too', async () => {
  const caller = world.caller();
  world.files.upload({ path: `results/${caller.uid}/some-photo/restored.png`, bytes: Buffer.from('x') });
  const others = `results/${caller.uid}x/some-photo/restored.png`;
  world.files.upload({ path: others, bytes: Buffer.from('x') });
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(world.files.paths()).toEqual([others]);
});

test('a job that cannot be cancelled holds up no deletion', async () => {
  const caller = world.caller();
  await world.start({ uid: caller.uid, path: (await world.upload(caller)).path });
  world.provider.cancel = () => Promise.reject(new Error('No answer'));
  expect(await deleteAccount({ confirm: 'DELETE' }, caller, world)).toEqual({ deletedPhotos: 1 });
  expect(world.removedUsers).toEqual([caller.uid]);
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

test('an entry that takes everything leaves 0; one restore more is refused and writes nothing', async () => {
  const { uid } = world.caller();
  await world.setBalance(uid, 3);
  await world.db.collection('users').doc(uid).update({ stripe_customer_id: 'cus_1' });
  const take = (id: string, delta: number) =>
    transact(world.db, (transaction) =>
      postEntries(transaction, {
        db: world.db,
        uid,
        entries: [{ id, reason: 'restore', ref: id, delta }],
        now: world.now(),
      }),
    );
  await expect(take('restore_a', -4)).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(await world.ledger(uid)).toHaveLength(1);
  expect(await take('restore_b', -3)).toEqual({ balance: 0, posted: [{ isNew: true, delta: -3, owed: 0 }] });
  expect(await take('restore_b', -3)).toEqual({ balance: 0, posted: [{ isNew: false, delta: 0, owed: 0 }] });
  const account = (await world.db.collection('users').doc(uid).get()).data();
  expect(account).toMatchObject({ restores_available: 0, restores_owed: 0, stripe_customer_id: 'cus_1' });
});

test('entries posted together see each other’s balance', async () => {
  const { uid } = world.caller();
  const entries = [
    { id: 'purchase_a', reason: 'purchase', ref: 'a', delta: 5 },
    { id: 'reversal_a', reason: 'reversal', ref: 'a', delta: -7, floorsAtZero: true },
  ] as const;
  await transact(world.db, (transaction) =>
    postEntries(transaction, { db: world.db, uid, entries: [...entries], now: world.now() }),
  );
  expect((await world.ledger(uid)).map(({ id, delta, balance_after }) => ({ id, delta, balance_after }))).toEqual([
    { id: 'purchase_a', delta: 5, balance_after: 5 },
    { id: 'reversal_a', delta: -5, balance_after: 0 },
  ]);
  expect((await world.db.collection('users').doc(uid).get()).data()).toMatchObject({ restores_owed: 2 });
  expect(await bookSum(world, uid)).toBe(0);
});

/** Signs up with this address. Returns the caller and the restores. */
async function signUp(email: string) {
  const caller = world.caller();
  world.emails.set(caller.uid, email);
  return { caller, restores: await fetchCredits({ user_id_in: caller.uid }, caller, world) };
}

async function promotionCodes(caller: Caller): Promise<boolean | undefined> {
  await createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, world);
  return world.payments.orders.at(-1)?.allowsPromotionCodes;
}

test('the second account of a mailbox has no welcome restores and no codes for first orders [spec 10.14]', async () => {
  world.config.promotionFirstOrdersOnly = true;
  const first = await signUp('ada.l@gmail.com');
  expect([first.restores, await promotionCodes(first.caller)]).toEqual([1, true]);
  const second = await signUp('AdaL+2@googlemail.com');
  expect([second.restores, await promotionCodes(second.caller)]).toEqual([0, false]);
  expect(await fetchCredits({ user_id_in: second.caller.uid }, second.caller, world)).toBe(0);
  expect(await world.ledger(second.caller.uid)).toEqual([]);
  expect((await signUp('ben@gmail.com')).restores).toBe(1);
  // A code for every order is promised to everybody.
  world.config.promotionFirstOrdersOnly = false;
  expect(await promotionCodes(second.caller)).toBe(true);
});

test('an account deleted and made again has no second welcome; what is kept names nobody [spec 10.14]', async () => {
  const { caller } = await signUp('ada@example.com');
  world.emails.set(caller.uid, 'ada.byron@example.com');
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  for (const email of ['ada@example.com', 'ada.byron+new@example.com']) expect((await signUp(email)).restores).toBe(0);
  const kept = (await world.db.collection('knownAddresses').get()).docs;
  expect(kept).toHaveLength(2);
  for (const document of kept) {
    expect(document.id).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(document.data())).toEqual(['expires_at']);
  }
});

test('a sign-in that is deleted during its first call gets no welcome, and its mailbox keeps it [spec 10.14]', async () => {
  const caller = world.caller();
  world.removedUsers.push(caller.uid);
  await expect(fetchCredits({ user_id_in: caller.uid }, caller, world)).rejects.toMatchObject({ code: 'signed_out' });
  expect(await world.ledger(caller.uid)).toEqual([]);
});

test('of accounts of one mailbox that begin at once, one gets the welcome', async () => {
  const all = await Promise.all([1, 2, 3, 4].map((tag) => signUp(`ada+${tag}@example.com`)));
  expect(all.map(({ restores }) => restores).sort()).toEqual([0, 0, 0, 1]);
});

test('signing up with somebody else’s address takes nothing from them', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = { ...world.caller(), emailVerified: false };
  world.emails.set(caller.uid, 'ada@example.com');
  expect(await fetchCredits({ user_id_in: caller.uid }, caller, world)).toBe(0);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  world.emailsVerified = true;
  expect((await signUp('ada@example.com')).restores).toBe(1);
});

test('a known mailbox waits for no verification, which would bring it nothing', async () => {
  await signUp('ada@example.com');
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = { ...world.caller(), emailVerified: false };
  world.emails.set(caller.uid, 'ada+2@example.com');
  world.config.promotionFirstOrdersOnly = true;
  expect(await promotionCodes(caller)).toBe(false);
  expect(await ensureAccount(caller, world)).toMatchObject({ balance: 0, awaitsVerification: false });
});

test('an account is only deleted soon after a sign-in [spec 10.15]', async () => {
  const { caller } = await signUp('ada@example.com');
  world.pass(RECENT_SIGN_IN_MS + 1);
  const refused = { code: 'sign_in_too_old' };
  await expect(deleteAccount({ confirm: 'DELETE' }, caller, world)).rejects.toMatchObject(refused);
  const unknown = { ...caller, signedInAt: new Date(Number.NaN) };
  await expect(deleteAccount({ confirm: 'DELETE' }, unknown, world)).rejects.toMatchObject(refused);
  expect(world.removedUsers).toEqual([]);
  expect(await fetchCredits({ user_id_in: caller.uid }, caller, world)).toBe(1);
  const again = { ...caller, signedInAt: new Date(world.now().getTime() - RECENT_SIGN_IN_MS) };
  await deleteAccount({ confirm: 'DELETE' }, again, world);
  expect(world.removedUsers).toEqual([caller.uid]);
});
