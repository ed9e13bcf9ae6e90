import { readStored, writeStored } from '../../lib/browserStorage';
import { createStore } from '../../lib/store';
import type { Photo } from '../firebase/photoDocument';

/** How large the cards of the gallery are. */
export const GALLERY_SIZES = ['small', 'medium', 'large'] as const;
export type GallerySize = (typeof GALLERY_SIZES)[number];

/** By which day the gallery is ordered: the upload's, or the photo's own. */
export const GALLERY_ORDERS = ['uploaded', 'taken'] as const;
export type GalleryOrder = (typeof GALLERY_ORDERS)[number];

/** What this browser last saw of an account, so that the next visit begins with it. */
export interface LastSeen {
  userId: string;
  /** How many photos were on the page; null if they were never read. */
  total: number | null;
  /** The newest photos. */
  photos: readonly Photo[];
  /** The photos that were processing: an end that nobody saw is announced on return. */
  processing: readonly string[];
  /** The balance in restores; null if it was never read. */
  restores: number | null;
  /** What the user chose; missing until then. */
  gallerySize?: GallerySize;
  galleryOrder?: GalleryOrder;
}

export const LAST_SEEN_KEY = 'heirlight.lastSeen';
/** Cache of the small pictures of these photos (keptPictures.ts). */
export const PICTURES_CACHE = 'pictures';
/** Count it up when the fields of a photo change: what was stored before is then not read. */
const FORMAT = 5;
/** Enough to fill a window. */
const MOST_PHOTOS = 12;

const nothingOf = (userId: string): LastSeen => ({ userId, total: null, photos: [], processing: [], restores: null });

/** Null if nothing is remembered. In storage until its user logs out, like the session itself. */
export const lastSeenStore = createStore<LastSeen | null>(null);

/** JSON keeps times as text. */
const revived = ({ created_at, completed_at, shared_at, ...photo }: Photo): Photo => ({
  ...photo,
  created_at: new Date(created_at),
  completed_at: completed_at && new Date(completed_at),
  shared_at: shared_at && new Date(shared_at),
});

/** Reads what was stored into `lastSeenStore`, and returns it. */
export function recallLastSeen(): LastSeen | null {
  try {
    const stored: { format: number; seen: LastSeen } | null = JSON.parse(
      readStored('localStorage', LAST_SEEN_KEY) ?? 'null',
    );
    if (stored?.format === FORMAT) {
      lastSeenStore.set({ ...stored.seen, photos: stored.seen.photos.map(revived) });
    }
  } catch {
    // It holds what another program wrote.
  }
  return lastSeenStore.get();
}

/** Returns what is remembered of this user; of everybody else nothing. */
export function lastSeenOf(userId: string): LastSeen {
  const seen = lastSeenStore.get() ?? recallLastSeen();
  return seen?.userId === userId ? seen : nothingOf(userId);
}

/** Remembers more of a user, and forgets any other. */
export function remember(userId: string, part: Partial<Omit<LastSeen, 'userId'>>): void {
  const photos = (part.photos ?? lastSeenOf(userId).photos).slice(0, MOST_PHOTOS);
  const seen = { ...lastSeenOf(userId), ...part, photos };
  lastSeenStore.set(seen);
  // Where it is refused, the next visit begins with nothing.
  writeStored('localStorage', LAST_SEEN_KEY, JSON.stringify({ format: FORMAT, seen }));
}

/** Forgets the user with the pictures, which a visit before this one may have kept. */
export function forgetLastSeen(): void {
  lastSeenStore.set(null);
  writeStored('localStorage', LAST_SEEN_KEY, null);
  // Where storage is refused, already asking for it throws.
  void (async () => await globalThis.caches?.delete(PICTURES_CACHE))().catch(() => undefined);
}
