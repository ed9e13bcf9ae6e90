import { isReachable } from './authGate';
import { startConnectivity } from './connectivity';
import { startCredits } from './credits';
import { once } from './once';
import { startPhotoFeed } from './photoFeed';
import { hasSessionHint, onSignedInElsewhere } from './sessionHint';
import { signedInUser } from './sessionStore';

export { endSession, ensureFirebase, signOut } from './authGate';
export { type Session, type SessionUser, sessionStore, signedInUser } from './sessionStore';

/** Shortest pause between two questions to the server whether the session still stands. */
const RECHECK_PAUSE_MS = 30_000;

/** Asks again when the page is looked at or the network is back: the account may have gone or been locked meanwhile. */
function recheckOnReturn(): void {
  let last = Date.now();
  const recheck = async () => {
    if (document.visibilityState !== 'visible' || !signedInUser() || Date.now() - last < RECHECK_PAUSE_MS) return;
    last = Date.now();
    const { recheckUser } = await import('./firebase/authSession');
    await recheckUser();
  };
  document.addEventListener('visibilitychange', recheck);
  window.addEventListener('focus', recheck);
  window.addEventListener('online', recheck);
}

/**
 * Starts following the session, the balance and the photos; called once by the app. A visitor who was never signed in
 * here downloads nothing of Firebase until a dialog asks for it with `ensureFirebase`.
 */
export const startSession = (() => {
  const start = once(async () => {
    startConnectivity();
    startCredits();
    startPhotoFeed();
    recheckOnReturn();
    onSignedInElsewhere(isReachable);
    if (hasSessionHint()) await isReachable();
  });
  return (): void => void start();
})();
