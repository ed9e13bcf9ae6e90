import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { aPhoto, aUser } from '../../test/samples';
import { sessionStore } from '../session/sessionStore';
import { createOlderVersions, olderVersionsStore } from './olderVersions';
import { NO_PHOTOS_YET, PHOTO_PAGE_SIZE, type Photo, photosStore } from './photosStore';

const signIn = (id: string) => sessionStore.set({ status: 'signedIn', user: aUser({ id }) });
const list = (photos: Photo[], hasMore = true) => photosStore.set({ status: 'ready', photos, hasMore });
const photo = (id: string, group = id) => aPhoto({ id, group_id: group });
const shown = () => olderVersionsStore.get().map(({ id }) => id);

let stop = () => {};
afterEach(() => stop());

function setUp() {
  const { load, plainFirestore } = fakeFirebase();
  const older = createOlderVersions({ firebase: load });
  stop = older.start();
  return { ...older, photosOfGroups: plainFirestore.photosOfGroups };
}

beforeEach(() => {
  photosStore.set(NO_PHOTOS_YET);
  olderVersionsStore.set([]);
  signIn('ada');
});

test('versions on later pages are read with one request for all groups that are not whole, once', async () => {
  const { photosOfGroups } = setUp();
  photosOfGroups.mockResolvedValue([photo('a'), photo('b')]);
  const page = [photo('x', 'a'), photo('y', 'b'), photo('z', 'c'), photo('c'), photo('d')];
  list(page);
  await flush();
  expect(photosOfGroups).toHaveBeenCalledTimes(1);
  const before = page.at(-1)!.created_at;
  expect(photosOfGroups).toHaveBeenCalledWith({
    userId: 'ada',
    groupIds: ['a', 'b'],
    before,
    count: expect.any(Number),
  });
  expect(shown()).toEqual(['a', 'b']);
  list([photo('w', 'a'), ...page]);
  await flush();
  expect(photosOfGroups).toHaveBeenCalledTimes(1);
});

test('more versions than one page holds are read a page at a time, to the last', async () => {
  const { photosOfGroups } = setUp();
  const at = (index: number) => ({ ...photo(`v${index}`, 'a'), created_at: new Date(1_000_000 - index) });
  const all = Array.from({ length: 2 * PHOTO_PAGE_SIZE + 3 }, (_, index) => at(index));
  photosOfGroups.mockImplementation(async ({ before, count }) =>
    all.filter(({ created_at }) => created_at < before).slice(0, count),
  );
  list([photo('x', 'a')]);
  await waitFor(() => expect(shown()).toHaveLength(all.length));
  expect(new Set(shown()).size).toBe(all.length);
  expect(photosOfGroups).toHaveBeenCalledTimes(3);
});

test('nothing is read when the whole list is on the page: a first version that is not there is deleted', async () => {
  const { photosOfGroups } = setUp();
  list([photo('x', 'a')], false);
  await flush();
  expect(photosOfGroups).not.toHaveBeenCalled();
});

test('after a failure the next change of the list asks again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { photosOfGroups } = setUp();
  photosOfGroups.mockRejectedValueOnce(new Error('down'));
  list([photo('x', 'a')]);
  await flush();
  list([photo('x', 'a'), photo('d')]);
  await flush();
  expect(photosOfGroups).toHaveBeenCalledTimes(2);
  log.mockRestore();
});

test('what has changed is read again, what was deleted is forgotten', async () => {
  const { photosOfGroups, refresh, forget } = setUp();
  photosOfGroups.mockResolvedValue([photo('a'), photo('b', 'a')]);
  list([photo('x', 'a')]);
  await flush();
  forget(['b']);
  expect(shown()).toEqual(['a']);
  photosOfGroups.mockResolvedValue([{ ...photo('a'), name: 'Rosa' }]);
  refresh('a');
  refresh('unknown');
  await flush();
  expect(photosOfGroups).toHaveBeenCalledTimes(2);
  expect(olderVersionsStore.get()).toMatchObject([{ id: 'a', name: 'Rosa' }]);
});

test('another user sees none of them, even if they come late', async () => {
  const { photosOfGroups } = setUp();
  const late = deferred<Photo[]>();
  photosOfGroups.mockReturnValueOnce(late.promise);
  list([photo('x', 'a')]);
  await flush();
  signIn('eve');
  list([photo('y', 'e')]);
  late.resolve([photo('a')]);
  await flush();
  expect(shown()).toEqual([]);
});
