import { copy } from '../../lib/copy';
import { plainMessage, sdkCode } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Firebase } from '../firebase/firebase';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { readLastSeen, writeLastSeen } from './lastSeen';
import {
  deliveringStore,
  NO_PHOTOS_YET,
  PHOTO_PAGE_SIZE,
  type Photo,
  photosStore,
  reuseUnchanged,
} from './photosStore';
import { createSmartPolling } from './smartPolling';
import { type SeenPhoto, type StatusChange, statusChanges } from './statusChanges';

/** One signed-in user whose photos are followed. */
interface Feed {
  userId: string;
  pages: number;
  /** The last list. */
  seen: readonly SeenPhoto[];
  /** Restores asked for here that no list has shown yet. */
  expected: Set<string>;
  /** The listener's last health report; null before the first. */
  delivering: boolean | null;
  /** Ends the current listener. */
  stop: () => void;
}

export type PhotoFeed = ReturnType<typeof createPhotoFeed>;

/** One more than is shown, to know whether there are older ones. */
const countFor = ({ pages }: Feed) => pages * PHOTO_PAGE_SIZE + 1;

function announce({ to }: StatusChange): void {
  toast(to === 'succeeded' ? copy.toasts.restoreDone : copy.toasts.restoreFailed);
}

/**
 * What the next list is compared with. An expected restore counts as processing, because the first list to show it may
 * show it ended.
 */
function known({ seen, expected }: Feed): SeenPhoto[] {
  return [...seen, ...[...expected].map((id) => ({ id, status: 'processing' as const }))];
}

/** Says why the photos could not be read. If none are on the page, the page offers to try again. */
function tellUnavailable(error: unknown): void {
  // Only the provider's own message is shown, never that of the browser or of a failed download of our code.
  const description = sdkCode(error) && plainMessage(error);
  toast(description === '' ? copy.toasts.photosFailed : { title: copy.failed.photos, description, destructive: true });
  const { status, photos, hasMore } = photosStore.get();
  if (status === 'loading') photosStore.set({ status: 'error', photos, hasMore });
}

/**
 * The photos of the signed-in user: a live listener, and polling by plain requests while the listener does not deliver.
 * Writes `photosStore` and `deliveringStore`.
 */
export function createPhotoFeed({ firebase }: { firebase: Pick<Firebase, 'firestore' | 'plainFirestore'> }) {
  let feed: Feed | null = null;

  const accept = (target: Feed, photos: Photo[]): void => {
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
  };

  const polling = createSmartPolling({
    isDelivering: deliveringStore.get,
    async refresh() {
      const target = feed;
      if (!target) return;
      const { readPhotos } = await firebase.plainFirestore();
      const count = countFor(target);
      const photos = await readPhotos({ userId: target.userId, count });
      // Meanwhile the listener may have brought a newer list, or the user asked for another page.
      if (deliveringStore.get() || count !== countFor(target)) return;
      accept(target, photos);
    },
    async hasProcessing() {
      if (!feed) return false;
      const { userId } = feed;
      const isShown = () => photosStore.get().photos.some(({ status }) => status === 'processing');
      if (deliveringStore.get()) return isShown();
      const { hasProcessing } = await firebase.plainFirestore();
      // A photo that has ended since the list was read still shows as processing: the next round brings its end.
      return (await hasProcessing(userId)) || isShown();
    },
    onError(error) {
      console.error('A round of polling failed', error);
      // Without a list on the page, neither the listener nor plain requests got through.
      if (photosStore.get().status === 'loading') tellUnavailable(error);
    },
  });

  const onHealth = (target: Feed, delivering: boolean): void => {
    if (target.delivering === delivering) return;
    target.delivering = delivering;
    deliveringStore.set(delivering);
    if (!delivering) polling.trigger();
  };

  const onListenError = (target: Feed, error: unknown): void => {
    console.error('The live photos stopped', error);
    onHealth(target, false);
    tellUnavailable(error);
  };

  /** Starts a listener for the feed's current number of pages, in place of the one before. */
  const listen = async (target: Feed): Promise<void> => {
    target.stop();
    let ended = false;
    target.stop = () => {
      ended = true;
    };
    try {
      const { watchPhotos } = await firebase.firestore();
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
      if (!ended) onListenError(target, error);
    }
  };

  const follow = (userId: string | null): void => {
    feed?.stop();
    polling.stop();
    deliveringStore.set(false);
    photosStore.set(NO_PHOTOS_YET);
    feed = userId
      ? { userId, pages: 1, seen: readLastSeen(userId), expected: new Set(), delivering: null, stop: () => undefined }
      : null;
    if (feed) void listen(feed);
  };

  return {
    /** Follows the photos of the signed-in user, until the returned function is called. */
    start(): () => void {
      const update = () => {
        const userId = signedInUser()?.id ?? null;
        if (userId !== (feed?.userId ?? null)) follow(userId);
      };
      const unsubscribe = sessionStore.subscribe(update);
      // Somebody may have logged in before this code arrived.
      update();
      return () => {
        unsubscribe();
        follow(null);
      };
    },

    /**
     * Announces this restore's end even if no list ever shows it processing. Call it before the request is sent: a fast
     * tool may be done before the response is here.
     */
    expectRestore(photoId: string): void {
      if (!feed || feed.seen.some(({ id }) => id === photoId)) return;
      feed.expected.add(photoId);
      writeLastSeen(feed.userId, known(feed));
    },

    /** Begins the polling schedule after an upload or a delete. Its rounds do nothing while the listener delivers. */
    triggerPolling(): void {
      if (feed) polling.trigger();
    },

    /** Reads another page of older photos. */
    loadMore(): void {
      const { hasMore, photos } = photosStore.get();
      if (!feed || !hasMore) return;
      // If a page is still on its way, this asks for the same page again and not for the one after it.
      if (photos.length >= feed.pages * PHOTO_PAGE_SIZE) feed.pages += 1;
      void listen(feed);
      if (!deliveringStore.get()) polling.trigger();
    },

    /** Tries again after the photos could not be read. */
    retry(): void {
      if (!feed) return;
      feed.delivering = null;
      photosStore.set({ ...photosStore.get(), status: 'loading' });
      void listen(feed);
      polling.trigger();
    },

    /** Takes a deleted photo off the list without waiting for the server. */
    forget(photoId: string): void {
      const current = photosStore.get();
      photosStore.set({ ...current, photos: current.photos.filter((photo) => photo.id !== photoId) });
    },
  };
}
