import { type GallerySize, lastSeenStore, remember } from '../../domain/account/lastSeen';
import { signedInUser } from '../../domain/session/sessionStore';
import { useStore } from '../../lib/store';

/** The size of the photos, as this device remembers it until its user logs out. */
export function useGallerySize(): { size: GallerySize; choose: (size: GallerySize) => void } {
  const size = useStore(lastSeenStore, (seen) => seen?.gallerySize ?? 'medium');
  const choose = (gallerySize: GallerySize) => {
    // The page shows photos that it remembers before it knows its user.
    const userId = signedInUser()?.id ?? lastSeenStore.get()?.userId;
    if (userId !== undefined) remember(userId, { gallerySize });
  };
  return { size, choose };
}
