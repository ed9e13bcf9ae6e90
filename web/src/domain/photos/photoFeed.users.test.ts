import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { pictureShownStore } from '../../lib/firstPicture';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { beginFeeds, fakeFeed, many, pageOf, photo, refused, stopFeeds } from '../../test/fakeFeed';
import { aPhoto, aUser } from '../../test/samples';
import { lastSeenStore, remember } from '../account/lastSeen';
import { sessionStore } from '../session/sessionStore';
import { createPhotoFeed } from './photoFeed';
import { deliveringStore, NO_PHOTOS_YET, type Photo, photosStore } from './photosStore';

beginFeeds();

describe('before the listener', () => {
  test('an unknown device reads the newest few by a plain request; the SDK waits for the first picture', async () => {
    pictureShownStore.set(false);
    const { load, readPhotos, signIn, latest, watches } = fakeFeed({ isSeen: false });
    readPhotos.mockResolvedValue(many(6));
    await signIn('u1');
    expect(readPhotos.mock.calls).toEqual([[{ userId: 'u1', count: 6 }]]);
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: { length: 6 } });
    expect(load.firestore).not.toHaveBeenCalled();
    pictureShownStore.set(true);
    await flush();
    const [first] = photosStore.get().photos;
    latest().onPhotos(many(24));
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: { length: 24 } });
    expect(photosStore.get().photos[0]).toBe(first);
    expect(watches).toHaveLength(1);
  });

  test('fewer than that are all there are: without any, the page need not wait for the listener', async () => {
    pictureShownStore.set(false);
    const { signIn, watches } = fakeFeed({ isSeen: false });
    await signIn('u1');
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: [] });
    expect(watches).toHaveLength(1);
  });

  test('a request that is refused or never ends holds the listener back for three seconds at most', async () => {
    const { readPhotos, signIn, watches } = fakeFeed({ isSeen: false });
    readPhotos.mockReturnValueOnce(deferred<Photo[]>().promise).mockRejectedValueOnce(refused('unavailable', 'gone'));
    await signIn('u1');
    expect(watches).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(watches).toHaveLength(1);
    await signIn('u2');
    expect(watches).toHaveLength(2);
  });

  test('a known device shows what it remembers without a request, and listens after the first picture', async () => {
    const before = fakeFeed();
    await before.signIn('u1');
    before.latest().onPhotos(many(20));
    stopFeeds();
    lastSeenStore.set(null);
    pictureShownStore.set(false);
    const { readPhotos, signIn, latest, watches } = fakeFeed();
    await signIn('u1');
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: { length: 12 } });
    expect([readPhotos.mock.calls.length, watches.length]).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(3_000);
    latest().onPhotos(many(2));
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: { length: 2 } });
  });

  test('after logging in the page stays as it is until photos are known; for a returning user they are expected', async () => {
    const { readPhotos, signIn } = fakeFeed({ isSeen: false });
    readPhotos.mockReturnValue(deferred<Photo[]>().promise);
    await signIn('u1');
    expect(photosStore.get().status).toBe('unknown');
    sessionStore.set({ status: 'loading' });
    await signIn('u2');
    expect(photosStore.get().status).toBe('loading');
  });

  test('what is remembered and older than the first page is not part of the list', async () => {
    const { signIn, latest } = fakeFeed();
    remember('u1', { total: 30, photos: many(40).slice(30) });
    await signIn('u1');
    expect(photosStore.get().photos).toHaveLength(10);
    latest().onPhotos(many(24));
    expect(photosStore.get().photos).toEqual(many(24));
  });

  test('a user who leaves takes what the device remembers along; another sees none of it', async () => {
    const { signIn, latest } = fakeFeed();
    await signIn('u1');
    latest().onPhotos(many(2));
    await signIn('u2');
    expect(photosStore.get().photos).toEqual([]);
    latest().onPhotos(many(3));
    expect(localStorage).toHaveLength(1);
    sessionStore.set({ status: 'signedOut' });
    expect([localStorage.length, lastSeenStore.get(), photosStore.get().photos]).toEqual([0, null, []]);
  });
});

describe('one user after another', () => {
  test('without a sign-out in between: photos are cleared and the old listener is ignored', async () => {
    const { signIn, listener, stopped, titles } = fakeFeed();
    await signIn('u1');
    listener().onHealth(true);
    listener().onPhotos([photo('a', 'processing')]);
    await signIn('u2');
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(photosStore.get()).toEqual(NO_PHOTOS_YET);
    expect(deliveringStore.get()).toBe(false);
    listener(0).onPhotos([photo('a', 'succeeded')]);
    listener(0).onHealth(true);
    listener(0).onError(refused('unavailable', 'gone'));
    expect(photosStore.get()).toEqual(NO_PHOTOS_YET);
    expect(deliveringStore.get()).toBe(false);
    expect(titles).toEqual([]);
    // The second user's own schedule.
    expect(jest.getTimerCount()).toBe(1);
  });

  test('a listener that starts late is stopped, and its photos are ignored', async () => {
    const { firestore, signIn, listener } = fakeFeed();
    const started = deferred<() => void>();
    const lateStop = jest.fn();
    firestore.watchPhotos.mockReturnValueOnce(started.promise);
    await signIn('u1');
    await signIn('u2');
    listener(0).onPhotos([photo('a', 'succeeded')]);
    started.resolve(lateStop);
    await flush();
    expect(lateStop).toHaveBeenCalledTimes(1);
    expect(photosStore.get().photos).toEqual([]);
  });

  test('code that loads late starts no listener, and its late failure is not shown', async () => {
    const { load, firestore, signIn, titles, watches } = fakeFeed();
    const [first, second] = [deferred<typeof firestore>(), deferred<typeof firestore>()];
    load.firestore.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    await signIn('u1');
    await signIn('u2');
    await signIn('u3');
    first.resolve(firestore);
    second.reject(new TypeError('Failed to fetch'));
    await flush();
    expect(watches.map(([{ userId }]) => userId)).toEqual(['u3']);
    expect(titles).toEqual([]);
    expect(jest.getTimerCount()).toBe(1);
  });

  test('a poll for the first user shows the second nothing, and ends', async () => {
    const { readPhotos, signIn, listener, titles } = fakeFeed();
    const [late, failing] = [deferred<Photo[]>(), deferred<Photo[]>()];
    readPhotos.mockReturnValueOnce(late.promise).mockReturnValueOnce(failing.promise);
    await signIn('u1');
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    await signIn('u2');
    late.resolve([photo('a', 'succeeded')]);
    await flush();
    expect(photosStore.get().photos).toEqual([]);
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    await signIn('u3');
    failing.reject(refused('unavailable', 'gone'));
    await flush();
    expect([titles, photosStore.get().status, jest.getTimerCount()]).toEqual([[], 'unknown', 1]);
  });

  test('a restore that one user expects is not announced to the other', async () => {
    const { signIn, listener, expectRestore, titles } = fakeFeed();
    await signIn('u1');
    expectRestore('new');
    await signIn('u2');
    listener().onPhotos([photo('new', 'succeeded')]);
    expect(titles).toEqual([]);
  });

  test('an updated user keeps the listener', async () => {
    const { signIn, watches } = fakeFeed();
    await signIn('u1');
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1', emailVerified: false }) });
    await flush();
    expect(watches).toHaveLength(1);
  });

  test('follows nobody once stopped', async () => {
    const { signIn, watches } = fakeFeed();
    await signIn('u1');
    stopFeeds();
    await signIn('u2');
    expect(watches).toHaveLength(1);
    expect(photosStore.get().status).toBe('unknown');
  });
});

test('signing out clears everything and stops listening', async () => {
  const { signIn, latest, triggerPolling, expectRestore, stopped } = fakeFeed();
  await signIn('u1');
  latest().onPhotos([photo('a', 'succeeded')]);
  const old = latest();
  sessionStore.set({ status: 'signedOut' });
  expect(stopped).toHaveBeenCalledTimes(1);
  expect(photosStore.get()).toEqual(NO_PHOTOS_YET);
  old.onPhotos([photo('a', 'succeeded')]);
  expect(photosStore.get().photos).toEqual([]);
  triggerPolling();
  expectRestore('b');
  expect(localStorage).toHaveLength(0);
  expect(jest.getTimerCount()).toBe(0);
});

test('in any order of code, listeners and users, only the last user is followed', async () => {
  const users = fc.array(fc.constantFrom('u1', 'u2', null), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), users, async (scheduler, comers) => {
      const { load, firestore } = fakeFirebase();
      const listening: string[] = [];
      load.firestore.mockImplementation(() => scheduler.schedule(Promise.resolve(firestore)));
      firestore.watchPhotos.mockImplementation(async ({ userId, end, onPhotos }) => {
        await scheduler.schedule(Promise.resolve());
        listening.push(userId);
        onPhotos(pageOf([aPhoto({ id: userId })], end));
        return () => void listening.splice(listening.indexOf(userId), 1);
      });
      sessionStore.set({ status: 'signedOut' });
      const stop = createPhotoFeed({ firebase: load }).start();
      scheduler.scheduleSequence(
        comers.map((id) => async () => {
          sessionStore.set(id ? { status: 'signedIn', user: aUser({ id }) } : { status: 'signedOut' });
        }),
      );
      await scheduler.waitIdle();
      await flush();
      const last = comers.at(-1) ? [comers.at(-1)] : [];
      expect([listening, photosStore.get().photos.map(({ id }) => id)]).toEqual([last, last]);
      stop();
      expect(listening).toEqual([]);
    }),
  );
});
