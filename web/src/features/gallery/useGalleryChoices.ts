import { type LastSeen, lastSeenStore, remember } from '../../domain/account/lastSeen';
import { signedInUser } from '../../domain/session/sessionStore';
import { useStore } from '../../lib/store';

/** The size and the order of the photos, as this device remembers them until its user logs out. */
export function useGalleryChoices() {
  const size = useStore(lastSeenStore, (seen) => seen?.gallerySize ?? 'medium');
  const order = useStore(lastSeenStore, (seen) => seen?.galleryOrder ?? 'uploaded');
  const choose = (choice: Pick<LastSeen, 'gallerySize' | 'galleryOrder'>) => {
    // The page shows photos that it remembers before it knows its user.
    const userId = signedInUser()?.id ?? lastSeenStore.get()?.userId;
    if (userId !== undefined) remember(userId, choice);
  };
  return { size, order, choose };
}
