import { describe, expect, jest, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { beginFeeds, fakeFeed, many, photo } from '../../test/fakeFeed';
import { type Photo, photosStore } from './photosStore';

beginFeeds();

describe('polling', () => {
  test('polls by plain requests while the listener is disconnected [spec 4.8]', async () => {
    const { signIn, latest, readPhotos } = fakeFeed();
    await signIn('u1');
    latest().onHealth(true);
    latest().onPhotos([]);
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(readPhotos).not.toHaveBeenCalled();
    latest().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenCalledWith({ userId: 'u1', count: 24 });
    expect(photosStore.get().photos).toHaveLength(1);
    latest().onHealth(true);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(readPhotos).toHaveBeenCalledTimes(1);
  });

  test('a listener that says nothing at all does not hold polling back [spec 4.8, 4.9]', async () => {
    const { signIn, readPhotos, latest } = fakeFeed();
    await signIn('u1');
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(photosStore.get().photos).toMatchObject([{ id: 'a' }]);
    latest().onHealth(true);
    latest().onPhotos([photo('a', 'succeeded')]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(readPhotos).toHaveBeenCalledTimes(1);
    expect(photosStore.get().photos).toMatchObject([{ status: 'succeeded' }]);
  });

  test('a listener that falls silent after an upload is not waited for', async () => {
    const { signIn, latest, readPhotos, expectRestore, triggerPolling } = fakeFeed();
    await signIn('u1');
    latest().onHealth(true);
    latest().onPhotos([]);
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    expectRestore('a');
    triggerPolling();
    await jest.advanceTimersByTimeAsync(5_999);
    expect(readPhotos).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(photosStore.get().photos).toMatchObject([{ id: 'a' }]);
  });

  test('asks which photos are in processing, and stops polling when none is [spec 4.11, 4.12, 7.2]', async () => {
    const { signIn, latest, readPhotos, hasProcessing } = fakeFeed();
    await signIn('u1');
    latest().onHealth(false);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(hasProcessing.mock.calls).toEqual([['u1'], ['u1']]);
    expect(readPhotos).toHaveBeenCalledTimes(5);
    hasProcessing.mockResolvedValue(false);
    await jest.advanceTimersByTimeAsync(6000);
    expect(hasProcessing).toHaveBeenCalledTimes(3);
    expect(readPhotos).toHaveBeenCalledTimes(6);
    await jest.advanceTimersByTimeAsync(180_000);
    expect(readPhotos).toHaveBeenCalledTimes(6);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a restore that ends between the list and the check still comes into the list', async () => {
    const { signIn, latest, readPhotos, hasProcessing } = fakeFeed();
    await signIn('u1');
    latest().onHealth(false);
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    await jest.advanceTimersByTimeAsync(9000);
    hasProcessing.mockResolvedValue(false);
    await jest.advanceTimersByTimeAsync(6000);
    expect(photosStore.get().photos).toMatchObject([{ status: 'processing' }]);
    readPhotos.mockResolvedValue([photo('a', 'succeeded')]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(photosStore.get().photos).toMatchObject([{ status: 'succeeded' }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('with nothing live, the last of several that end one by one comes although it takes longer than the schedule', async () => {
    const { signIn, listener, readPhotos } = fakeFeed();
    await signIn('u1');
    listener().onHealth(false);
    readPhotos.mockResolvedValue([photo('a', 'processing'), photo('b', 'processing')]);
    await jest.advanceTimersByTimeAsync(150_000);
    readPhotos.mockResolvedValue([photo('a', 'succeeded'), photo('b', 'processing')]);
    await jest.advanceTimersByTimeAsync(150_000);
    readPhotos.mockResolvedValue([photo('a', 'succeeded'), photo('b', 'succeeded')]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(photosStore.get().photos).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  });

  test('with nothing live, a photo that took longer than the schedule is there for who comes back to the page', async () => {
    const { signIn, listener, readPhotos } = fakeFeed();
    const hidden = jest.spyOn(document, 'hidden', 'get');
    const look = (isHidden: boolean) => {
      hidden.mockReturnValue(isHidden);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    await signIn('u1');
    listener().onHealth(false);
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    await jest.advanceTimersByTimeAsync(200_000);
    readPhotos.mockClear();
    readPhotos.mockResolvedValue([photo('a', 'succeeded')]);
    look(true);
    await jest.advanceTimersByTimeAsync(200_000);
    expect(readPhotos).not.toHaveBeenCalled();
    look(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(photosStore.get().photos).toMatchObject([{ status: 'succeeded' }]);
    // There is nothing left to ask for, nor while a listener tells.
    await jest.advanceTimersByTimeAsync(200_000);
    readPhotos.mockClear();
    look(false);
    listener().onHealth(true);
    listener().onPhotos([photo('a', 'processing')]);
    look(false);
    await jest.advanceTimersByTimeAsync(200_000);
    expect(readPhotos).not.toHaveBeenCalled();
    hidden.mockRestore();
  });

  test('while the listener delivers, its own list says whether anything is in processing [spec 4.11]', async () => {
    const { signIn, latest, triggerPolling, readPhotos, hasProcessing } = fakeFeed();
    await signIn('u1');
    latest().onHealth(true);
    latest().onPhotos([photo('a', 'processing')]);
    triggerPolling();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(jest.getTimerCount()).toBe(1);
    latest().onPhotos([photo('a', 'succeeded')]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(jest.getTimerCount()).toBe(0);
    expect(hasProcessing).not.toHaveBeenCalled();
    expect(readPhotos).not.toHaveBeenCalled();
  });

  test('a repeated health report does not restart polling', async () => {
    const { readPhotos, signIn, listener } = fakeFeed();
    await signIn('u1');
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(900);
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(readPhotos).toHaveBeenCalledTimes(1);
  });

  test('a poll that ends after the listener delivers again does not bring back its older list', async () => {
    const { readPhotos, signIn, listener } = fakeFeed();
    const poll = deferred<Photo[]>();
    readPhotos.mockReturnValueOnce(poll.promise);
    await signIn('u1');
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    listener().onHealth(true);
    listener().onPhotos([photo('a', 'succeeded')]);
    poll.resolve([photo('a', 'processing')]);
    await flush();
    expect(photosStore.get().photos).toMatchObject([{ status: 'succeeded' }]);
  });

  test('a poll for one page that ends after a request for two pages does not count for both', async () => {
    const { readPhotos, signIn, listener, loadMore } = fakeFeed();
    const poll = deferred<Photo[]>();
    await signIn('u1');
    listener().onPhotos(many(24));
    readPhotos.mockReturnValueOnce(poll.promise).mockResolvedValueOnce(many(30));
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    loadMore();
    poll.resolve(many(24));
    await flush();
    expect(photosStore.get()).toMatchObject({ hasMore: true, photos: { length: 24 } });
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenLastCalledWith({ userId: 'u1', count: 48 });
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: { length: 30 } });
  });

  test('polls for another page only while nothing is live, and only if there is one', async () => {
    const { signIn, listener, loadMore, watches } = fakeFeed();
    await signIn('u1');
    listener().onHealth(true);
    listener().onPhotos(many(3));
    // The schedule of the beginning ends.
    await jest.advanceTimersByTimeAsync(10_000);
    loadMore();
    await flush();
    expect(watches).toHaveLength(1);
    listener().onPhotos(many(24));
    loadMore();
    await flush();
    expect([watches.length, jest.getTimerCount()]).toEqual([2, 0]);
  });

  test('a plain request reads as far as the last photo that is processing', async () => {
    const { readPhotos, signIn, listener, loadMore, titles } = fakeFeed();
    const all = many(60).map((one, index) => (index === 30 ? { ...one, status: 'processing' as const } : one));
    await signIn('u1');
    listener(0).onHealth(true);
    listener(0).onPhotos(all.slice(0, 24));
    loadMore();
    await flush();
    listener(1).onPhotos(all.slice(24, 48));
    readPhotos.mockResolvedValue(many(31));
    listener(0).onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenLastCalledWith({ userId: 'u1', count: 31 });
    expect(titles).toEqual(['Restoration Complete! ✅']);
    expect(photosStore.get()).toMatchObject({ hasMore: true, photos: { length: 48 } });
  });
});
