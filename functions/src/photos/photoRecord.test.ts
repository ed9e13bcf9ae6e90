import { randomUUID } from 'node:crypto';
import { ORPHAN_AFTER_MS, UNSUBMITTED_AFTER_MS } from '@heirlight/contract/limits';
import { resultFiles } from '@heirlight/contract/paths';
import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, linesOf, OUTPUT_URL, type World, withThumbnail } from '../../test/support/world';
import { accountRef } from '../account/accountRecord';
import { deleteAccount } from '../deletion/deleteAccount';
import { openPayment, paymentRef } from '../payments/paymentRecord';
import { finishRestore } from '../restore/finishRestore';
import { sweepFiles } from '../restore/sweepFiles';
import { sweepRestores } from '../restore/sweepRestores';
import { deletePhoto } from './deletePhoto';
import { photoRef, readPhoto } from './photoRecord';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

const OLD = { id: 'old', user_id: 'ada', status: 'succeeded', tool: 'pureface', original_path: 'images/ada/old.jpg' };

test('a photo from before the newer fields reads with their defaults, and times as Dates', async () => {
  const created_at = new Date(Date.UTC(2024, 4, 1));
  const [thumbnail_path, thumbnail_url] = ['results/ada/old/original-thumbnail.webp', 'https://storage/small'];
  await world.db.doc('photos/old').set({ ...OLD, created_at, thumbnail_path, thumbnail_url });
  expect(await readPhoto(world.db, 'old')).toMatchObject({
    ...OLD,
    created_at,
    original_url: '',
    restored_url: null,
    completed_at: null,
    original_size: null,
    progress_percent: null,
    group_id: null,
    is_favourite: false,
    name: null,
    search_words: [],
    taken_on: null,
    embedded: null,
    shared_at: null,
    adjustment: null,
    result_token: null,
    files: { original: { thumbnail: { path: thumbnail_path, url: thumbnail_url } }, restored: { thumbnail: null } },
  });
});

test.each([
  ['status is missing', { status: undefined }],
  ['created_at is string, expected a timestamp', { created_at: '2024-05-01' }],
  ['user_id is null, expected string', { user_id: null }],
  ['original_size.width is string, expected number', { original_size: { width: '1', height: 1, bytes: 1 } }],
])('a photo that does not fit is refused with its path and field: %s', async (complaint, change) => {
  const photo: Record<string, unknown> = { ...OLD, created_at: new Date(), ...change };
  const stored = Object.fromEntries(Object.entries(photo).filter(([, value]) => value !== undefined));
  await world.db.doc('photos/old').set(stored);
  await expect(readPhoto(world.db, 'old')).rejects.toThrow(`photos/old: ${complaint}`);
});

test('an error code of another version reads as internal', async () => {
  const error = { code: 'of_tomorrow', detail: 'why' };
  await world.db.doc('photos/old').set({ ...OLD, status: 'failed', created_at: new Date(), error });
  expect((await readPhoto(world.db, 'old'))?.error).toEqual({ code: 'internal', detail: 'why' });
});

test('a photo of a retired tool can be read and deleted, and its restore fails', async () => {
  const caller = world.caller();
  const tool = 'of_yesterday';
  const started = async () => {
    const { path, photoId } = await world.upload(caller);
    await world.start({ uid: caller.uid, path });
    await world.db.doc(`photos/${photoId}`).update({ tool });
    return photoId;
  };
  await world.setBalance(caller.uid, 2);
  const finished = await started();
  const photo = await world.photo(finished);
  if (!photo) throw new Error('No photo');
  await finishRestore(photo, world.provider.end({ status: 'succeeded', outputUrl: OUTPUT_URL }), world);

  const interrupted = await started();
  world.provider.jobs.clear();
  await photoRef(world.db, interrupted).update({ prediction_id: null });
  world.pass(UNSUBMITTED_AFTER_MS + 1);
  await sweepRestores(world);
  await world.tasks.run();

  for (const photoId of [finished, interrupted]) {
    const error = { code: 'internal', detail: 'Something went wrong on our side.' };
    expect(await world.photo(photoId)).toMatchObject({ tool, status: 'failed', error });
    expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
  }
  expect(await ledgerSum(world, caller.uid)).toBe(2);
});

test('a payment for a retired pack can be read', async () => {
  const pack = { id: 'pack_5', photos: 5, price: 2, popular: false } as const;
  await paymentRef(world.db, 'cs_1').set(openPayment({ uid: 'ada', pack }, world.now()));
  await world.db.doc('payments/cs_1').update({ pack: 'pack_of_yesterday' });
  expect((await paymentRef(world.db, 'cs_1').get()).data()).toMatchObject({ pack: 'pack_of_yesterday', photos: 5 });
});

test('fields the schema does not know survive being read and written back', async () => {
  const ref = accountRef(world.db, 'ada');
  const stored = { restores_available: 3, created_at: new Date(0), note_of_an_admin: 'a friend' };
  await world.db.doc(ref.path).set(stored);
  const account = (await ref.get()).data();
  if (!account) throw new Error('No account');
  await ref.set(account);
  expect((await world.db.doc(ref.path).get()).data()).toMatchObject({ note_of_an_admin: 'a friend', restores_owed: 0 });
});

test('a photo that cannot be read keeps its files and keeps no other from being swept', async () => {
  const caller = world.caller();
  await world.setBalance(caller.uid, 5);
  const { path, photoId } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await world.db.doc(`photos/${photoId}`).update({ status: 'of_tomorrow' });
  const orphan = resultFiles.originalThumbnail({ userId: caller.uid, photoId: randomUUID() });
  await world.files.write({ path: orphan, bytes: Buffer.from('x'), contentType: 'image/webp', token: 't' });
  world.pass(ORPHAN_AFTER_MS + 1);
  const lines = await linesOf(world, sweepFiles);
  expect(world.files.paths()).toEqual(withThumbnail(path));
  expect(lines).toContain('error Files of a photo that cannot be read stay');
});

test('an account is deleted with a photo that cannot be read', async () => {
  const caller = world.caller();
  await world.db.doc('photos/broken').set({ user_id: caller.uid });
  expect(await deleteAccount({ confirm: 'DELETE' }, caller, world)).toEqual({ deletedPhotos: 1 });
  expect((await world.db.doc('photos/broken').get()).exists).toBe(false);
});
