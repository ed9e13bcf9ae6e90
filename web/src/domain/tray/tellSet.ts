import { PHOTO_PAGE_SIZE, photosStore } from '../photos/photosStore';
import { isInSentSet, sentSetStore, setSentSet } from '../photos/sentSet';
import type { StatusChange } from '../photos/statusChanges';
import { isTraySending } from './trayState';
import { trayStore } from './trayStore';

export interface TellSetDeps {
  /** Reads another page of older photos. */
  loadMore(): void;
  /** Called once, when nothing is being sent and each photo of the set has ended: at least one. */
  onEnded(ends: readonly StatusChange[]): void;
}

/**
 * Waits until all photos that were sent together have ended, and tells it once, until the returned function is called.
 * A photo that was deleted meanwhile does not count.
 */
export function followSentSet({ loadMore, onEnded }: TellSetDeps): () => void {
  // Of what an earlier page has sent, the first whole list shows all that there is.
  const wasListed = new Set(sentSetStore.get());
  let asked = 0;

  const look = () => {
    const ids = sentSetStore.get();
    const { status, photos, hasMore } = photosStore.get();
    if (ids.length === 0 || status !== 'ready') return;
    const listed = new Map(photos.filter(({ id }) => isInSentSet(id)).map((photo) => [photo.id, photo]));
    for (const id of listed.keys()) wasListed.add(id);
    if (listed.size < ids.length && ids.length > PHOTO_PAGE_SIZE && hasMore) {
      // More than a page of photos were sent. The same page is asked for once.
      if (asked < photos.length) loadMore();
      asked = photos.length;
      return;
    }
    if (isTraySending(trayStore.get())) return;
    const left = ids.filter((id) => listed.has(id) || !wasListed.has(id));
    const ends = left.flatMap((id): StatusChange[] => {
      const to = listed.get(id)?.status;
      return to === 'succeeded' || to === 'failed' ? [{ id, to }] : [];
    });
    if (ends.length < left.length) return;
    setSentSet([]);
    if (ends.length > 0) onEnded(ends);
  };

  const stops = [photosStore, trayStore, sentSetStore].map((store) => store.subscribe(look));
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
