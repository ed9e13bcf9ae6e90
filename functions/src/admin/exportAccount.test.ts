import { beforeEach, expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewShop, type Shop } from '../../test/support/shop';
import type { World } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import type { Caller } from '../platform/caller';
import { sweepExports } from './exportAccount';

const WEEK_MS = 7 * 24 * 60 * 60_000;

let world: World;
let caller: Caller;
let shop: Shop;
let owner: Owner;
eachInNewShop((made) => {
  ({ world, caller, shop } = made);
  owner = ownerOf(world);
});
beforeEach(() => world.setBalance(caller.uid, 3));

const request = () => ({ action: 'export', email: caller.email, reason: 'She asked for her data' });
const path = () => `exports/${caller.uid}/r1.json`;

test('everything about an account goes into one file, and the document says where and until when', async () => {
  const { photoId, path: original } = await world.upload(caller);
  await world.start({ uid: caller.uid, path: original });
  const session = await shop.checkout();
  // Not even our own schema would read it.
  await world.db.doc('photos/broken').set({ user_id: caller.uid, taken: [new Date(0)] });
  await world.db.doc('photos/another').set({ user_id: 'eve' });
  expect(await owner.ask(request())).toMatchObject({
    state: 'SUCCESS',
    account: caller.uid,
    result: { file: `gs://${world.files.bucketName}/${path()}`, expires_at: '2026-11-27T12:00:00.000Z' },
  });
  const file = JSON.parse((await world.files.read(path())).toString());
  expect(file).toMatchObject({
    exported_at: '2026-11-20T12:00:00.000Z',
    uid: caller.uid,
    email: caller.email,
    account: { restores_available: 2, created_at: '2026-11-20T12:00:00.000Z' },
    payments: [{ id: session, status: 'open', photos: 5 }],
  });
  expect(file.ledger.map(({ id }: { id: string }) => id).sort()).toEqual([`restore_${photoId}`, 'welcome']);
  const stored = new Map(file.photos.map((photo: { id: string }) => [photo.id, photo]));
  expect([...stored.keys()].sort()).toEqual(['broken', photoId].sort());
  expect(stored.get('broken')).toMatchObject({ taken: ['1970-01-01T00:00:00.000Z'] });
  expect(stored.get(photoId)).toMatchObject({ original_path: original, created_at: '2026-11-20T12:00:00.000Z' });
});

test('no URL leads to the file, and it goes after a week or with its account', async () => {
  await owner.ask(request());
  expect((await world.files.stat(path()))?.token).toBeNull();
  world.pass(WEEK_MS - 1);
  expect(await sweepExports(world)).toBe(0);
  world.pass(1);
  expect(await sweepExports(world)).toBe(1);
  expect(world.files.paths()).toEqual([]);

  await owner.ask(request(), 'r2');
  await deleteAccount({ confirm: 'DELETE' }, { ...caller, signedInAt: world.now() }, world);
  expect(world.files.paths()).toEqual([]);
});

test('what the owner asked about an account keeps no address once it is deleted', async () => {
  await owner.ask({ action: 'grant', ' E-Mail': caller.email, restores: 1, reason: 'A test' });
  await owner.ask(request(), 'r2');
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', account: caller.uid, restores: 1, reason: 'A test' });
  for (const id of ['r1', 'r2']) expect(JSON.stringify(await owner.answer(id))).not.toContain('@');
});

test('a deleted account has nothing to export', async () => {
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect(await owner.ask({ ...request(), email: '', uid: caller.uid })).toMatchObject({
    state: 'ERROR',
    error: `The account ${caller.uid} was deleted.`,
  });
});
