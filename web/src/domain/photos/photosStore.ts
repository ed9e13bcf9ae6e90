import { createStore } from '../../lib/store';
import type { Photo } from '../firebase/photoDocument';

export type { Photo };

export interface Photos {
  /**
   * `unknown`: whether there are any; the page stays as it is. `loading`: there should be some, and those that this
   * device remembers, or the newest few, may be here already.
   */
  status: 'unknown' | 'loading' | 'ready' | 'error';
  /** Newest first. */
  photos: Photo[];
  /** Older photos exist beyond the pages shown. */
  hasMore: boolean;
}

/** Photos read at a time. */
export const PHOTO_PAGE_SIZE = 24;

export const NO_PHOTOS_YET: Photos = { status: 'unknown', photos: [], hasMore: false };

export const photosStore = createStore<Photos>(NO_PHOTOS_YET);

/** Whether the live listener of the photos is connected and up to date. False until its first snapshot. */
export const deliveringStore = createStore(false);

/** Returns `next` with the objects of `previous` where nothing changed, so that unchanged cards do not render. */
export function reuseUnchanged(previous: readonly Photo[], next: readonly Photo[]): Photo[] {
  const known = new Map(previous.map((photo) => [photo.id, photo]));
  return next.map((photo) => {
    const before = known.get(photo.id);
    return before && JSON.stringify(before) === JSON.stringify(photo) ? before : photo;
  });
}
