import { type LastSeen, remember } from '../account/lastSeen';
import { newPage, type Page, type Stretch } from './photoPages';
import { PHOTO_PAGE_SIZE, type Photo, photosStore } from './photosStore';
import type { SeenPhoto } from './statusChanges';

/** One signed-in user whose photos are followed. */
export interface Feed {
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

/** @param processing ids of the photos that were processing when this device last saw the list */
export const newFeed = (userId: string, processing: readonly string[]): Feed => ({
  userId,
  pages: [newPage(null)],
  wanted: 1,
  list: [],
  polled: null,
  seen: asProcessing(processing),
  expected: new Set(),
  sent: [],
  polledFrom: 0,
  heard: 0,
  delivering: null,
  isAsked: false,
});

/**
 * How many of the newest photos a plain request reads: a page, and as many more as bring a page that is still missing
 * and everything that is still processing.
 */
export function countFor({ wanted }: Feed): number {
  const { photos, hasMore } = photosStore.get();
  const asked = wanted * PHOTO_PAGE_SIZE;
  if (hasMore && photos.length < asked) return asked;
  return Math.max(PHOTO_PAGE_SIZE, photos.findLastIndex(({ status }) => status === 'processing') + 1);
}

/**
 * What the next list is compared with. What was asked for or sent here counts as processing, because the first list to
 * show it may show it ended.
 */
export function known({ seen, expected, sent }: Feed): SeenPhoto[] {
  return [...seen, ...asProcessing([...expected]), ...sent];
}

const asProcessing = (ids: readonly string[]): SeenPhoto[] => ids.map((id) => ({ id, status: 'processing' }));

/** Takes photos off those that are sent and not listed. Their pictures are this device's own. */
export function dropSent(target: Feed, isDropped: (photo: Photo) => boolean): void {
  for (const { original_url } of target.sent.filter(isDropped)) URL.revokeObjectURL(original_url);
  target.sent = target.sent.filter((photo) => !isDropped(photo));
}

/** Remembers which photos are processing, so that an end that nobody sees is announced on return. */
export function rememberKnown(target: Feed, more: Partial<LastSeen> = {}): void {
  const ids = known(target).flatMap(({ id, status }) => (status === 'processing' ? id : []));
  remember(target.userId, { processing: ids, ...more });
}

/** Whether no whole page of photos has been read yet. */
export const isUnread = () => ['unknown', 'loading'].includes(photosStore.get().status);
