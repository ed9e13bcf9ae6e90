import { recallLastSeen } from '../domain/account/lastSeen';
import { dialogStore } from '../domain/dialogs/dialogs';
import { photosStore } from '../domain/photos/photosStore';
import { hasSessionHint } from '../domain/session/sessionHint';
import { sessionStore } from '../domain/session/sessionStore';
import { pictureShown } from '../lib/firstPicture';
import { whenStore } from '../lib/store';
import { isPaymentReturn } from './address';

/** How the page begins. A gallery is shown when this device knows of photos, or has never seen the account. */
export type Beginning = 'landing' | 'gallery';

/** Makes the page that of the user who is expected, as far as this device remembers it, and says how it begins. */
export function expectUser(): Beginning {
  if (!hasSessionHint()) return 'landing';
  sessionStore.set({ status: 'loading' });
  const seen = recallLastSeen();
  if (seen?.total === 0) return 'landing';
  photosStore.set({ status: 'loading', photos: [...(seen?.photos ?? [])], hasMore: false });
  return 'gallery';
}

/**
 * Resolves when what follows the session may be downloaded: photos that are remembered come first, unless the user has
 * already asked for something, or comes back from paying.
 */
export async function mayFollowSession(): Promise<void> {
  if (photosStore.get().photos.length === 0 || isPaymentReturn(window.location)) return;
  await Promise.race([pictureShown(), whenStore(dialogStore, ({ open }) => open !== null)]);
}
