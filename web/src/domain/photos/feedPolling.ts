import type { Firebase } from '../firebase/firebase';
import { countFor, type Feed, isUnread } from './feed';
import { deliveringStore, type Photo, photosStore } from './photosStore';
import { createSmartPolling } from './smartPolling';
import { tellUnavailable } from './tellUnavailable';

/** A stream that looks alive is taken for hung when it has not shown a restore asked for here after this time. */
const SILENT_AFTER_MS = 5_000;

interface FeedPollingDeps {
  firebase: Pick<Firebase, 'plainFirestore'>;
  /** Returns the feed that is followed now. */
  current(): Feed | null;
  /** Takes the newest photos, `count` at most. */
  accept(target: Feed, photos: Photo[], count: number): void;
}

/** Plain requests for the followed feed, while its listener does not tell what there is. */
export function createFeedPolling({ firebase, current, accept }: FeedPollingDeps) {
  /** Whether the listener tells what there is: it is connected, and shows what was asked for here. */
  const isDelivering = (): boolean => {
    const feed = current();
    const isSilent = feed && feed.expected.size > 0 && Date.now() - feed.polledFrom >= SILENT_AFTER_MS;
    return deliveringStore.get() && !isSilent;
  };

  const polling = createSmartPolling({
    isDelivering,
    async refresh() {
      const target = current();
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
      const { userId } = current() ?? {};
      if (userId === undefined) return false;
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

  return {
    /** Begins the schedule, or begins it over. Its rounds do nothing while the listener delivers. */
    poll(target: Feed): void {
      target.polledFrom = Date.now();
      polling.trigger();
    },
    stop: polling.stop,
  };
}
