// Why: docs/decisions/2026-11-23-how-photos-reach-the-page.md

import { connectivityStore } from '../../lib/connectivity';
import { notTooLong, pictureShown, pictureShownStore } from '../../lib/firstPicture';
import { forgetLastSeen, type LastSeen, lastSeenOf } from '../account/lastSeen';
import type { Firebase } from '../firebase/firebase';
import { FIRST_LOOK } from '../firebase/firstLook';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { dropSent, type Feed, isUnread, known, newFeed, rememberKnown } from './feed';
import { createFeedPolling } from './feedPolling';
import { createPageListeners } from './pageListeners';
import { listOf } from './photoPages';
import {
  deliveringStore,
  NO_PHOTOS_YET,
  PHOTO_PAGE_SIZE,
  type Photo,
  photosStore,
  reuseUnchanged,
} from './photosStore';
import { type SentPhoto, showSentPhoto } from './sentPhotos';
import { statusChanges } from './statusChanges';
import { announce } from './toastEnded';

export type PhotoFeed = ReturnType<typeof createPhotoFeed>;

/**
 * The photos of the signed-in user: a live listener for each page, and polling by plain requests while the first one's
 * does not deliver. Writes `photosStore` and `deliveringStore`.
 */
export function createPhotoFeed({ firebase }: { firebase: Pick<Firebase, 'firestore' | 'plainFirestore'> }) {
  let feed: Feed | null = null;
  const current = () => feed;
  /** Whether a session was expected, instead of begun by logging in here. */
  let isReturning = false;

  /** Shows what is known now, and announces what has ended. */
  const show = (target: Feed): void => {
    const { polled, pages, wanted } = target;
    const come = pages.filter(({ hasCome }) => hasCome);
    const stretches = [...(polled ? [polled] : []), ...come];
    const photos = listOf(stretches, target.list, polled !== null || come.length < wanted);
    target.list = photos;
    const ends = statusChanges(known(target), photos);
    ends.forEach(announce);
    for (const { id } of photos) target.expected.delete(id);
    dropSent(target, ({ id }) => photos.some((photo) => photo.id === id));
    target.seen = photos;
    rememberKnown(target, { photos, total: photos.length });
    photosStore.set({
      status: 'ready',
      photos: reuseUnchanged(photosStore.get().photos, [...target.sent, ...photos]),
      hasMore: stretches.every(({ isFull }) => isFull),
    });
    if (photos.length === 0) pictureShownStore.set(true);
    // Several that were sent together end one by one, and may take longer than one schedule.
    if (ends.length > 0) pollWaiting();
  };

  /** Takes the newest photos as a plain request read them, `count` at most. */
  const accept = (target: Feed, photos: Photo[], count: number): void => {
    if (target !== feed) return;
    const last = photos.at(-1);
    const end = last ? { createdAt: last.created_at, at: last.created_at, id: last.id } : null;
    target.polled = { after: null, photos, last: end, isFull: photos.length === count };
    show(target);
  };

  const { poll, stop: stopPolling } = createFeedPolling({ firebase, accept, current });

  /** Begins the schedule over for what is still restored, if nothing live tells of it. */
  const pollWaiting = (): void => {
    if (!feed || deliveringStore.get()) return;
    if (photosStore.get().photos.some(({ status }) => status === 'processing')) poll(feed);
  };
  /** The card of a photo that takes long says: it will be here when you are back. */
  const onLook = () => document.hidden || pollWaiting();

  const onHealth = (target: Feed, delivering: boolean): void => {
    if (target.delivering === delivering) return;
    target.delivering = delivering;
    deliveringStore.set(delivering);
    if (!delivering) poll(target);
  };

  const { listen, openNext } = createPageListeners({ firebase, show, onHealth });

  /** Reads the newest photos by a plain request, which is here before the listener's code. */
  const look = async (target: Feed): Promise<void> => {
    try {
      const { readPhotos } = await firebase.plainFirestore();
      const photos = await readPhotos({ userId: target.userId, count: FIRST_LOOK });
      if (target !== feed || !isUnread()) return;
      if (photos.length < FIRST_LOOK) accept(target, photos, FIRST_LOOK);
      else photosStore.set({ status: 'loading', photos, hasMore: false });
    } catch (error) {
      console.error('The photos could not be read by a plain request', error);
    }
  };

  /** Shows what is remembered, or else looks; listens once a picture is on the screen. */
  const begin = async (target: Feed, { photos, total }: LastSeen): Promise<void> => {
    const status = total === 0 || (total === null && !isReturning) ? 'unknown' : 'loading';
    photosStore.set({ status, hasMore: false, photos: reuseUnchanged(photosStore.get().photos, photos) });
    if (total === null && photos.length === 0) await notTooLong(look(target));
    if (photosStore.get().photos.length > 0) await pictureShown();
    if (target !== feed || target.isAsked) return;
    // The SDK says only after ten seconds that its stream does not come. Rounds fetch nothing once it has.
    poll(target);
    await Promise.all(target.pages.map((page) => listen(target, page)));
  };

  const follow = (userId: string | null): void => {
    for (const page of feed?.pages ?? []) page.stop();
    stopPolling();
    deliveringStore.set(false);
    if (feed) dropSent(feed, () => true);
    feed = null;
    if (userId === null) {
      photosStore.set(NO_PHOTOS_YET);
      return;
    }
    const lastSeen = lastSeenOf(userId);
    feed = newFeed(userId, lastSeen.processing);
    void begin(feed, lastSeen);
  };

  return {
    /** Follows the photos of the signed-in user, until the returned function is called. */
    start(): () => void {
      const update = () => {
        const { status } = sessionStore.get();
        if (status !== 'signedIn') isReturning = status === 'loading';
        const userId = signedInUser()?.id ?? null;
        if (userId !== (feed?.userId ?? null)) follow(userId);
        if (status !== 'signedOut') return;
        forgetLastSeen();
        photosStore.set(NO_PHOTOS_YET);
      };
      /** What could not be read meanwhile is read now; a listener whose code did not come is started. */
      const onConnection = () => {
        if (!feed || connectivityStore.get() !== 'back') return;
        if (feed.delivering === false && isUnread()) for (const page of feed.pages) void listen(feed, page);
        if (!deliveringStore.get()) poll(feed);
      };
      const unsubscribe = sessionStore.subscribe(update);
      const stopListening = connectivityStore.subscribe(onConnection);
      document.addEventListener('visibilitychange', onLook);
      // Somebody may have logged in before this code arrived.
      update();
      return () => {
        unsubscribe();
        stopListening();
        document.removeEventListener('visibilitychange', onLook);
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
      rememberKnown(feed);
    },

    /**
     * Shows a photo that is on the server now, as it was sent, until a list has it: a busy machine takes seconds, and the
     * first photo would leave the page as it was. One that no list shows within the polling window is taken off again.
     */
    showSent: (photo: SentPhoto) => showSentPhoto(photo, current),

    /** Begins the polling schedule after an upload or a delete. Its rounds do nothing while the listener delivers. */
    triggerPolling(): void {
      if (feed) poll(feed);
    },

    /** Reads another page of older photos. */
    loadMore(): void {
      if (!feed || !photosStore.get().hasMore) return;
      const { pages } = feed;
      const last = pages.at(-1);
      if (last?.hasCome) {
        feed.wanted = pages.length + 1;
        openNext(feed);
      } else if (last) {
        // It is still on its way: this asks for the same page again. Plain requests may have brought it meanwhile.
        if (photosStore.get().photos.length >= feed.wanted * PHOTO_PAGE_SIZE) feed.wanted += 1;
        void listen(feed, last);
      }
      if (!deliveringStore.get()) poll(feed);
    },

    /** Tries again after the photos could not be read. */
    retry(): void {
      if (!feed) return;
      feed.delivering = null;
      photosStore.set({ ...photosStore.get(), status: 'loading' });
      for (const page of feed.pages) void listen(feed, page);
      poll(feed);
    },

    /** Takes a deleted photo off the list without waiting for the server. */
    forget(photoId: string): void {
      const isOther = ({ id }: Photo) => id !== photoId;
      if (feed) {
        feed.list = feed.list.filter(isOther);
        for (const stretch of [feed.polled, ...feed.pages]) {
          if (stretch) stretch.photos = stretch.photos.filter(isOther);
        }
      }
      const list = photosStore.get();
      photosStore.set({ ...list, photos: list.photos.filter(isOther) });
    },
  };
}
