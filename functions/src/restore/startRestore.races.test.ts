/** Calls for one upload, or of one account, that run at the same time. */
import { uploadPath } from '@heirlight/contract/paths';
import { expect, test } from '@jest/globals';
import { testJpeg } from '../../test/support/pictures';
import { eachInNewWorld, ledgerSum, type World, withThumbnail } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import { postEntries } from '../ledger/ledger';
import { deletePhoto } from '../photos/deletePhoto';
import { transact } from '../platform/transact';
import { failPhoto } from './failPhoto';
import { startRestore } from './startRestore';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('ten parallel starts with one restore left make one job; the nine rejected uploads are removed', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 1);
  const uploads = await Promise.all(Array.from({ length: 10 }, () => world.upload(caller)));
  const results = await Promise.allSettled(uploads.map(({ path }) => startRestore({ uid: caller.uid, path }, world)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'no_restores_left' });
  }
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(1);
  expect(world.files.paths()).toHaveLength(2);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a rejection removes nothing when another call has debited the same upload meanwhile', async () => {
  world.config.welcomeNeedsVerifiedEmail = true;
  world.emailsVerified = false;
  const caller = world.caller();
  // Bought, without the welcome restore.
  const bought = { id: 'purchase_1', reason: 'purchase', ref: 'cs_1', delta: 1 } as const;
  await transact(world.db, (transaction) =>
    postEntries(transaction, { db: world.db, uid: caller.uid, entries: [bought], now: world.now() }),
  );
  const { path, photoId } = await world.upload(caller);
  // The second call has seen no photo yet, and sees the balance only after the first has debited it.
  let first: Promise<unknown> | undefined;
  const second = {
    ...world,
    files: {
      ...world.files,
      stat: async (at: string) => {
        first ??= startRestore({ uid: caller.uid, path }, world);
        await first;
        return await world.files.stat(at);
      },
    },
  };
  await startRestore({ uid: caller.uid, path }, second);
  expect(await world.photo(photoId)).toMatchObject({ status: 'processing' });
  expect(world.files.paths()).toEqual(withThumbnail(path));
  expect((await world.db.collection('refusals').doc(photoId).get()).exists).toBe(false);
});

test('nothing is debited after another call rejected the upload, even if a restore arrives meanwhile', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  await world.setBalance(caller.uid, 1);
  const slow = {
    ...world,
    faultPoint: async (name: string) => {
      if (name !== 'restore.beforeDebit') return;
      world.pass(1);
      await world.setBalance(caller.uid, 0);
      await expect(startRestore({ uid: caller.uid, path }, world)).rejects.toMatchObject({ code: 'no_restores_left' });
      await world.setBalance(caller.uid, 1);
    },
  };
  await expect(startRestore({ uid: caller.uid, path }, slow)).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(await world.photo(photoId)).toBeNull();
  expect(await ledgerSum(world, caller.uid)).toBe(1);
  // Sent once more it is a new upload: the old rejection says nothing about it.
  world.pass(1);
  await world.upload(caller, { photoId });
  await world.start({ uid: caller.uid, path });
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('nothing is debited between a rejection and the removal of its file, even if a restore arrives', async () => {
  const caller = world.caller();
  const { path, photoId } = await world.upload(caller);
  world.pass(5);
  await world.setBalance(caller.uid, 0);
  let second: Promise<unknown> | undefined;
  const slow: World = {
    ...world,
    files: {
      ...world.files,
      async remove(at) {
        if (!second) {
          world.pass(5);
          await world.setBalance(caller.uid, 1);
          second = startRestore({ uid: caller.uid, path }, world);
          await expect(second).rejects.toMatchObject({ code: 'no_restores_left' });
        }
        return world.files.remove(at);
      },
    },
  };
  await expect(startRestore({ uid: caller.uid, path }, slow)).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(second).toBeDefined();
  expect(await world.photo(photoId)).toBeNull();
  expect(world.files.paths()).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('an upload whose counter of rejections fills up meanwhile is rejected for its own reason', async () => {
  const caller = world.caller();
  await world.use('refusedPerUser', caller.uid, 119);
  const { path } = await world.upload(caller, { bytes: Buffer.from('<html>') });
  const rejected = world.during(
    'files.read',
    () => startRestore({ uid: caller.uid, path }, world),
    () => world.use('refusedPerUser', caller.uid, 120),
  );
  await expect(rejected).rejects.toMatchObject({ code: 'invalid_image' });
  expect(world.files.paths()).toEqual([]);
});

test('a call whose upload another call rejects meanwhile leaves nothing behind', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 1);
  const { path } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  const late = world.during('files.read', start, async () => {
    await world.setBalance(caller.uid, 0);
    await expect(start()).rejects.toMatchObject({ code: 'no_restores_left' });
  });
  await expect(late).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(world.files.paths()).toEqual([]);
});

test('an account deleted while its upload is inspected pays nothing and gets no photo', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  const deletion = () => deleteAccount({ confirm: 'DELETE' }, caller, world);
  await expect(world.during('files.seal', start, deletion)).rejects.toMatchObject({ code: 'signed_out' });
  expect(await world.photo(photoId)).toBeNull();
  expect(world.provider.requests).toEqual([]);
  expect(world.files.paths()).toEqual([]);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('two files with one photo id, both seen before a debit: the second is removed for free', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path, photoId } = await world.upload(caller);
  const other = uploadPath({ userId: caller.uid, photoId, fileName: 'other.jpg' });
  world.files.upload({ path: other, bytes: await testJpeg(), tool: 'pureface' });
  const second = world.during(
    'files.seal',
    () => startRestore({ uid: caller.uid, path: other }, world),
    () => startRestore({ uid: caller.uid, path }, world),
  );
  await expect(second).rejects.toMatchObject({ code: 'not_your_upload' });
  expect(world.files.paths()).toEqual(withThumbnail(path));
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('two calls for one upload, both past its inspection: one debit and one job', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 3);
  const { path } = await world.upload(caller);
  const start = () => startRestore({ uid: caller.uid, path }, world);
  await world.during('files.seal', start, start);
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(1);
  expect(world.files.paths()).toEqual(withThumbnail(path));
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('an upload started and deleted while another call inspects it does not come back', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 2);
  const { path, photoId } = await world.upload(caller);
  await world.during(
    'files.seal',
    () => startRestore({ uid: caller.uid, path }, world),
    async () => {
      await world.start({ uid: caller.uid, path });
      await failPhoto({ photoId, code: 'provider_failed' }, world);
      await deletePhoto({ photoId }, caller, world);
      await world.upload(caller, { photoId });
    },
  );
  expect(await world.photo(photoId)).toBeNull();
  expect(world.files.paths()).toEqual([]);
  await world.tasks.run();
  expect(world.provider.requests).toHaveLength(1);
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});
