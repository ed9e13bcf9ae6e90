import { PHOTO_PAGE_SIZE, photosStore } from '../photos/photosStore';
import { sentSetStore, setSentSet } from '../photos/sentSet';
import type { StatusChange } from '../photos/statusChanges';
import { isTraySending, rowsIn } from './trayState';
import { trayStore } from './trayStore';

/** A photo that was sent before a reload is in the list by then, or does not come: it was deleted, or never arrived. */
export const ARRIVED_MS = 60_000;

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
  const wasListed = new Set<string>();
  let asked = 0;

  const look = () => {
    const ids = sentSetStore.get();
    const { status, photos, hasMore } = photosStore.get();
    if (ids.length === 0 || status !== 'ready') return;
    const listed = new Map(photos.filter(({ id }) => ids.includes(id)).map((photo) => [photo.id, photo]));
    for (const id of listed.keys()) wasListed.add(id);
    if (listed.size < ids.length && ids.length > PHOTO_PAGE_SIZE && hasMore) {
      // More than a page of photos were sent. The same page is asked for once.
      if (asked < photos.length) loadMore();
      asked = photos.length;
      return;
    }
    if (isTraySending(trayStore.get())) return;
    // What a reload has brought back to the tray is not sent.
    const unsent = new Set(rowsIn(trayStore.get(), 'chosen', 'failed').map(({ photoId }) => photoId));
    const left = ids.filter((id) => listed.has(id) || !(wasListed.has(id) || unsent.has(id)));
    const ends = left.flatMap((id): StatusChange[] => {
      const to = listed.get(id)?.status;
      return to === 'succeeded' || to === 'failed' ? [{ id, to }] : [];
    });
    if (ends.length < left.length) return;
    setSentSet([]);
    if (ends.length > 0) onEnded(ends);
  };

  const stops = [photosStore, trayStore, sentSetStore].map((store) => store.subscribe(look));
  const ofEarlierPage = sentSetStore.get();
  const timer = setTimeout(() => {
    for (const id of ofEarlierPage) wasListed.add(id);
    look();
  }, ARRIVED_MS);
  look();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
