import { randomUUID } from 'node:crypto';
import { RECENT_SIGN_IN_MS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, signUp, untilCrash, type World, withThumbnail } from '../../test/support/world';
import { fetchCredits } from '../account/fetchCredits';
import { failPhoto } from '../restore/failPhoto';
import { startRestore } from '../restore/startRestore';
import { deleteAccount } from './deleteAccount';
import { sweepDeletions } from './sweepDeletions';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('deleting an account removes everything it owns; its ledger stays and names nobody', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  // What a later version, or the owner in the console, may have added, and what the ledger needs.
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
  expect(await ledgerSum(world, caller.uid)).toBe(0);
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

test('an account deleted and made again has no second welcome; what is kept names nobody [spec 10.14]', async () => {
  const { caller } = await signUp(world, 'ada@example.com');
  world.emails.set(caller.uid, 'ada.byron@example.com');
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  for (const email of ['ada@example.com', 'ada.byron+new@example.com'])
    expect((await signUp(world, email)).restores).toBe(0);
  const kept = (await world.db.collection('knownAddresses').get()).docs;
  expect(kept).toHaveLength(2);
  for (const document of kept) {
    expect(document.id).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(document.data())).toEqual(['expires_at']);
  }
});

test('signing up with somebody else’s address takes nothing from them', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = { ...world.caller(), emailVerified: false };
  world.emails.set(caller.uid, 'ada@example.com');
  expect(await fetchCredits({ user_id_in: caller.uid }, caller, world)).toBe(0);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  world.emailsVerified = true;
  expect((await signUp(world, 'ada@example.com')).restores).toBe(1);
});

test('an account is only deleted soon after a sign-in [spec 10.15]', async () => {
  const { caller } = await signUp(world, 'ada@example.com');
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
