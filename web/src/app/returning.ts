// Why: docs/decisions/2026-11-23-first-photos-before-the-code.md
import { thumbnailsOf } from '@heirlight/contract/photoFiles';
import { recallLastSeen, remember } from '../domain/account/lastSeen';
import { dialogStore } from '../domain/dialogs/dialogs';
import { FIRST_LOOK, type FirstLook } from '../domain/firebase/firstLook';
import { groupsOf, shownVersion } from '../domain/photos/photoGroups';
import { type Photo, photosStore } from '../domain/photos/photosStore';
import { hasSessionHint } from '../domain/session/sessionHint';
import { sessionStore } from '../domain/session/sessionStore';
import { notTooLong, pictureShown } from '../lib/firstPicture';
import { whenStore } from '../lib/store';
import { isPaymentReturn } from './address';

declare global {
  interface Window {
    /** Set by the inline script for an account that this device does not know (inline.ts). */
    firstLook?: Promise<{ firstLook: Promise<FirstLook | null> }> | undefined;
  }
}

/** How the page begins. A gallery is shown when this device knows of photos, or has never seen the account. */
export type Beginning = 'landing' | 'gallery';

/** Cards in the window of a phone. */
const FIRST_CARDS = 2;

/** Shows photos before the session is known, and fetches the pictures of the first cards while React draws them. */
function show(photos: Photo[]): void {
  photosStore.set({ status: 'loading', photos, hasMore: false });
  for (const group of groupsOf(photos).slice(0, FIRST_CARDS)) {
    for (const href of thumbnailsOf(shownVersion(group))) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href }));
    }
  }
}

/** Shows what was asked for while the code was on its way. */
async function showFirstLook(): Promise<void> {
  const found = await window.firstLook?.then(({ firstLook }) => firstLook).catch(console.error);
  // Somebody may have signed in, or out, meanwhile.
  if (!found || sessionStore.get().status !== 'loading') return;
  const { userId, photos } = found;
  const processing = photos.filter(({ status }) => status === 'processing').map(({ id }) => id);
  remember(userId, { photos, processing, total: photos.length < FIRST_LOOK ? photos.length : null });
  show(photos);
}

let looked: Promise<void> = Promise.resolve();

/** Makes the page that of the user who is expected, as far as this device remembers it, and says how it begins. */
export function expectUser(): Beginning {
  if (!hasSessionHint()) return 'landing';
  sessionStore.set({ status: 'loading' });
  const seen = recallLastSeen();
  if (seen?.total === 0) return 'landing';
  show([...(seen?.photos ?? [])]);
  looked = showFirstLook();
  return 'gallery';
}

async function firstPhotosShown(): Promise<void> {
  await notTooLong(looked);
  if (photosStore.get().photos.length > 0) await pictureShown();
}

/**
 * Resolves when what follows the session may be downloaded: photos that are remembered, or asked for already, come
 * first, unless the user has asked for something, or comes back from paying.
 */
export async function mayFollowSession(): Promise<void> {
  if (isPaymentReturn(window.location)) return;
  await Promise.race([firstPhotosShown(), whenStore(dialogStore, ({ open }) => open !== null)]);
}
