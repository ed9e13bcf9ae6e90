import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PhotoWatch } from './firebase/photoQueries';
import type { Photo } from './photos';

const watches: PhotoWatch[] = [];
const stopped = jest.fn();
const readPhotos = jest.fn<(request: { userId: string; count: number }) => Promise<Photo[]>>();
const readProcessing = jest.fn<(userId: string) => Promise<unknown[]>>();

jest.mock('./firebase/photoQueries', () => ({
  watchPhotos: async (watch: PhotoWatch) => {
    watches.push(watch);
    return stopped;
  },
}));
jest.mock('./firebase/photoPollQueries', () => ({
  readPhotos: (request: { userId: string; count: number }) => readPhotos(request),
  readProcessing: (userId: string) => readProcessing(userId),
}));

const photo = (id: string, status: Photo['status']): Photo =>
  ({ id, status, created_at: new Date(0), user_id: 'u1' }) as Photo;
/** As Firestore rejects. */
const refused = (code: string, message: string) => Object.assign(new Error(message), { code });
const many = (count: number) => Array.from({ length: count }, (_, index) => photo(`p${index}`, 'succeeded'));

async function setUp({ signedInAlready = '' } = {}) {
  jest.resetModules();
  watches.length = 0;
  const [feed, { photosStore }, { sessionStore }, { subscribeToasts }] = await Promise.all([
    import('./photoFeed'),
    import('./photos'),
    import('./sessionStore'),
    import('./toast'),
  ]);
  const titles: string[] = [];
  const texts: (string | undefined)[] = [];
  subscribeToasts(({ title, description }) => {
    titles.push(title);
    texts.push(description);
  });
  const enter = (id: string) => sessionStore.set({ status: 'signedIn', user: { id, email: '', emailVerified: true } });
  const signIn = async (id: string) => {
    enter(id);
    await jest.advanceTimersByTimeAsync(0);
  };
  if (signedInAlready) enter(signedInAlready);
  feed.startPhotoFeed();
  const latest = () => watches.at(-1)!;
  return { ...feed, photosStore, sessionStore, titles, texts, signIn, latest };
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  localStorage.clear();
  readPhotos.mockResolvedValue([]);
  readProcessing.mockResolvedValue([{}]);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('photo feed', () => {
  test('shows what the listener brings and announces what ended [spec 4.5, 4.6, 4.7]', async () => {
    const { photosStore, signIn, latest, titles, texts } = await setUp();
    await signIn('u1');
    expect(photosStore.get().status).toBe('loading');
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

  test('whoever had logged in before this code arrived sees their photos too', async () => {
    const { photosStore, latest } = await setUp({ signedInAlready: 'u1' });
    await jest.advanceTimersByTimeAsync(0);
    latest().onPhotos(many(1));
    expect(photosStore.get().status).toBe('ready');
  });

  test('of a failure only the provider’s words are shown, not those of the browser [spec 7.1]', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { signIn, latest, titles, texts } = await setUp();
    await signIn('u1');
    latest().onError(refused('resource-exhausted', 'Quota exceeded.'));
    latest().onError(new TypeError('Failed to fetch dynamically imported module: https://a/b.js'));
    expect(titles).toEqual(['Error fetching photos', 'Error']);
    expect(texts).toEqual(['Quota exceeded.', 'Failed to fetch photos']);
  });

  test('announces a restore that ended while the page was closed [spec 4.5]', async () => {
    localStorage.setItem('heirlight.processing.u1', '["a"]');
    const { signIn, latest, titles } = await setUp();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
    latest().onPhotos([photo('a', 'succeeded')]);
    expect(titles).toHaveLength(1);
  });

  test('announces an expected restore that no list ever showed running, once [spec 4.5, 4.8]', async () => {
    const { signIn, latest, titles, expectRestore } = await setUp();
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
    expect(localStorage).toHaveLength(0);
  });

  test('a page closed right after the upload announces the restore on return [spec 4.5]', async () => {
    const before = await setUp();
    await before.signIn('u1');
    before.latest().onPhotos([]);
    before.expectRestore('new');
    const { signIn, latest, titles } = await setUp();
    await signIn('u1');
    latest().onPhotos([photo('new', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
  });

  test('keeps the objects of photos that did not change', async () => {
    const { photosStore, signIn, latest } = await setUp();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'processing')]);
    const [a, b] = photosStore.get().photos;
    latest().onPhotos([photo('a', 'succeeded'), photo('b', 'failed')]);
    expect(photosStore.get().photos[0]).toBe(a);
    expect(photosStore.get().photos[1]).not.toBe(b);
  });

  test('reads pages of 24 and one more to know that there are more', async () => {
    const { photosStore, signIn, latest, loadMorePhotos } = await setUp();
    await signIn('u1');
    expect(latest().count).toBe(25);
    latest().onHealth(true);
    latest().onPhotos(many(25));
    expect(photosStore.get().photos).toHaveLength(24);
    expect(photosStore.get().hasMore).toBe(true);
    loadMorePhotos();
    loadMorePhotos();
    await jest.advanceTimersByTimeAsync(0);
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(latest().count).toBe(49);
    // Should that one never come, the button is not dead.
    const before = watches.length;
    loadMorePhotos();
    await jest.advanceTimersByTimeAsync(0);
    expect([watches.length, latest().count]).toEqual([before + 1, 49]);
    latest().onPhotos(many(30));
    expect(photosStore.get()).toMatchObject({ hasMore: false, photos: { length: 30 } });
  });

  test('polls by plain requests once the listener is cut off, until it delivers again [spec 4.8]', async () => {
    const { photosStore, signIn, latest } = await setUp();
    await signIn('u1');
    latest().onHealth(true);
    latest().onPhotos([]);
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(readPhotos).not.toHaveBeenCalled();
    latest().onHealth(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(readPhotos).toHaveBeenCalledWith({ userId: 'u1', count: 25 });
    expect(photosStore.get().photos).toHaveLength(1);
    latest().onHealth(true);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(readPhotos).toHaveBeenCalledTimes(1);
  });

  test('asks whose photos are still in processing, and stops polling once none is [spec 4.11, 4.12, 7.2]', async () => {
    const { signIn, latest } = await setUp();
    await signIn('u1');
    latest().onHealth(false);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(readProcessing.mock.calls).toEqual([['u1'], ['u1']]);
    expect(readPhotos).toHaveBeenCalledTimes(5);
    readProcessing.mockResolvedValue([]);
    await jest.advanceTimersByTimeAsync(6000);
    expect(readProcessing).toHaveBeenCalledTimes(3);
    expect(readPhotos).toHaveBeenCalledTimes(6);
    await jest.advanceTimersByTimeAsync(180_000);
    expect(readPhotos).toHaveBeenCalledTimes(6);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a restore that ends between the list and the check still comes into the list', async () => {
    const { photosStore, signIn, latest } = await setUp();
    await signIn('u1');
    latest().onHealth(false);
    readPhotos.mockResolvedValue([photo('a', 'processing')]);
    await jest.advanceTimersByTimeAsync(9000);
    readProcessing.mockResolvedValue([]);
    await jest.advanceTimersByTimeAsync(6000);
    expect(photosStore.get().photos).toMatchObject([{ status: 'processing' }]);
    readPhotos.mockResolvedValue([photo('a', 'succeeded')]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(photosStore.get().photos).toMatchObject([{ status: 'succeeded' }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('while the listener delivers, its own list says whether anything is in processing [spec 4.11]', async () => {
    const { signIn, latest, triggerSmartPolling } = await setUp();
    await signIn('u1');
    latest().onHealth(true);
    latest().onPhotos([photo('a', 'processing')]);
    triggerSmartPolling();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(jest.getTimerCount()).toBe(1);
    latest().onPhotos([photo('a', 'succeeded')]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(jest.getTimerCount()).toBe(0);
    expect(readProcessing).not.toHaveBeenCalled();
    expect(readPhotos).not.toHaveBeenCalled();
  });

  test('a listener that fails says why; without any photos the page offers to try again [spec 7.1]', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { photosStore, signIn, latest, titles, texts, retryPhotos } = await setUp();
    await signIn('u1');
    latest().onError(refused('permission-denied', 'Missing or insufficient permissions.'));
    expect(titles).toEqual(['Error fetching photos']);
    expect(texts).toEqual(['Missing or insufficient permissions.']);
    expect(photosStore.get().status).toBe('error');
    const before = watches.length;
    retryPhotos();
    await jest.advanceTimersByTimeAsync(0);
    expect(watches.length).toBe(before + 1);
    latest().onError({});
    expect(titles.at(-1)).toBe('Error');
    expect(texts.at(-1)).toBe('Failed to fetch photos');
    log.mockRestore();
  });

  test('with neither listener nor requests getting through, the page offers to try again, and recovers [spec 7.1]', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { photosStore, signIn, latest, titles, texts, retryPhotos } = await setUp();
    await signIn('u1');
    readPhotos.mockRejectedValue(refused('unavailable', 'Failed to fetch'));
    latest().onHealth(false);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([titles, texts]).toEqual([['Error fetching photos'], ['Failed to fetch']]);
    expect(photosStore.get().status).toBe('error');
    readPhotos.mockResolvedValue([photo('a', 'succeeded')]);
    retryPhotos();
    await jest.advanceTimersByTimeAsync(1000);
    expect(photosStore.get()).toMatchObject({ status: 'ready', photos: [{ id: 'a' }] });
    log.mockRestore();
  });

  test('signing out forgets everything and listens to nothing', async () => {
    const { photosStore, sessionStore, signIn, latest, triggerSmartPolling, expectRestore } = await setUp();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded')]);
    const old = latest();
    sessionStore.set({ status: 'signedOut' });
    expect(stopped).toHaveBeenCalledTimes(1);
    expect(photosStore.get()).toEqual({ status: 'loading', photos: [], hasMore: false });
    old.onPhotos([photo('a', 'succeeded')]);
    expect(photosStore.get().photos).toEqual([]);
    triggerSmartPolling();
    expectRestore('b');
    expect(localStorage).toHaveLength(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
