import { describe, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { flush } from '../../test/deferred';
import { beginFeeds, fakeFeed, many, photo, refused } from '../../test/fakeFeed';
import { photosStore } from './photosStore';

beginFeeds();

describe('photos that cannot be read', () => {
  test('a failure shows the provider’s message, not the browser’s [spec 7.1]', async () => {
    const { signIn, latest, titles, texts } = fakeFeed();
    await signIn('u1');
    latest().onError(refused('resource-exhausted', 'Quota exceeded.'));
    latest().onError(new TypeError('Failed to fetch dynamically imported module: https://a/b.js'));
    expect(titles).toEqual(['Error fetching photos', 'Error']);
    expect(texts).toEqual(['Quota exceeded.', 'Failed to fetch photos']);
  });

  test('a listener that fails says why; without any photos the page offers to try again [spec 7.1]', async () => {
    const { signIn, latest, titles, texts, retry, watches } = fakeFeed();
    await signIn('u1');
    latest().onError(refused('permission-denied', 'Missing or insufficient permissions.'));
    expect(titles).toEqual(['Error fetching photos']);
    expect(texts).toEqual(['Missing or insufficient permissions.']);
    expect(photosStore.get().status).toBe('error');
    const before = watches.length;
    retry();
    await flush();
    expect(watches.length).toBe(before + 1);
    latest().onError({});
    expect(titles.at(-1)).toBe('Error');
    expect(texts.at(-1)).toBe('Failed to fetch photos');
  });

  test('without listener and requests the page offers a retry, and recovers [spec 7.1]', async () => {
    const { signIn, latest, titles, texts, retry, readPhotos } = fakeFeed();
    await signIn('u1');
    readPhotos.mockRejectedValue(refused('unavailable', 'Failed to fetch'));
    latest().onHealth(false);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([titles, texts]).toEqual([['Error fetching photos'], ['Failed to fetch']]);
    expect(photosStore.get().status).toBe('error');
    readPhotos.mockResolvedValue([photo('a', 'succeeded')]);
    retry();
    await jest.advanceTimersByTimeAsync(1000);
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: [{ id: 'a' }] });
  });

  test('without a network nothing is told as a failure, and what was missed is read when it is back', async () => {
    connectivityStore.set('offline');
    const { signIn, latest, titles, readPhotos } = fakeFeed();
    await signIn('u1');
    latest().onError(refused('unavailable', 'Failed to fetch'));
    readPhotos.mockRejectedValue(refused('unavailable', 'Failed to fetch'));
    await jest.advanceTimersByTimeAsync(200_000);
    expect([titles, photosStore.get().status]).toEqual([[], 'unknown']);
    readPhotos.mockResolvedValue([photo('a', 'succeeded')]);
    connectivityStore.set('back');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(photosStore.get().photos).toMatchObject([{ id: 'a' }]);
    connectivityStore.set('online');
  });

  test('a repeated failure after "Try Again" polls from the start', async () => {
    const { readPhotos, signIn, listener, retry } = fakeFeed();
    await signIn('u1');
    listener().onError(refused('unavailable', 'gone'));
    await jest.advanceTimersByTimeAsync(170_000);
    const before = readPhotos.mock.calls.length;
    retry();
    await flush();
    await jest.advanceTimersByTimeAsync(500);
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(999);
    expect(readPhotos).toHaveBeenCalledTimes(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(readPhotos).toHaveBeenCalledTimes(before + 1);
  });

  test('"Try Again" shows its progress and keeps the photos', async () => {
    const { signIn, listener, retry } = fakeFeed();
    await signIn('u1');
    listener().onPhotos(many(1));
    retry();
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: { length: 1 } });
  });

  test('a failure with photos on the page leaves them there', async () => {
    const { signIn, listener, titles } = fakeFeed();
    await signIn('u1');
    listener().onPhotos(many(1));
    listener().onError(refused('unavailable', 'gone'));
    expect(titles).toEqual(['Error fetching photos']);
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: { length: 1 } });
  });

  test('a failed poll with photos on the page is only logged', async () => {
    const { readPhotos, signIn, listener, titles } = fakeFeed();
    readPhotos.mockRejectedValue(refused('unavailable', 'gone'));
    await signIn('u1');
    listener().onPhotos(many(1));
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(3000);
    expect([titles, photosStore.get().status]).toEqual([[], 'ready']);
  });

  test('a listener that fails to start is reported, and polling takes over', async () => {
    const { firestore, readPhotos, signIn, titles } = fakeFeed();
    firestore.watchPhotos.mockRejectedValue(refused('unavailable', 'gone'));
    await signIn('u1');
    expect([titles, photosStore.get().status]).toEqual([['Error fetching photos'], 'error']);
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenCalledTimes(1);
  });
});
