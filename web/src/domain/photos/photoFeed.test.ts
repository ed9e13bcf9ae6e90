import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { connectivityStore } from '../../lib/connectivity';
import { pictureShownStore } from '../../lib/firstPicture';
import { subscribeToasts } from '../../lib/toast';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { aPhoto, aUser } from '../../test/samples';
import { lastSeenOf, lastSeenStore, recallLastSeen, remember } from '../account/lastSeen';
import type { PhotoWatch } from '../firebase/firestore';
import type { PhotoPage } from '../firebase/photoDocument';
import { sessionStore } from '../session/sessionStore';
import { createPhotoFeed } from './photoFeed';
import { deliveringStore, NO_PHOTOS_YET, type Photo, photosStore } from './photosStore';

/** In the list's order: p0 before p1, and a before b. */
const photo = (id: string, status: Photo['status']): Photo => {
  const age = Number.parseInt(id.replace(/^p/, ''), 36);
  return aPhoto({ id, status, created_at: new Date(Date.UTC(2026, 10, 20) - age * 1000) });
};
/** As a listener for `end` brings these photos. */
function pageOf(photos: Photo[], end: PhotoWatch['end']): PhotoPage {
  const last = photos.at(-1);
  const cursor = last ? { createdAt: last.created_at, at: last.created_at, id: last.id } : null;
  if ('at' in end) return { photos, last: end.at, isFull: true };
  return { photos, last: cursor, isFull: photos.length === end.count };
}
/** As Firestore rejects. */
const refused = (code: string, message: string) => Object.assign(new Error(message), { code });
const many = (count: number) => Array.from({ length: count }, (_, index) => photo(`p${index}`, 'succeeded'));

const stops: (() => void)[] = [];
let log: jest.Spied<typeof console.error>;

function setUp({ signedInAlready = '', isSeen = true } = {}) {
  const firebase = fakeFirebase();
  const { firestore, plainFirestore } = firebase;
  plainFirestore.hasProcessing.mockResolvedValue(true);
  const stopped = jest.fn();
  firestore.watchPhotos.mockResolvedValue(stopped);
  const feed = createPhotoFeed({ firebase: firebase.load });
  const titles: string[] = [];
  const texts: (string | undefined)[] = [];
  stops.push(
    subscribeToasts(({ title, description }) => {
      titles.push(title);
      texts.push(description);
    }),
  );
  const enter = (id: string) => {
    // Otherwise a plain request comes before the listener.
    if (isSeen && lastSeenOf(id).total === null) remember(id, { total: 0 });
    sessionStore.set({ status: 'signedIn', user: aUser({ id }) });
  };
  const signIn = async (id: string) => {
    enter(id);
    await flush();
  };
  if (signedInAlready) enter(signedInAlready);
  stops.push(feed.start());
  const watches = firestore.watchPhotos.mock.calls;
  /** What the page would hear from the listener that was started as number `at`, the last one by default. */
  const listener = (at = -1) => {
    const watch = watches.at(at)![0];
    return { ...watch, onPhotos: (photos: Photo[]) => watch.onPhotos(pageOf(photos, watch.end)) };
  };
  return {
    ...firebase,
    ...plainFirestore,
    ...feed,
    titles,
    texts,
    signIn,
    watches,
    listener,
    latest: listener,
    stopped,
  };
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  lastSeenStore.set(null);
  pictureShownStore.set(true);
  sessionStore.set({ status: 'signedOut' });
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  log.mockRestore();
  jest.useRealTimers();
});

describe('photo feed', () => {
  describe('a photo that was sent', () => {
    const revoked = jest.fn();
    const sent = { id: 'a', tool: 'colorize', jpeg: new Blob() } as const;
    const ids = () => photosStore.get().photos.map(({ id, original_url }) => [id, original_url]);
    beforeEach(() => {
      revoked.mockClear();
      Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: revoked });
    });

    test('is shown at once, also while lists come without it, until one has it', async () => {
      const { signIn, latest, showSent } = setUp();
      await signIn('u1');
      await showSent(sent);
      expect(photosStore.get().photos).toMatchObject([
        { id: 'a', status: 'processing', tool: 'colorize', original_url: 'blob:1', user_id: 'u1' },
      ]);
      latest().onPhotos([photo('b', 'succeeded')]);
      expect(ids()).toEqual([
        ['a', 'blob:1'],
        ['b', 'https://storage/original.jpg'],
      ]);
      expect(recallLastSeen()?.total).toBe(1);
      expect(revoked).not.toHaveBeenCalled();
      latest().onPhotos([photo('a', 'processing'), photo('b', 'succeeded')]);
      expect(ids()[0]).toEqual(['a', 'https://storage/original.jpg']);
      expect(revoked).toHaveBeenCalledWith('blob:1');
      await showSent(sent);
      expect(ids()).toHaveLength(2);
      jest.advanceTimersByTime(180_000);
      expect(ids()).toHaveLength(2);
    });

    test('that has ended when a list first has it is announced', async () => {
      const { signIn, latest, showSent, titles } = setUp();
      await signIn('u1');
      latest().onPhotos([]);
      await showSent(sent);
      latest().onPhotos([photo('a', 'failed')]);
      expect(titles).toEqual(['Restoration Failed ❌']);
    });

    test('that never arrives is taken off after the polling window', async () => {
      const { signIn, showSent } = setUp();
      await signIn('u1');
      await showSent(sent);
      jest.advanceTimersByTime(179_999);
      expect(ids()).toHaveLength(1);
      jest.advanceTimersByTime(1);
      expect(ids()).toEqual([]);
      expect(revoked).toHaveBeenCalledWith('blob:1');
    });

    test('goes with its user', async () => {
      const { signIn, showSent } = setUp();
      await signIn('u1');
      await showSent(sent);
      await signIn('u2');
      expect(ids()).toEqual([]);
      expect(revoked).toHaveBeenCalledWith('blob:1');
    });
  });

  test('shows the listener’s photos and announces what ended [spec 4.5, 4.6, 4.7]', async () => {
    const { signIn, latest, titles, texts } = setUp();
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
    const { latest } = setUp({ signedInAlready: 'u1' });
    await flush();
    latest().onPhotos(many(1));
    expect(photosStore.get().status).toBe('ready');
  });

  test('a failure shows the provider’s message, not the browser’s [spec 7.1]', async () => {
    const { signIn, latest, titles, texts } = setUp();
    await signIn('u1');
    latest().onError(refused('resource-exhausted', 'Quota exceeded.'));
    latest().onError(new TypeError('Failed to fetch dynamically imported module: https://a/b.js'));
    expect(titles).toEqual(['Error fetching photos', 'Error']);
    expect(texts).toEqual(['Quota exceeded.', 'Failed to fetch photos']);
  });

  test('announces a restore that ended while the page was closed [spec 4.5]', async () => {
    // Until it is known who is signed in, nothing is forgotten.
    sessionStore.set({ status: 'loading' });
    remember('u1', { processing: ['a'], total: 1 });
    const { signIn, latest, titles } = setUp();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
    latest().onPhotos([photo('a', 'succeeded')]);
    expect(titles).toHaveLength(1);
  });

  test('announces an expected restore that no list ever showed running, once [spec 4.5, 4.8]', async () => {
    const { signIn, latest, titles, expectRestore } = setUp();
    await signIn('u1');
    latest().onPhotos([photo('old', 'succeeded')]);
    expectRestore('new');
    expectRestore('broken');
    // A round of polling may come before the upload has become a photo.
    latest().onPhotos([photo('old', 'succeeded')]);
    latest().onPhotos([photo('new', 'succeeded'), photo('old', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
    latest().onPhotos([photo('broken', 'failed'), photo('new', 'succeeded'), photo('elsewhere', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅', 'Restoration Failed ❌']);
    // Trying again with the same request finds it on the list already.
    expectRestore('new');
    latest().onPhotos([photo('broken', 'failed'), photo('new', 'succeeded')]);
    expect(titles).toHaveLength(2);
    expect(recallLastSeen()?.processing).toEqual([]);
  });

  test('a page closed right after the upload announces the restore on return [spec 4.5]', async () => {
    const before = setUp();
    await before.signIn('u1');
    before.latest().onPhotos([]);
    before.expectRestore('new');
    const { signIn, latest, titles } = setUp();
    await signIn('u1');
    latest().onPhotos([photo('new', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
  });

  test('keeps the objects of photos that did not change', async () => {
    const { signIn, latest } = setUp();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'processing')]);
    const [a, b] = photosStore.get().photos;
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'failed')]);
    expect(photosStore.get().photos[0]).toBe(a);
    expect(photosStore.get().photos[1]).not.toBe(b);
  });

  test('each page is listened to on its own, so that each photo is read once', async () => {
    const { signIn, latest, listener, loadMore, watches, stopped } = setUp();
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
    const { signIn, latest } = setUp();
    await signIn('u1');
    latest().onPhotos(many(26).slice(2));
    latest().onPhotos(many(24));
    expect(photosStore.get()).toMatchObject({ hasMore: true, photos: many(24) });
  });

  test('exactly one page: the next one is empty, and the button goes', async () => {
    const { signIn, latest, loadMore } = setUp();
    await signIn('u1');
    latest().onPhotos(many(24));
    loadMore();
    await flush();
    latest().onPhotos([]);
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: { length: 24 } });
  });

  test('what a new photo pushes off the first page stays, and is listened to again, once', async () => {
    const { signIn, latest, listener, loadMore, watches } = setUp();
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

  test('polls by plain requests while the listener is disconnected [spec 4.8]', async () => {
    const { signIn, latest, readPhotos } = setUp();
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
    const { signIn, readPhotos, latest } = setUp();
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
    const { signIn, latest, readPhotos, expectRestore, triggerPolling } = setUp();
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
    const { signIn, latest, readPhotos, hasProcessing } = setUp();
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
    const { signIn, latest, readPhotos, hasProcessing } = setUp();
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

  test('while the listener delivers, its own list says whether anything is in processing [spec 4.11]', async () => {
    const { signIn, latest, triggerPolling, readPhotos, hasProcessing } = setUp();
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

  test('a listener that fails says why; without any photos the page offers to try again [spec 7.1]', async () => {
    const { signIn, latest, titles, texts, retry, watches } = setUp();
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
    const { signIn, latest, titles, texts, retry, readPhotos } = setUp();
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
    const { signIn, latest, titles, readPhotos } = setUp();
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

  test('signing out clears everything and stops listening', async () => {
    const { signIn, latest, triggerPolling, expectRestore, stopped } = setUp();
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
});

describe('before the listener', () => {
  test('an unknown device reads the newest few by a plain request; the SDK waits for the first picture', async () => {
    pictureShownStore.set(false);
    const { load, readPhotos, signIn, latest, watches } = setUp({ isSeen: false });
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
    const { signIn, watches } = setUp({ isSeen: false });
    await signIn('u1');
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: [] });
    expect(watches).toHaveLength(1);
  });

  test('a request that is refused or never ends holds the listener back for three seconds at most', async () => {
    const { readPhotos, signIn, watches } = setUp({ isSeen: false });
    readPhotos.mockReturnValueOnce(deferred<Photo[]>().promise).mockRejectedValueOnce(refused('unavailable', 'gone'));
    await signIn('u1');
    expect(watches).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(watches).toHaveLength(1);
    await signIn('u2');
    expect(watches).toHaveLength(2);
  });

  test('a known device shows what it remembers without a request, and listens after the first picture', async () => {
    const before = setUp();
    await before.signIn('u1');
    before.latest().onPhotos(many(20));
    for (const stop of stops.splice(0)) stop();
    lastSeenStore.set(null);
    pictureShownStore.set(false);
    const { readPhotos, signIn, latest, watches } = setUp();
    await signIn('u1');
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: { length: 12 } });
    expect([readPhotos.mock.calls.length, watches.length]).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(3_000);
    latest().onPhotos(many(2));
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: { length: 2 } });
  });

  test('after logging in the page stays as it is until photos are known; for a returning user they are expected', async () => {
    const { readPhotos, signIn } = setUp({ isSeen: false });
    readPhotos.mockReturnValue(deferred<Photo[]>().promise);
    await signIn('u1');
    expect(photosStore.get().status).toBe('unknown');
    sessionStore.set({ status: 'loading' });
    await signIn('u2');
    expect(photosStore.get().status).toBe('loading');
  });

  test('what is remembered and older than the first page is not part of the list', async () => {
    const { signIn, latest } = setUp();
    remember('u1', { total: 30, photos: many(40).slice(30) });
    await signIn('u1');
    expect(photosStore.get().photos).toHaveLength(10);
    latest().onPhotos(many(24));
    expect(photosStore.get().photos).toEqual(many(24));
  });

  test('a user who leaves takes what the device remembers along; another sees none of it', async () => {
    const { signIn, latest } = setUp();
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
    const { signIn, listener, stopped, titles } = setUp();
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
    const { firestore, signIn, listener } = setUp();
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
    const { load, firestore, signIn, titles, watches } = setUp();
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
    const { readPhotos, signIn, listener, titles } = setUp();
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
    const { signIn, listener, expectRestore, titles } = setUp();
    await signIn('u1');
    expectRestore('new');
    await signIn('u2');
    listener().onPhotos([photo('new', 'succeeded')]);
    expect(titles).toEqual([]);
  });

  test('an updated user keeps the listener', async () => {
    const { signIn, watches } = setUp();
    await signIn('u1');
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1', emailVerified: false }) });
    await flush();
    expect(watches).toHaveLength(1);
  });

  test('follows nobody once stopped', async () => {
    const { signIn, watches } = setUp();
    await signIn('u1');
    for (const stop of stops.splice(0)) stop();
    await signIn('u2');
    expect(watches).toHaveLength(1);
    expect(photosStore.get().status).toBe('unknown');
  });
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

describe('overlapping events', () => {
  test('a repeated health report does not restart polling', async () => {
    const { readPhotos, signIn, listener } = setUp();
    await signIn('u1');
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(900);
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(readPhotos).toHaveBeenCalledTimes(1);
  });

  test('a repeated failure after "Try Again" polls from the start', async () => {
    const { readPhotos, signIn, listener, retry } = setUp();
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

  test('a poll that ends after the listener delivers again does not bring back its older list', async () => {
    const { readPhotos, signIn, listener } = setUp();
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
    const { readPhotos, signIn, listener, loadMore } = setUp();
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
    const { signIn, listener, loadMore, watches } = setUp();
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

  test('a listener that was replaced is ignored', async () => {
    const { signIn, listener, retry, titles } = setUp();
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
    const { readPhotos, signIn, listener, latest, loadMore, watches } = setUp();
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

  test('a plain request reads as far as the last photo that is processing', async () => {
    const { readPhotos, signIn, listener, loadMore, titles } = setUp();
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

  test('"Try Again" shows its progress and keeps the photos', async () => {
    const { signIn, listener, retry } = setUp();
    await signIn('u1');
    listener().onPhotos(many(1));
    retry();
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: { length: 1 } });
  });

  test('a failure with photos on the page leaves them there', async () => {
    const { signIn, listener, titles } = setUp();
    await signIn('u1');
    listener().onPhotos(many(1));
    listener().onError(refused('unavailable', 'gone'));
    expect(titles).toEqual(['Error fetching photos']);
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: { length: 1 } });
  });

  test('a failed poll with photos on the page is only logged', async () => {
    const { readPhotos, signIn, listener, titles } = setUp();
    readPhotos.mockRejectedValue(refused('unavailable', 'gone'));
    await signIn('u1');
    listener().onPhotos(many(1));
    listener().onHealth(false);
    await jest.advanceTimersByTimeAsync(3000);
    expect([titles, photosStore.get().status]).toEqual([[], 'ready']);
  });

  test('a listener that fails to start is reported, and polling takes over', async () => {
    const { firestore, readPhotos, signIn, titles } = setUp();
    firestore.watchPhotos.mockRejectedValue(refused('unavailable', 'gone'));
    await signIn('u1');
    expect([titles, photosStore.get().status]).toEqual([['Error fetching photos'], 'error']);
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenCalledTimes(1);
  });

  test('a deleted photo leaves the list at once, and only that one', async () => {
    const { signIn, listener, forget } = setUp();
    await signIn('u1');
    listener().onPhotos(many(24));
    forget('p1');
    expect(photosStore.get()).toMatchObject({ status: 'ready', hasMore: true, photos: { length: 23 } });
    expect(photosStore.get().photos.map(({ id }) => id)).not.toContain('p1');
  });
});
