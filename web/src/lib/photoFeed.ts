import { copy } from './copy';
import { plainMessage, sdkCode } from './errorText';
import { readLastSeen, writeLastSeen } from './lastSeen';
import { listenerHealth, reportListener } from './listenerHealth';
import { NO_PHOTOS_YET, PHOTO_PAGE_SIZE, type Photo, photosStore, reuseUnchanged } from './photos';
import { sessionStore, signedInUser } from './sessionStore';
import { createSmartPolling } from './smartPolling';
import { type SeenPhoto, type StatusChange, statusChanges } from './statusChanges';
import { toast } from './toast';

/** The photos of one signed-in user being followed. */
interface Feed {
  userId: string;
  pages: number;
  /** The last list. */
  seen: readonly SeenPhoto[];
  /** The restores asked for here that no list has shown yet. */
  expected: Set<string>;
  delivering: boolean | null;
  /** Ends the current listener. */
  stop: () => void;
}

let feed: Feed | null = null;

/** One more than is shown, to know whether there are older ones. */
const countFor = ({ pages }: Feed) => pages * PHOTO_PAGE_SIZE + 1;

function announce({ to }: StatusChange): void {
  toast(to === 'succeeded' ? copy.toasts.restoreDone : copy.toasts.restoreFailed);
}

/** What the next list is compared with. An expected restore counts as running: the first list to show it may show it ended. */
function known({ seen, expected }: Feed): SeenPhoto[] {
  return [...seen, ...[...expected].map((id) => ({ id, status: 'processing' as const }))];
}

function accept(target: Feed, photos: Photo[]): void {
  if (target !== feed) return;
  statusChanges(known(target), photos).forEach(announce);
  for (const { id } of photos) target.expected.delete(id);
  target.seen = photos;
  writeLastSeen(target.userId, known(target));
  const shown = photos.slice(0, target.pages * PHOTO_PAGE_SIZE);
  photosStore.set({
    status: 'ready',
    photos: reuseUnchanged(photosStore.get().photos, shown),
    hasMore: photos.length > shown.length,
  });
}

const polling = createSmartPolling({
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  isDelivering: () => listenerHealth.get().delivering,
  async refresh() {
    const target = feed;
    if (!target) return;
    const { readPhotos } = await import('./firebase/photoPollQueries');
    accept(target, await readPhotos({ userId: target.userId, count: countFor(target) }));
  },
  async hasProcessing() {
    if (!feed) return false;
    const isShown = () => photosStore.get().photos.some(({ status }) => status === 'processing');
    if (listenerHealth.get().delivering) return isShown();
    const { readProcessing } = await import('./firebase/photoPollQueries');
    // One that has ended since the list was read is still shown as running: the next round brings its end.
    return (await readProcessing(feed.userId)).length > 0 || isShown();
  },
  onError(error) {
    console.error('A round of polling failed', error);
    // Without a list there is nothing else to look at: neither the listener nor plain requests got through.
    if (photosStore.get().status === 'loading') tellUnavailable(error);
  },
});

/** Says why the photos could not be read; without any on the page, it offers to try again instead. */
function tellUnavailable(error: unknown): void {
  // The provider's words only: what the page's own code says, or a failed download of it, is not for reading.
  const description = sdkCode(error) && plainMessage(error);
  toast(description === '' ? copy.toasts.photosFailed : { title: copy.failed.photos, description, destructive: true });
  const { status, photos, hasMore } = photosStore.get();
  if (status === 'loading') photosStore.set({ status: 'error', photos, hasMore });
}

function onHealth(target: Feed, delivering: boolean): void {
  if (target !== feed || target.delivering === delivering) return;
  target.delivering = delivering;
  reportListener(delivering);
  if (!delivering) polling.trigger();
}

function onListenError(target: Feed, error: unknown): void {
  if (target !== feed) return;
  console.error('The live photos stopped', error);
  onHealth(target, false);
  tellUnavailable(error);
}

/** Starts a listener for the feed's current number of pages, in place of the one before. */
async function listen(target: Feed): Promise<void> {
  target.stop();
  let ended = false;
  target.stop = () => {
    ended = true;
  };
  try {
    const { watchPhotos } = await import('./firebase/photoQueries');
    if (ended) return;
    const stop = await watchPhotos({
      userId: target.userId,
      count: countFor(target),
      onPhotos: (photos) => ended || accept(target, photos),
      onHealth: (delivering) => ended || onHealth(target, delivering),
      onError: (error) => ended || onListenError(target, error),
    });
    if (ended) {
      stop();
      return;
    }
    target.stop = () => {
      ended = true;
      stop();
    };
  } catch (error) {
    onListenError(target, error);
  }
}

function follow(userId: string | null): void {
  feed?.stop();
  polling.stop();
  reportListener(false);
  photosStore.set(NO_PHOTOS_YET);
  feed = userId
    ? { userId, pages: 1, seen: readLastSeen(userId), expected: new Set(), delivering: null, stop: () => undefined }
    : null;
  if (feed) void listen(feed);
}

/** Follows the photos of whoever is signed in. */
export function startPhotoFeed(): void {
  const update = () => {
    const userId = signedInUser()?.id ?? null;
    if (userId !== (feed?.userId ?? null)) follow(userId);
  };
  sessionStore.subscribe(update);
  // Somebody may have logged in before this code arrived.
  update();
}

/**
 * Announces this restore's end even if no list ever shows it running. Told before the request is sent: a fast tool may
 * be done before the answer is here.
 */
export function expectRestore(photoId: string): void {
  if (!feed || feed.seen.some(({ id }) => id === photoId)) return;
  feed.expected.add(photoId);
  writeLastSeen(feed.userId, known(feed));
}

/** Begins the polling schedule after an upload or a delete; rounds do nothing while the live listener delivers. */
export function triggerSmartPolling(): void {
  if (feed) polling.trigger();
}

/** Reads another page of older photos. */
export function loadMorePhotos(): void {
  const { hasMore, photos } = photosStore.get();
  if (!feed || !hasMore) return;
  // Pressed again while a page is still coming, it asks for that one again, not for the one after it as well.
  if (photos.length >= feed.pages * PHOTO_PAGE_SIZE) feed.pages += 1;
  void listen(feed);
  if (!listenerHealth.get().delivering) polling.trigger();
}

/** Tries again after the photos could not be read. */
export function retryPhotos(): void {
  if (!feed) return;
  feed.delivering = null;
  photosStore.set({ ...photosStore.get(), status: 'loading' });
  void listen(feed);
  polling.trigger();
}

/** Takes a deleted photo off the list without waiting for the server's own word. */
export function forgetPhoto(photoId: string): void {
  const current = photosStore.get();
  photosStore.set({ ...current, photos: current.photos.filter((photo) => photo.id !== photoId) });
}
