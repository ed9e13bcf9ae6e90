import type { PhotoDocument } from '@heirlight/contract/photo';
import { createStore } from './store';

export type Photo = PhotoDocument<Date>;

export interface Photos {
  status: 'loading' | 'ready' | 'error';
  /** Newest first. */
  photos: Photo[];
  /** Older photos exist beyond the pages shown. */
  hasMore: boolean;
}

/** Photos read at a time. */
export const PHOTO_PAGE_SIZE = 24;

export const NO_PHOTOS_YET: Photos = { status: 'loading', photos: [], hasMore: false };

export const photosStore = createStore<Photos>(NO_PHOTOS_YET);

/** The next list with the very objects of the previous one where nothing changed, so that unchanged cards do not render. */
export function reuseUnchanged(previous: readonly Photo[], next: readonly Photo[]): Photo[] {
  const known = new Map(previous.map((photo) => [photo.id, photo]));
  return next.map((photo) => {
    const before = known.get(photo.id);
    return before && JSON.stringify(before) === JSON.stringify(photo) ? before : photo;
  });
}
