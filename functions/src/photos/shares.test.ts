import { randomUUID } from 'node:crypto';
import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { ORPHAN_AFTER_MS, RATE_LIMITS } from '@heirlight/contract/limits';
import { SHARED } from '@heirlight/contract/paths';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { testJpeg } from '../../test/support/pictures';
import { sharing } from '../../test/support/sharing';
import { eachInNewWorld, type World } from '../../test/support/world';
import { deleteAccount } from '../deletion/deleteAccount';
import type { Caller } from '../platform/caller';
import { pathOfDownloadUrl } from '../platform/fileStore';
import { restoreAgain } from '../restore/restoreAgain';
import { sweepFiles } from '../restore/sweepFiles';
import { adjustPhoto } from './adjustPhoto';
import { deletePhoto } from './deletePhoto';
import { sharePhoto } from './sharePhoto';
import { shareSet } from './shareSet';

let world: World;
let caller: Caller;
eachInNewWorld((made) => {
  world = made;
  caller = world.caller();
});

const { end, restored, share, takeBack, look, copies, links } = sharing(() => ({ world, caller }));

test('a link shows both pictures and nothing about their owner; its URLs are its own', async () => {
  const photoId = await restored();
  const token = await share(photoId);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const shown = await look(token);
  expect(shown).toMatchObject({ tool: 'photoscaler', width: expect.any(Number), height: expect.any(Number) });
  const urls = [shown?.beforeUrl ?? '', shown?.afterUrl ?? ''];
  expect(urls.map((url) => pathOfDownloadUrl(world.files, url)).sort()).toEqual(copies());
  expect(copies()).toHaveLength(2);
  const photo = await world.photo(photoId);
  const said = JSON.stringify(shown);
  for (const secret of [caller.uid, photoId, token, photo?.result_token ?? caller.uid])
    expect(said).not.toContain(secret);
  expect(photo?.shared_at).toEqual(world.now());
});

test('a link shows what the owner wrote; the shared picture says that AI made it, and holds no words', async () => {
  const photoId = await restored('deeprestore');
  const said = { date: '1951', title: 'Told by the file', caption: null, source_type: null, has_credentials: false };
  const written = { name: 'Mary', date_text: 'about 1943', caption: 'A secret' };
  await world.db.doc(`photos/${photoId}`).update({ ...written, embedded: said });
  const shown = await look(await share(photoId));
  expect(shown).toMatchObject({ name: 'Mary', dateText: 'about 1943', caption: 'A secret' });
  await world.db.doc(`photos/${photoId}`).update({ name: null, date_text: null, caption: null });
  expect(await look(await share(photoId))).toMatchObject({ name: null, dateText: null, caption: null });
  const after = await world.files.read(copies().find((path) => path.includes('/after.')) ?? '');
  expect(after.includes('digitalsourcetype/compositeWithTrainedAlgorithmicMedia')).toBe(true);
  expect(after.includes('A secret')).toBe(false);
});

test('a link says how its photo is adjusted, as it is now, and nothing of the private original', async () => {
  const photoId = await restored();
  const token = await share(photoId);
  expect((await look(token))?.adjusted).toBeNull();
  const adjustment = { ...PLAIN_RESULT, colour: 0.4 };
  await adjustPhoto({ photoId, adjustment }, caller, world);
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  await world.db.doc(`photos/${photoId}`).update({ faces: [{ ...box, verdict: 'closer' }] });
  const shown = await look(token);
  expect(shown?.adjusted).toEqual({ adjustment, faces: [box] });
  expect(JSON.stringify(shown)).not.toContain((await world.photo(photoId))?.original_url);
  // Mixed with another original than the link shows.
  await world.db.doc(`photos/${photoId}`).update({ 'adjustment.original_url': 'https://storage/another' });
  expect((await look(token))?.adjusted).toBeNull();
});

describe('a version that was made from a restored picture', () => {
  let upload: string;
  let photoId: string;
  beforeEach(async () => {
    await world.setBalance(caller.uid, 2);
    upload = await restored();
    photoId = randomUUID();
    await restoreAgain(
      { photoId: upload, modelId: 'photoscaler', requestId: photoId, version: 'restored' },
      caller,
      world,
    );
    await world.tasks.run();
    await end(photoId);
  });

  const before = async (token: string) => {
    const path = pathOfDownloadUrl(world.files, (await look(token))?.beforeUrl ?? '') ?? '';
    return (await world.files.read(path)).toString('base64');
  };
  /** What the page compares a photo with, where it is its own original. */
  const original = async (id: string) => {
    const photo = await world.photo(id);
    const path = photo?.files.original.screen?.path ?? photo?.files.original.thumbnail?.path ?? photo?.original_path;
    return (await world.files.read(path ?? '')).toString('base64');
  };
  const adjusted = async () => {
    const originalUrl = (await world.photo(upload))?.original_url ?? '';
    await adjustPhoto({ photoId, adjustment: { ...PLAIN_RESULT, colour: 0.4 }, originalUrl }, caller, world);
  };

  test('is compared with the upload by its link, as on the page, and adjusted as there', async () => {
    const own = await original(photoId);
    await adjusted();
    const token = await share(photoId);
    expect(await before(token)).toBe(await original(upload));
    expect(await before(token)).not.toBe(own);
    const shown = await look(token);
    expect(shown?.adjusted).toMatchObject({ adjustment: { colour: 0.4 } });
    const said = JSON.stringify(shown);
    for (const secret of [upload, photoId, (await world.photo(upload))?.original_url])
      expect(said).not.toContain(secret);
    await adjustPhoto({ photoId, adjustment: { ...PLAIN_RESULT, colour: 0.2 } }, caller, world);
    expect((await look(token))?.adjusted).toBeNull();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['for good', () => deletePhoto({ photoId: upload }, caller, world)],
    ['in a set', () => deletePhoto({ photoId: upload, setId: randomUUID() }, caller, world)],
  ])('shows its own original once the upload is deleted %s', async (_, deleteUpload) => {
    await adjusted();
    const token = await share(photoId);
    const gone = await original(upload);
    await deleteUpload();
    expect(await before(token)).toBe(await original(photoId));
    expect((await look(token))?.adjusted).toBeNull();
    expect(copies()).toHaveLength(2);
    const left = await Promise.all(copies().map(async (path) => (await world.files.read(path)).toString('base64')));
    expect(left).not.toContain(gone);
  });

  test('shows its own original after a deletion that was interrupted, once the sweep has ended it', async () => {
    const token = await share(photoId);
    world.files.failNext('write', 1);
    await deletePhoto({ photoId: upload }, caller, world);
    await sweepFiles(world);
    expect(await before(token)).toBe(await original(photoId));
    expect(await links()).toBe(1);
  });

  test('keeps no deleted upload because its own original is missing: its link ends', async () => {
    const token = await share(photoId);
    const photo = await world.photo(photoId);
    const { screen, thumbnail } = photo?.files.original ?? {};
    for (const path of [screen?.path, thumbnail?.path, photo?.original_path]) if (path) await world.files.remove(path);
    await deletePhoto({ photoId: upload }, caller, world);
    expect([await look(token), copies()]).toEqual([null, []]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['by itself', () => share(photoId)],
    ['in a set', () => shareSet({ photoIds: [photoId] }, caller, world)],
  ])('gets no link to an upload that is deleted while it is shared %s', async (_, work) => {
    const slow = world.during('files.write', work, () => deletePhoto({ photoId: upload }, caller, world));
    await expect(slow).rejects.toMatchObject({ code: 'photo_not_found' });
    expect([copies(), await links()]).toEqual([[], 0]);
  });
});

test('a link shows the pictures of the window’s size, and of an older photo the next smaller', async () => {
  const photoId = await restored();
  const path = (side: string, size: string) => `results/${caller.uid}/${photoId}/${side}-${size}.jpg`;
  for (const size of ['window', 'small']) {
    for (const side of ['before', 'after']) world.files.upload({ path: path(side, size), bytes: await testJpeg() });
  }
  const sharedFrom = async (files: object) => {
    await world.db.doc(`photos/${photoId}`).update({ files });
    const read = jest.spyOn(world.files, 'read');
    await share(photoId);
    await takeBack(photoId);
    const paths = read.mock.calls.map(([from]) => from).sort();
    read.mockRestore();
    return paths;
  };
  const file = (side: string, size: string) => ({ path: path(side, size), url: 'https://storage' });
  const shown = (side: string) => ({ thumbnail: file(side, 'small'), screen: file(side, 'window') });
  expect(await sharedFrom({ original: shown('before'), restored: shown('after') })).toEqual([
    path('after', 'window'),
    path('before', 'window'),
  ]);
  const small = (side: string) => ({ thumbnail: file(side, 'small'), screen: null });
  expect(await sharedFrom({ original: small('before'), restored: small('after') })).toEqual([
    path('after', 'small'),
    path('before', 'small'),
  ]);
});

test.each(['processing', 'failed'])('a photo that is %s is not shared, even if a result is stored', async (status) => {
  const photoId = await restored();
  await world.db.doc(`photos/${photoId}`).update({ status });
  await expect(share(photoId)).rejects.toMatchObject({ code: 'invalid_request' });
  expect([copies(), await links()]).toEqual([[], 0]);
});

test('sharing again gives the same link, also from two windows at once', async () => {
  const photoId = await restored();
  const tokens = await Promise.all([share(photoId), share(photoId)]);
  expect(new Set([...tokens, await share(photoId)]).size).toBe(1);
  expect([await links(), copies().length]).toEqual([1, 2]);
});

test('a link that another window made meanwhile is given, also while the copies of this one cannot be removed', async () => {
  const photoId = await restored();
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = share(photoId);
  await reached;
  const token = await share(photoId);
  world.files.failNext('remove', 9);
  release();
  expect(await slow).toBe(token);
  expect([await links(), copies().length]).toEqual([1, 4]);
  world.files.failNext('remove', 0);
  world.pass(ORPHAN_AFTER_MS + 1);
  await sweepFiles(world);
  expect(copies()).toHaveLength(2);
});

test('a link that is taken back shows nothing, like one that never was; the next one is another', async () => {
  const photoId = await restored();
  const token = await share(photoId);
  expect(await takeBack(photoId)).toEqual({ token: null });
  expect([await look(token), copies(), await links()]).toEqual([null, [], 0]);
  expect((await world.photo(photoId))?.shared_at).toBeNull();
  expect(await takeBack(photoId)).toEqual({ token: null });
  for (const other of ['0'.repeat(32), 'none', '../photos/x', '']) expect(await look(other)).toBeNull();
  const next = await share(photoId);
  expect(next).not.toBe(token);
  expect([await look(token), await look(next)]).toEqual([null, expect.anything()]);
});

test('nobody shares or takes back another’s photo, or one without a result', async () => {
  const photoId = await restored();
  const token = await share(photoId);
  const stranger = world.caller();
  for (const shared of [true, false]) {
    await expect(sharePhoto({ photoId, shared }, stranger, world)).rejects.toMatchObject({ code: 'photo_not_found' });
  }
  expect(await look(token)).not.toBeNull();
  await world.setBalance(caller.uid, 1);
  const { path, photoId: processing } = await world.upload(caller);
  await world.start({ uid: caller.uid, path });
  await expect(share(processing)).rejects.toMatchObject({ code: 'invalid_request' });
  await world.use('sharePerUser', caller.uid, RATE_LIMITS.sharePerUser.limit);
  await takeBack(photoId);
  await expect(share(photoId)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(copies()).toEqual([]);
});

test('deleting the photo ends its link at once; what could not be removed then is removed by the sweep', async () => {
  const photoId = await restored();
  const token = await share(photoId);
  world.files.failNext('remove', 9);
  await deletePhoto({ photoId }, caller, world);
  expect(await look(token)).toBeNull();
  expect(copies()).toHaveLength(2);
  world.files.failNext('remove', 0);
  await sweepFiles(world);
  expect([world.files.paths(), await links()]).toEqual([[], 0]);
});

test('deleting the account ends its links', async () => {
  const token = await share(await restored());
  await deleteAccount({ confirm: 'DELETE' }, caller, world);
  expect([await look(token), world.files.paths(), await links()]).toEqual([null, [], 0]);
});

test('a photo that is deleted while it is shared gets no link, and leaves no copies', async () => {
  const photoId = await restored();
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = share(photoId);
  await reached;
  await world.db.doc(`photos/${photoId}`).delete();
  release();
  await expect(slow).rejects.toMatchObject({ code: 'photo_not_found' });
  expect([copies(), await links()]).toEqual([[], 0]);
});

test('a photo whose files go while they are copied for a link is told as gone', async () => {
  const photoId = await restored();
  const { reached, release } = world.hold('files.read', 'before');
  const slow = share(photoId);
  await reached;
  await deletePhoto({ photoId }, caller, world);
  release();
  await expect(slow).rejects.toMatchObject({ code: 'photo_not_found' });
  expect(await links()).toBe(0);
});

test('the sweep knows the copies of a link, and removes those of none after a day', async () => {
  const token = await share(await restored());
  const stray = `${SHARED}a-folder/after.webp`;
  world.files.upload({ path: stray, bytes: Buffer.from('x') });
  await sweepFiles(world);
  expect(copies()).toHaveLength(3);
  world.pass(ORPHAN_AFTER_MS + 1);
  await sweepFiles(world);
  expect(copies()).toHaveLength(2);
  expect(copies()).not.toContain(stray);
  expect(await look(token)).not.toBeNull();
});
