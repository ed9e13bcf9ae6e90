import type { PackId } from '@heirlight/contract/packs';
import { createStore } from '../../lib/store';
import { dialogStore, openDialog } from '../dialogs/dialogs';
import { sessionStore } from '../session/sessionStore';

/** The pack that a visitor wanted to buy, until the login dialog is closed, or the prices after it. */
export const wantedPackStore = createStore<PackId | null>(null);

/**
 * Opens the prices again when who wanted to buy has logged in or signed up, until the returned function is called. The
 * pack is marked there and one press away (PackCard.tsx): who logs in to an account may have restores left, and nobody
 * is led to a payment page without a press on Buy.
 */
export function resumePurchase(): () => void {
  let isResumed = false;
  const follow = () => {
    if (!wantedPackStore.get()) return;
    const { open } = dialogStore.get();
    const isSignedIn = sessionStore.get().status === 'signedIn';
    if (isSignedIn && open === null && !isResumed) {
      isResumed = true;
      openDialog('pricing');
    } else if (isResumed ? open !== 'pricing' : open !== 'login' && !isSignedIn) {
      isResumed = false;
      wantedPackStore.set(null);
    }
  };
  const stops = [sessionStore.subscribe(follow), dialogStore.subscribe(follow)];
  return () => {
    for (const stop of stops) stop();
  };
}
