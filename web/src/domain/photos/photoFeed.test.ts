import { describe, expect, jest, test } from '@jest/globals';
import { flush } from '../../test/deferred';
import { beginFeeds, fakeFeed, many, photo, refused } from '../../test/fakeFeed';
import { deliveringStore, photosStore } from './photosStore';

beginFeeds();

describe('the list of photos', () => {
  test('shows the listener’s photos and announces what ended [spec 4.5, 4.6, 4.7]', async () => {
    const { signIn, latest, titles, texts } = fakeFeed();
    await signIn('u1');
    expect(photosStore.get().status).toBe('unknown');
    latest().onHealth(true);
    latest().onPhotos([photo('a', 'processing'), photo('b', 'processing')]);
    expect(photosStore.get()).toMatchObject({ status: 'ready', hasMore: false });
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'failed')]);
    expect(titles).toEqual(['Restoration Complete! ✅', 'Restoration Failed ❌']);
    expect(texts).toEqual([
      'Your photo has been successfully enhanced.',
      'Something went wrong. The photo has been marked as failed.',
    ]);
  });

  test('a user who logged in before this code loaded sees their photos too', async () => {
    const { latest } = fakeFeed({ signedInAlready: 'u1' });
    await flush();
    latest().onPhotos(many(1));
    expect(photosStore.get().status).toBe('ready');
  });

  test('keeps the objects of photos that did not change', async () => {
    const { signIn, latest } = fakeFeed();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'processing')]);
    const [a, b] = photosStore.get().photos;
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'failed')]);
    expect(photosStore.get().photos[0]).toBe(a);
    expect(photosStore.get().photos[1]).not.toBe(b);
  });

  test('each page is listened to on its own, so that each photo is read once', async () => {
    const { signIn, latest, listener, loadMore, watches, stopped } = fakeFeed();
    const all = many(60);
    await signIn('u1');
    expect(latest()).toMatchObject({ after: null, end: { count: 24 } });
    latest().onHealth(true);
    latest().onPhotos(all.slice(0, 24));
    expect(photosStore.get()).toMatchObject({ hasMore: true, photos: { length: 24 } });
    loadMore();
    await flush();
    expect(latest()).toMatchObject({ after: { id: 'p23' }, end: { count: 24 } });
    // Should that one never come, the button is not dead.
    loadMore();
    await flush();
    expect([watches.length, stopped.mock.calls.length]).toEqual([3, 1]);
    latest().onPhotos(all.slice(24, 48));
    loadMore();
    await flush();
    expect(latest()).toMatchObject({ after: { id: 'p47' } });
    latest().onPhotos(all.slice(48));
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: all });
    // What changes on any page is shown.
    listener(2).onPhotos([{ ...all[24]!, status: 'failed' }, ...all.slice(26, 49)]);
    expect(photosStore.get().photos).toMatchObject([...all.slice(0, 24), { status: 'failed' }, ...all.slice(26)]);
    expect(watches).toHaveLength(4);
  });

  test('with one page, what new photos push off it goes', async () => {
    const { signIn, latest } = fakeFeed();
    await signIn('u1');
    latest().onPhotos(many(26).slice(2));
    latest().onPhotos(many(24));
    expect(photosStore.get()).toMatchObject({ hasMore: true, photos: many(24) });
  });

  test('exactly one page: the next one is empty, and the button goes', async () => {
    const { signIn, latest, loadMore } = fakeFeed();
    await signIn('u1');
    latest().onPhotos(many(24));
    loadMore();
    await flush();
    latest().onPhotos([]);
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: { length: 24 } });
  });

  test('what a new photo pushes off the first page stays, and is listened to again, once', async () => {
    const { signIn, latest, listener, loadMore, watches } = fakeFeed();
    const all = many(50).slice(2);
    const [newest, newer] = many(2);
    const listed = () => photosStore.get().photos.map(({ id }) => id);
    await signIn('u1');
    latest().onPhotos(all.slice(0, 24));
    loadMore();
    await flush();
    latest().onPhotos(all.slice(24));
    listener(0).onPhotos([newer!, ...all.slice(0, 23)]);
    expect(listed()).toEqual([newer, ...all].map((one) => one?.id));
    await flush();
    const first = latest();
    expect(first).toMatchObject({ after: null, end: { at: { id: 'p25' } } });
    first.onPhotos([newer!, ...all.slice(0, 24)]);
    first.onPhotos([newest!, newer!, ...all.slice(0, 24)]);
    expect(listed()).toEqual([newest, newer, ...all].map((one) => one?.id));
    // The photo at the page's end is deleted.
    first.onPhotos([newest!, newer!, ...all.slice(0, 23)]);
    expect(listed()).toEqual([newest, newer, ...all].map((one) => one?.id).filter((id) => id !== 'p25'));
    await flush();
    expect(watches).toHaveLength(3);
  });

  test('a listener that was replaced is ignored', async () => {
    const { signIn, listener, retry, titles } = fakeFeed();
    await signIn('u1');
    listener().onHealth(true);
    listener().onPhotos(many(3));
    retry();
    await flush();
    listener().onHealth(true);
    listener().onPhotos(many(2));
    listener(0).onPhotos(many(3));
    listener(0).onHealth(false);
    listener(0).onError(refused('unavailable', 'gone'));
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: { length: 2 } });
    expect([deliveringStore.get(), titles]).toEqual([true, []]);
  });

  test('a list that plain requests have read stays when the listener is back with its first page', async () => {
    const { readPhotos, signIn, listener, latest, loadMore, watches } = fakeFeed();
    await signIn('u1');
    readPhotos.mockResolvedValueOnce(many(24)).mockResolvedValue(many(30));
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(photosStore.get()).toMatchObject({ hasMore: true, photos: { length: 24 } });
    loadMore();
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenLastCalledWith({ userId: 'u1', count: 48 });
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: { length: 30 } });
    latest().onHealth(true);
    latest().onPhotos(many(24));
    expect(photosStore.get().photos).toHaveLength(30);
    await flush();
    expect(latest()).toMatchObject({ after: { id: 'p23' } });
    latest().onPhotos(many(26).slice(24));
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: { length: 26 } });
    expect(watches).toHaveLength(3);
  });

  test('a deleted photo leaves the list at once, and only that one', async () => {
    const { signIn, listener, forget } = fakeFeed();
    await signIn('u1');
    listener().onPhotos(many(24));
    forget('p1');
    expect(photosStore.get()).toMatchObject({ status: 'ready', hasMore: true, photos: { length: 23 } });
    expect(photosStore.get().photos.map(({ id }) => id)).not.toContain('p1');
  });
});
