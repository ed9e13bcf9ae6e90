import { groupIdOf } from '@heirlight/contract/photo';
import { createStore } from '../../lib/store';
import type { Firebase } from '../firebase/firebase';
import type { Photo } from '../firebase/photoDocument';
import { signedInUser } from '../session/sessionStore';
import { PHOTO_PAGE_SIZE, photosStore } from './photosStore';

/** Versions of the photos on the page that lie on pages not read yet. */
export const olderVersionsStore = createStore<readonly Photo[]>([]);

/** Returns the groups on the page whose first photo is on none of its pages. */
function incomplete(photos: readonly Photo[]): string[] {
  const known = new Set(photos.map(({ id }) => id));
  return [...new Set(photos.map(groupIdOf))].filter((id) => !known.has(id));
}

export type OlderVersions = ReturnType<typeof createOlderVersions>;

/**
 * A photo restored again long after its upload stands on the first page; its other versions lie far behind. Small
 * requests read those, a page at a time, for all groups that are new on the page. Photos on the page are not read again. Writes
 * `olderVersionsStore`.
 */
export function createOlderVersions({ firebase }: { firebase: Pick<Firebase, 'plainFirestore'> }) {
  /** Groups that were asked for, and whose they are. */
  let asked = new Set<string>();
  let userId: string | null = null;

  const read = async (groupIds: readonly string[], before: Date): Promise<void> => {
    const mine = asked;
    if (userId === null) return;
    try {
      const { photosOfGroups } = await firebase.plainFirestore();
      const found: Photo[] = [];
      for (let full = true; full; ) {
        const from = found.at(-1)?.created_at ?? before;
        const page = await photosOfGroups({ userId, groupIds, before: from, count: PHOTO_PAGE_SIZE });
        if (mine !== asked) return;
        found.push(...page);
        full = page.length === PHOTO_PAGE_SIZE;
      }
      const kept = olderVersionsStore.get().filter((photo) => !groupIds.includes(groupIdOf(photo)));
      olderVersionsStore.set([...kept, ...found]);
    } catch (error) {
      // The card then shows the versions it knows; the next change of the list asks again.
      console.error('Older versions could not be read', error);
      for (const id of groupIds) mine.delete(id);
    }
  };

  const update = (): void => {
    const owner = signedInUser()?.id ?? null;
    if (owner !== userId) {
      userId = owner;
      asked = new Set();
      olderVersionsStore.set([]);
    }
    const { status, photos, hasMore } = photosStore.get();
    const last = photos.at(-1);
    if (userId === null || status !== 'ready' || !hasMore || !last) return;
    const missing = incomplete(photos).filter((id) => !asked.has(id));
    for (const id of missing) asked.add(id);
    // A page holds fewer groups than one request may name.
    for (let from = 0; from < missing.length; from += PHOTO_PAGE_SIZE) {
      void read(missing.slice(from, from + PHOTO_PAGE_SIZE), last.created_at);
    }
  };

  return {
    /** Follows the photos on the page until the returned function is called. */
    start: (): (() => void) => photosStore.subscribe(update),

    /** Reads the older versions of a group again, because something about them has changed. */
    refresh(groupId: string): void {
      if (!asked.delete(groupId)) return;
      update();
    },

    /** Takes deleted photos off without waiting for the server. */
    forget(photoIds: readonly string[]): void {
      olderVersionsStore.set(olderVersionsStore.get().filter(({ id }) => !photoIds.includes(id)));
    },
  };
}
