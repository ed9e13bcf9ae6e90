import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aPhoto } from '../../test/samples';
import { NO_PHOTOS_YET, PHOTO_PAGE_SIZE, type Photo, photosStore } from '../photos/photosStore';
import { sentSetStore, setSentSet } from '../photos/sentSet';
import { ARRIVED_MS, followSentSet } from './tellSet';
import { dispatchTray } from './trayStore';

const photo = (id: string, status: Photo['status']) => aPhoto({ id, status });
const list = (photos: Photo[], hasMore = false) => photosStore.set({ status: 'ready', photos, hasMore });
const onEnded = jest.fn();
const loadMore = jest.fn();
const told = () =>
  onEnded.mock.calls.map(([ends]) => (ends as { id: string; to: string }[]).map(({ id, to }) => `${id} ${to}`));

let stop = () => {};
const follow = () => {
  stop = followSentSet({ loadMore, onEnded });
};
beforeEach(() => {
  jest.clearAllMocks();
  photosStore.set(NO_PHOTOS_YET);
  dispatchTray({ type: 'cleared' });
  setSentSet([]);
});
afterEach(() => stop());

test('what was sent together is told once, when nothing is being sent and all have ended', () => {
  follow();
  const row = { photoId: 'c', file: new File(['x'], 'c.jpg'), format: null, state: { phase: 'waiting' } as const };
  dispatchTray({ type: 'added', rows: [row] });
  setSentSet(['a', 'b']);
  list([photo('a', 'succeeded'), photo('b', 'failed')]);
  expect(told()).toEqual([]);
  setSentSet(['a', 'b', 'c']);
  dispatchTray({ type: 'changed', photoId: 'c', state: { phase: 'sent' } });
  dispatchTray({ type: 'ended' });
  // The list has not heard of the last one yet.
  expect(told()).toEqual([]);
  list([photo('c', 'processing'), photo('a', 'succeeded'), photo('b', 'failed')]);
  expect(told()).toEqual([]);
  list([photo('c', 'succeeded'), photo('a', 'succeeded'), photo('b', 'failed')]);
  list([photo('c', 'succeeded')]);
  expect(told()).toEqual([['a succeeded', 'b failed', 'c succeeded']]);
  expect(sentSetStore.get()).toEqual([]);
});

test('one that is deleted meanwhile does not count, and a set of which all are deleted is not told', () => {
  follow();
  setSentSet(['a', 'b']);
  list([photo('a', 'processing'), photo('b', 'processing')]);
  list([photo('b', 'processing')]);
  list([photo('b', 'succeeded')]);
  expect(told()).toEqual([['b succeeded']]);
  setSentSet(['c']);
  list([photo('c', 'processing')]);
  list([]);
  expect(told()).toHaveLength(1);
  expect(sentSetStore.get()).toEqual([]);
});

test('after a reload it goes on; what the device remembers of the list ends nothing', () => {
  jest.useFakeTimers();
  setSentSet(['a', 'b']);
  expect(sessionStorage.getItem('sent-set')).toBe('a,b');
  follow();
  photosStore.set({ status: 'loading', photos: [photo('a', 'succeeded')], hasMore: false });
  jest.advanceTimersByTime(ARRIVED_MS);
  expect(told()).toEqual([]);
  // The other was deleted on another device.
  list([photo('a', 'succeeded')]);
  expect(told()).toEqual([['a succeeded']]);
  jest.useRealTimers();
});

test('after a reload soon after the last upload it waits for photos that the list has not heard of yet', () => {
  jest.useFakeTimers();
  setSentSet(['a', 'b', 'c']);
  follow();
  list([]);
  list([photo('a', 'succeeded')]);
  expect(told()).toEqual([]);
  expect(sentSetStore.get()).toHaveLength(3);
  list([photo('b', 'succeeded'), photo('a', 'succeeded')]);
  expect(told()).toEqual([]);
  // The last one never comes.
  jest.advanceTimersByTime(ARRIVED_MS);
  expect(told()).toEqual([['a succeeded', 'b succeeded']]);
  jest.useRealTimers();
});

test('after a reload it does not wait for what is in the tray again, unsent', () => {
  setSentSet(['a', 'b']);
  dispatchTray({
    type: 'resumed',
    rows: [{ photoId: 'b', file: new File(['x'], 'b.jpg'), format: null, toolId: 'colorize', edit: null }],
  });
  follow();
  list([photo('a', 'succeeded')]);
  expect(told()).toEqual([['a succeeded']]);
});

test('of more than a page the older ones are read, each page once', () => {
  const ids = Array.from({ length: PHOTO_PAGE_SIZE + 1 }, (_, index) => `p${index}`);
  const all = ids.map((id) => photo(id, 'succeeded'));
  setSentSet(ids);
  follow();
  list(all.slice(0, PHOTO_PAGE_SIZE), true);
  list(all.slice(0, PHOTO_PAGE_SIZE), true);
  expect(loadMore).toHaveBeenCalledTimes(1);
  expect(told()).toEqual([]);
  list(all);
  expect(told()[0]).toHaveLength(ids.length);
});
