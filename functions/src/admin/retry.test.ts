import { STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { beforeEach, expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import { ledgerSum, OUTPUT_URL, type World, withThumbnail } from '../../test/support/world';
import { deletePhoto } from '../photos/deletePhoto';
import type { Caller } from '../platform/caller';
import { finishRestore } from '../restore/finishRestore';
import { sweepFiles } from '../restore/sweepFiles';

let world: World;
let caller: Caller;
let shop: Shop;
let owner: Owner;
let photoId: string;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
  owner = ownerOf(world);
});
beforeEach(async () => {
  await world.setBalance(caller.uid, 1);
  const upload = await world.upload(caller, { tool: 'photoscaler' });
  photoId = upload.photoId;
  await world.start({ uid: caller.uid, path: upload.path });
});

const request = (more: object = {}) => ({ action: 'retry', uid: caller.uid, photo: photoId, reason: 'x', ...more });
async function end(change: { status: 'succeeded' | 'failed' }, id = photoId): Promise<void> {
  const photo = await world.photo(id);
  if (!photo) throw new Error('There is no photo');
  await finishRestore(photo, world.provider.end({ ...change, outputUrl: OUTPUT_URL }), world);
}
/** The photo that the request made. */
async function made() {
  const { photo } = (await owner.answer())?.result ?? {};
  return world.photo(photo);
}

test('a failed photo is restored once more without a second debit, and the new one takes its place', async () => {
  await end({ status: 'failed' });
  const before = await world.photo(photoId);
  expect(await owner.ask(request())).toMatchObject({
    state: 'SUCCESS',
    account: caller.uid,
    balance_after: 0,
    result: { photo: expect.stringMatching(/^[0-9a-f-]{36}$/), replaces: photoId },
  });
  expect(await world.photo(photoId)).toBeNull();
  const photo = await made();
  expect(photo).toMatchObject({
    status: 'processing',
    tool: 'photoscaler',
    user_id: caller.uid,
    prediction_id: 'job2',
    original_size: before?.original_size,
  });
  expect(world.files.paths()).toEqual(withThumbnail(photo?.original_path ?? ''));
  expect(photo?.original_url).toContain((await world.files.stat(photo?.original_path ?? ''))?.token);
  expect((await world.db.collection('deletedPhotos').get()).size).toBe(0);
  expect(await ledgerSum(world, caller.uid)).toBe(0);

  await end({ status: 'succeeded' }, photo?.id);
  expect(await made()).toMatchObject({ status: 'succeeded' });
});

test('what fails again gives its restore back, once', async () => {
  await end({ status: 'failed' });
  await owner.ask(request());
  const again = (await made())?.id ?? '';
  await end({ status: 'failed' }, again);
  expect(await deletePhoto({ photoId: again }, caller, world)).toMatchObject({ creditRefunded: true });
  expect(await deletePhoto({ photoId }, caller, world)).toHaveProperty('error');
  expect(await ledgerSum(world, caller.uid)).toBe(1);
});

test('the copy starts nothing by itself, though its upload is an event too', async () => {
  await end({ status: 'failed' });
  await world.setBalance(caller.uid, 3);
  await world.during(
    'files.write',
    () => owner.ask(request()),
    async () => {
      const copy = world.files.paths().find((path) => !path.includes(photoId)) ?? '';
      await world.start({ uid: caller.uid, path: copy });
      expect(world.provider.jobs.size).toBe(1);
    },
  );
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', balance_after: 3 });
  const { original_path: path } = (await made()) ?? {};
  await world.start({ uid: caller.uid, path: path ?? '' });
  expect(world.provider.jobs.size).toBe(2);
  expect(await world.balance(caller.uid)).toBe(3);
});

test('delivered twice at once, it makes one photo and one job', async () => {
  await end({ status: 'failed' });
  const deliver = await owner.write(request());
  await world.during(
    'files.write',
    () => deliver(),
    () => deliver(),
  );
  expect(world.provider.jobs.size).toBe(2);
  expect((await world.db.collection('photos').get()).size).toBe(1);
  expect(await ledgerSum(world, caller.uid)).toBe(0);
});

test('a stuck photo is ended first: with the result that the provider has, else by force', async () => {
  world.pass(STUCK_AFTER_MS + 1);
  world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL });
  expect(await owner.ask(request())).toMatchObject({ result: { photo: photoId, status: 'succeeded' } });
  expect(await world.photo(photoId)).toMatchObject({ status: 'succeeded' });

  await world.setBalance(caller.uid, 1);
  const { path, photoId: stuck } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  world.pass(STUCK_AFTER_MS + 1);
  expect(await owner.ask(request({ photo: stuck }), 'r2')).toMatchObject({ result: { replaces: stuck } });
  expect(world.provider.cancelled).toEqual(['job2']);
  expect(world.provider.jobs.size).toBe(3);
  expect(await world.balance(caller.uid)).toBe(0);
});

test('a restore whose money went back is not given for nothing', async () => {
  const session = await shop.checkout();
  world.payments.pay(session);
  await shop.completed(session);
  await end({ status: 'failed' });
  // The purchased ones are gone; so the refund leaves one owed for this photo.
  await world.db.doc(`users/${caller.uid}`).update({ restores_available: 0, restores_owed: 1 });
  expect(await owner.ask(request())).toMatchObject({
    state: 'ERROR',
    error: `The money for the photo ${photoId} went back, and the account has no restore left. Grant one first.`,
  });
  expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
  expect(world.files.paths()).toHaveLength(2);
});

test.each<[what: string, arrange: () => Promise<unknown>, more: () => object, error: () => string]>([
  [
    'a photo that is being restored',
    async () => {},
    () => ({}),
    () => `The photo ${photoId} is being restored. It counts as stuck after 10 minutes.`,
  ],
  ['one that succeeded', () => end({ status: 'succeeded' }), () => ({}), () => `The photo ${photoId} has its result.`],
  [
    'somebody else’s',
    () => end({ status: 'failed' }),
    () => ({ uid: 'eve' }),
    () => `The photo ${photoId} is not of the account eve.`,
  ],
  [
    'one that is gone',
    async () => {
      await end({ status: 'failed' });
      await deletePhoto({ photoId }, caller, world);
    },
    () => ({}),
    () => `There is no photo ${photoId}. Whoever deletes a failed one gets its restore back.`,
  ],
  [
    'one whose original is gone',
    async () => {
      await end({ status: 'failed' });
      for (const path of world.files.paths()) await world.files.remove(path);
    },
    () => ({}),
    () => `The original of ${photoId} is gone. Grant a restore instead.`,
  ],
])('%s is refused', async (_what, arrange, more, error) => {
  await arrange();
  const jobs = world.provider.jobs.size;
  expect(await owner.ask(request(more()))).toMatchObject({ state: 'ERROR', error: error() });
  expect(world.provider.jobs.size).toBe(jobs);
});

test('a copy that another attempt removes while it is looked at is told as a photo that is gone', async () => {
  await end({ status: 'failed' });
  const before = world.files.paths();
  const seal = world.hold('files.seal', 'before');
  const answer = owner.ask(request());
  await seal.reached;
  for (const path of world.files.paths()) if (!before.includes(path)) await world.files.remove(path);
  seal.release();
  expect(await answer).toMatchObject({
    state: 'ERROR',
    error: `The original of ${photoId} is gone. Grant a restore instead.`,
  });
});

test('a copy that a crash leaves behind is removed, and never restored at its owner’s cost', async () => {
  await end({ status: 'failed' });
  await world.setBalance(caller.uid, 3);
  const deliver = await owner.write(request());
  const write = world.hold('files.write');
  void deliver();
  await write.reached;
  world.pass(STUCK_AFTER_MS + 1);
  await sweepFiles(world);
  await world.tasks.run();
  expect(world.provider.jobs.size).toBe(1);
  world.pass(24 * 60 * 60_000);
  await sweepFiles(world);
  await world.tasks.run();
  expect(world.files.paths()).toHaveLength(2);
  expect(await world.balance(caller.uid)).toBe(3);
});
