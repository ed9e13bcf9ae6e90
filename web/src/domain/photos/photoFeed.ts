// Why: docs/decisions/2026-11-23-how-photos-reach-the-page.md
import { POLL_WINDOW_MS } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { connectivityStore, isOffline } from '../../lib/connectivity';
import { copy } from '../../lib/copy';
import { plainMessage, sdkCode } from '../../lib/errorText';
import { notTooLong, pictureShown, pictureShownStore } from '../../lib/firstPicture';
import { serverNow } from '../../lib/serverClock';
import { toast } from '../../lib/toast';
import { forgetLastSeen, type LastSeen, lastSeenOf, remember } from '../account/lastSeen';
import { closeDialog } from '../dialogs/dialogs';
import type { Firebase } from '../firebase/firebase';
import { FIRST_LOOK } from '../firebase/firstLook';
import type { PhotoPage } from '../firebase/photoDocument';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { noteArrival } from './arrivals';
import { lookAt } from './lookAt';
import { hasGap, listOf, newPage, type Page, type Stretch } from './photoPages';
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
  /** Newest first, at least one. */
  pages: Page[];
  /** How many pages the user asked for. */
  wanted: number;
  /** What pages and requests have brought together; not what the device remembered. */
  list: readonly Photo[];
  /** What plain requests brought since the listener last did. */
  polled: Stretch | null;
  /** The last list. */
  seen: readonly SeenPhoto[];
  /** Restores asked for here that no list has shown yet. */
  expected: Set<string>;
  /** Photos sent from here that no list has shown yet, newest first. */
  sent: readonly Photo[];
  /** When polling was asked for last, in ms since 1970. */
  polledFrom: number;
  /** How many lists the listeners have brought. */
  heard: number;
  /** Whether a listener was asked for. */
  isAsked: boolean;
  /** The listener's last health report; null before the first. */
  delivering: boolean | null;
}

export type PhotoFeed = ReturnType<typeof createPhotoFeed>;

/** A stream that looks alive is taken for hung when it has not shown a restore asked for here after this time. */
const SILENT_AFTER_MS = 5_000;

/**
 * How many of the newest photos a plain request reads: a page, and as many more as bring a page that is still missing
 * and everything that is still processing.
 */
function countFor({ wanted }: Feed): number {
  const { photos, hasMore } = photosStore.get();
  const asked = wanted * PHOTO_PAGE_SIZE;
  if (hasMore && photos.length < asked) return asked;
  return Math.max(PHOTO_PAGE_SIZE, photos.findLastIndex(({ status }) => status === 'processing') + 1);
}

function announce({ id, to }: StatusChange): void {
  if (to === 'failed') {
    toast(copy.toasts.restoreFailed);
    return;
  }
  noteArrival(id);
  const view = () => {
    closeDialog();
    lookAt(id);
  };
  toast({ ...copy.toasts.restoreDone, action: { label: copy.gallery.view, run: view } });
}

/**
 * What the next list is compared with. What was asked for or sent here counts as processing, because the first list to
 * show it may show it ended.
 */
function known({ seen, expected, sent }: Feed): SeenPhoto[] {
  return [...seen, ...processing([...expected]), ...sent];
}

const processing = (ids: readonly string[]): SeenPhoto[] => ids.map((id) => ({ id, status: 'processing' }));

/** Takes photos off those that are sent and not listed. Their pictures are this device's own. */
function dropSent(target: Feed, isDropped: (photo: Photo) => boolean): void {
  for (const { original_url } of target.sent.filter(isDropped)) URL.revokeObjectURL(original_url);
  target.sent = target.sent.filter((photo) => !isDropped(photo));
}

/** Remembers which photos are processing, so that an end that nobody sees is announced on return. */
function rememberKnown(target: Feed, more: Partial<LastSeen> = {}): void {
  const ids = known(target).flatMap(({ id, status }) => (status === 'processing' ? id : []));
  remember(target.userId, { processing: ids, ...more });
}

/** Whether no whole page of photos has been read yet. */
const isUnread = () => ['unknown', 'loading'].includes(photosStore.get().status);

/**
 * Says why the photos could not be read. If none are on the page, the page offers to try again. Without a network the
 * page has said so already.
 */
function tellUnavailable(error: unknown): void {
  if (isOffline()) return;
  // Only the provider's own message is shown, never that of the browser or of a failed download of our code.
  const description = sdkCode(error) && plainMessage(error);
  toast(description === '' ? copy.toasts.photosFailed : { title: copy.failed.photos, description, destructive: true });
  const { photos, hasMore } = photosStore.get();
  if (isUnread()) photosStore.set({ status: 'error', photos, hasMore });
}

/**
 * The photos of the signed-in user: a live listener for each page, and polling by plain requests while the first one's
 * does not deliver. Writes `photosStore` and `deliveringStore`.
 */
export function createPhotoFeed({ firebase }: { firebase: Pick<Firebase, 'firestore' | 'plainFirestore'> }) {
  let feed: Feed | null = null;
  /** Whether a session was expected, instead of begun by logging in here. */
  let isReturning = false;

  /** Shows what is known now, and announces what has ended. */
  const show = (target: Feed): void => {
    const { polled, pages, wanted } = target;
    const come = pages.filter(({ hasCome }) => hasCome);
    const stretches = [...(polled ? [polled] : []), ...come];
    const photos = listOf(stretches, target.list, polled !== null || come.length < wanted);
    target.list = photos;
    statusChanges(known(target), photos).forEach(announce);
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
  };

  /** Takes the newest photos as a plain request read them, `count` at most. */
  const accept = (target: Feed, photos: Photo[], count: number): void => {
    if (target !== feed) return;
    const last = photos.at(-1);
    const end = last ? { createdAt: last.created_at, at: last.created_at, id: last.id } : null;
    target.polled = { after: null, photos, last: end, isFull: photos.length === count };
    show(target);
  };

  /** Whether the listener tells what there is: it is connected, and shows what was asked for here. */
  const isDelivering = (): boolean => {
    const isSilent = feed && feed.expected.size > 0 && Date.now() - feed.polledFrom >= SILENT_AFTER_MS;
    return deliveringStore.get() && !isSilent;
  };

  const polling = createSmartPolling({
    isDelivering,
    async refresh() {
      const target = feed;
      if (!target) return;
      const { readPhotos } = await firebase.plainFirestore();
      const count = countFor(target);
      const { heard } = target;
      const photos = await readPhotos({ userId: target.userId, count });
      // Meanwhile the listener may have brought a newer list, or the user asked for another page.
      if (isDelivering() || heard !== target.heard || count !== countFor(target)) return;
      accept(target, photos, count);
    },
    async hasProcessing() {
      if (!feed) return false;
      const { userId } = feed;
      const isShown = () => photosStore.get().photos.some(({ status }) => status === 'processing');
      if (isDelivering()) return isShown();
      const { hasProcessing } = await firebase.plainFirestore();
      // A photo that has ended since the list was read still shows as processing: the next round brings its end.
      return (await hasProcessing(userId)) || isShown();
    },
    onError(error) {
      console.error('Polling failed', error);
      // Without a list on the page, neither the listener nor plain requests got through.
      if (isUnread()) tellUnavailable(error);
    },
  });

  const poll = (target: Feed): void => {
    target.polledFrom = Date.now();
    polling.trigger();
  };

  const onHealth = (target: Feed, delivering: boolean): void => {
    if (target.delivering === delivering) return;
    target.delivering = delivering;
    deliveringStore.set(delivering);
    if (!delivering) poll(target);
  };

  const onListenError = (target: Feed, error: unknown): void => {
    console.error('The live photos stopped', error);
    onHealth(target, false);
    tellUnavailable(error);
  };

  const onPage = (target: Feed, page: Page, arrived: PhotoPage): void => {
    Object.assign(page, arrived, { hasCome: true });
    target.heard += 1;
    target.polled = null;
    show(target);
    if (hasGap(target.pages)) void listen(target, page);
    openNext(target);
  };

  /** Listens to another page if more are wanted, and the last one has come and is full. */
  const openNext = (target: Feed): void => {
    const last = target.pages.at(-1);
    if (target.pages.length >= target.wanted || !last?.isFull || !last.last) return;
    const next = newPage(last.last);
    target.pages.push(next);
    void listen(target, next);
  };

  /** Starts a page's listener, in place of the one before. */
  const listen = async (target: Feed, page: Page): Promise<void> => {
    target.isAsked = true;
    page.stop();
    let ended = false;
    page.stop = () => {
      ended = true;
    };
    const isFirst = page === target.pages[0];
    // With a second page the first one ends where that begins: what is new makes it longer.
    const end = isFirst && hasGap(target.pages) && target.pages[1]?.after;
    try {
      const { watchPhotos } = await firebase.firestore();
      if (ended) return;
      const stop = await watchPhotos({
        userId: target.userId,
        after: page.after,
        end: end ? { at: end } : { count: PHOTO_PAGE_SIZE },
        onPhotos: (arrived) => ended || onPage(target, page, arrived),
        onHealth: (delivering) => ended || !isFirst || onHealth(target, delivering),
        onError: (error) => ended || onListenError(target, error),
      });
      if (ended) {
        stop();
        return;
      }
      page.stop = () => {
        ended = true;
        stop();
      };
    } catch (error) {
      if (!ended) onListenError(target, error);
    }
  };

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
    polling.stop();
    deliveringStore.set(false);
    if (feed) dropSent(feed, () => true);
    feed = null;
    if (userId === null) {
      photosStore.set(NO_PHOTOS_YET);
      return;
    }
    const lastSeen = lastSeenOf(userId);
    const seen = processing(lastSeen.processing);
    feed = {
      userId,
      pages: [newPage(null)],
      wanted: 1,
      list: [],
      polled: null,
      seen,
      expected: new Set(),
      sent: [],
      polledFrom: 0,
      heard: 0,
      delivering: null,
      isAsked: false,
    };
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
      // Somebody may have logged in before this code arrived.
      update();
      return () => {
        unsubscribe();
        stopListening();
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
    async showSent({ id, tool, jpeg }: { id: string; tool: ToolId; jpeg: Blob }): Promise<void> {
      const target = feed;
      const { toPhotos } = await import('../firebase/photoDocument');
      if (!target || target !== feed || photosStore.get().photos.some((photo) => photo.id === id)) return;
      const created_at = { toDate: () => new Date(serverNow()) };
      const original_url = URL.createObjectURL(jpeg);
      const data = {
        id,
        user_id: target.userId,
        original_url,
        original_path: '',
        status: 'processing',
        created_at,
        tool,
      };
      target.sent = [...toPhotos([{ id, ref: { path: original_url }, data: () => data }]), ...target.sent];
      const current = photosStore.get();
      photosStore.set({ ...current, photos: [...target.sent.slice(0, 1), ...current.photos] });
      setTimeout(() => {
        dropSent(target, (photo) => photo.id === id);
        const later = photosStore.get();
        const isLost = ({ original_url: url }: Photo) => url === original_url;
        if (target === feed) photosStore.set({ ...later, photos: later.photos.filter((photo) => !isLost(photo)) });
      }, POLL_WINDOW_MS);
    },

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
      const current = photosStore.get();
      photosStore.set({ ...current, photos: current.photos.filter(isOther) });
    },
  };
}
