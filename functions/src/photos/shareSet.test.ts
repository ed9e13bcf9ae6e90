import { RATE_LIMITS } from '@heirlight/contract/limits';
import { expect, test } from '@jest/globals';
import { sharing } from '../../test/support/sharing';
import { eachInNewWorld, type World } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import type { Caller } from '../platform/caller';
import { deletePhoto } from './deletePhoto';
import { shareSet } from './shareSet';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});
const { restored, share, takeBack, lookAll, look, copies, links } = sharing(() => ({ world, caller }));

/** Photos with the names A, B, …, each restored. */
const restoredNamed = async (names: string) => {
  await world.setBalance(caller.uid, names.length);
  const ids: string[] = [];
  for (const name of names) {
    const photoId = await restored();
    await world.db.doc(`photos/${photoId}`).update({ name });
    ids.push(photoId);
  }
  return ids;
};
const shareAll = async (photoIds: string[], by = caller) => {
  const { token } = await shareSet({ photoIds }, by, world);
  if (token === null) throw new Error('No link was made');
  return token;
};
const sets = async (by = caller) => (await shareSet({}, by, world)).sets;
const stopSharing = async (token: string, by = caller) => (await shareSet({ takeBack: token }, by, world)).sets;
const names = async (token: string) => (await lookAll(token)).map(({ name }) => name);

test('one link shows all photos in the order they were chosen, by copies of its own', async () => {
  const [a = '', b = '', c = ''] = await restoredNamed('ABC');
  const own = await share(b);
  const token = await shareAll([c, a, b]);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(await names(token)).toEqual(['C', 'A', 'B']);
  const shown = JSON.stringify(await lookAll(token));
  for (const secret of [caller.uid, a, b, c, token]) expect(shown).not.toContain(secret);
  const urls = (await lookAll(token)).flatMap(({ beforeUrl, afterUrl }) => [beforeUrl, afterUrl]);
  const ownUrls = [(await look(own))?.beforeUrl, (await look(own))?.afterUrl];
  expect(new Set([...urls, ...ownUrls]).size).toBe(8);
  expect(copies()).toHaveLength(8);
  // A photo of a set has no link of its own, and its place in the set is no link.
  expect((await world.photo(a))?.shared_at).toBeNull();
  expect(await lookAll(`${token}-00`)).toEqual([]);
  expect(await sets()).toEqual([{ token, photoIds: [c, a, b], sharedAt: world.now().toISOString() }]);
});

test('the same photos give the same link, in any order and from two windows at once; others another', async () => {
  const [a = '', b = '', c = ''] = await restoredNamed('ABC');
  const tokens = await Promise.all([shareAll([a, b]), shareAll([b, a])]);
  expect(new Set([...tokens, await shareAll([a, b])]).size).toBe(1);
  expect([await links(), copies().length]).toEqual([2, 4]);
  world.pass(1_000);
  const more = await shareAll([a, b, c]);
  expect((await sets()).map(({ token }) => token)).toEqual([more, tokens[0]]);
});

test('the other window’s link is given also while copies cannot be removed', async () => {
  const photoIds = await restoredNamed('AB');
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = shareAll(photoIds);
  await reached;
  const token = await shareAll(photoIds);
  world.files.failNext('remove', 9);
  release();
  expect(await slow).toBe(token);
  world.files.failNext('remove', 0);
});

test('taking back ends this link alone; the next one is another', async () => {
  const [a = '', b = '', c = ''] = await restoredNamed('ABC');
  const [own, token, other] = [await share(a), await shareAll([a, b]), await shareAll([a, b, c])];
  expect(await stopSharing(token)).toMatchObject([{ token: other }]);
  expect([await lookAll(token), await names(own), await names(other)]).toEqual([[], ['A'], ['A', 'B', 'C']]);
  expect(copies()).toHaveLength(8);
  await takeBack(a);
  expect([await lookAll(own), await names(other)]).toEqual([[], ['A', 'B', 'C']]);
  expect((await world.photo(a))?.shared_at).toBeNull();
  const next = await shareAll([a, b]);
  expect([next === token, await names(next), await lookAll(token)]).toEqual([false, ['A', 'B'], []]);
});

test('a deleted photo leaves every set, and the last one ends it', async () => {
  const [a = '', b = '', c = ''] = await restoredNamed('ABC');
  const [token, other] = [await shareAll([a, b]), await shareAll([b, c])];
  await deletePhoto({ photoId: b }, caller, world);
  expect([await names(token), await names(other)]).toEqual([['A'], ['C']]);
  expect(copies()).toHaveLength(4);
  await deletePhoto({ photoId: a }, caller, world);
  expect([await lookAll(token), (await sets()).map((set) => set.token)]).toEqual([[], [other]]);
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect([await lookAll(other), world.files.paths(), await links()]).toEqual([[], [], 0]);
});

test('one photo that is somebody else’s or has no result is enough to share none, and to count none', async () => {
  const [a = '', b = ''] = await restoredNamed('AB');
  const token = await shareAll([a, b]);
  const stranger = world.caller();
  await expect(shareAll([a, b], stranger)).rejects.toMatchObject({ code: 'photo_not_found' });
  expect([await sets(stranger), await stopSharing(token, stranger), await names(token)]).toEqual([[], [], ['A', 'B']]);
  await stopSharing(token);
  await world.db.doc(`photos/${b}`).update({ status: 'failed' });
  await world.use('sharePerUser', caller.uid, RATE_LIMITS.sharePerUser.limit - 1);
  await expect(shareAll([a, b])).rejects.toMatchObject({ code: 'invalid_request' });
  await world.db.doc(`photos/${b}`).update({ status: 'succeeded' });
  await expect(shareAll([a, b])).rejects.toMatchObject({ code: 'rate_limited' });
  expect([copies(), await links()]).toEqual([[], 0]);
  await share(a);
});

test('a photo that is deleted while its set is shared ends the attempt, and leaves no copies', async () => {
  const ids = await restoredNamed('AB');
  const slow = world.during(
    'files.write',
    () => shareAll(ids),
    () => deletePhoto({ photoId: ids[0] ?? '' }, caller, world),
  );
  await expect(slow).rejects.toMatchObject({ code: 'photo_not_found' });
  expect([copies(), await links()]).toEqual([[], 0]);
});

test('a note that cannot be read stops neither the list nor the next link', async () => {
  const ids = await restoredNamed('AB');
  await world.db.doc('shares/broken').set({ user_id: caller.uid });
  const token = await shareAll(ids);
  expect(await sets()).toMatchObject([{ token }]);
});

test('an interrupted taking back is finished by the next one', async () => {
  const ids = await restoredNamed('AB');
  const token = await shareAll(ids);
  world.files.failNext('remove', 2);
  await expect(stopSharing(token)).rejects.toThrow();
  await stopSharing(token);
  expect([copies(), await links()]).toEqual([[], 0]);
});
