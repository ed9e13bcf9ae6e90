import { copy } from '../../copy/copy';
import { once } from '../../lib/once';
import { toast } from '../../lib/toast';
import { closeDialog } from '../dialogs/dialogs';
import type { Firebase } from '../firebase/firebase';
import { type Farewell, nextSession } from './nextSession';
import {
  hasSessionHint,
  noteSessionLost,
  onSignedInElsewhere,
  onSignedOutElsewhere,
  setSessionHint,
  wasSessionLost,
} from './sessionHint';
import { isSomebodys, type SessionUser, sessionStore, signedInUser } from './sessionStore';

/** Shortest pause between two questions to the server whether the session still stands. */
const RECHECK_PAUSE_MS = 30_000;

function sayFarewell(farewell: Farewell): void {
  closeDialog();
  if (farewell === 'ended') toast(copy.toasts.sessionEnded);
  if (farewell === 'elsewhere') toast(copy.toasts.signedOutElsewhere);
}

/** Asks the server whether the session still stands whenever the page is looked at or the network is back. */
function recheckOnReturn(firebase: Pick<Firebase, 'auth'>, signal: AbortSignal): void {
  let last = Date.now();
  const recheck = async () => {
    if (document.visibilityState !== 'visible' || !signedInUser() || Date.now() - last < RECHECK_PAUSE_MS) return;
    last = Date.now();
    const { recheckUser } = await firebase.auth();
    await recheckUser();
  };
  document.addEventListener('visibilitychange', recheck, { signal });
  window.addEventListener('focus', recheck, { signal });
  window.addEventListener('online', recheck, { signal });
}

export type SessionFollower = ReturnType<typeof createSessionFollower>;

/** Follows who is signed in, here and in other tabs, and ends the session. Writes `sessionStore`. */
export function createSessionFollower({ firebase }: { firebase: Pick<Firebase, 'auth'> }) {
  /** True from the request to sign out until the SDK reports it, so that it is not mistaken for a lost session. */
  let leaving = false;
  /** True from a logout in another tab until the SDK here has followed it. */
  let isLeftElsewhere = false;

  const receive = (user: SessionUser | null): void => {
    // Asked for before the logout.
    if (user && isLeftElsewhere) return;
    // Another window may have heard first that it has ended.
    const hinted = hasSessionHint() || wasSessionLost();
    const { session, farewell } = nextSession(sessionStore.get(), { user, leaving, hinted });
    if (!user) leaving = false;
    if (farewell) noteSessionLost(farewell === 'ended');
    setSessionHint(user !== null);
    sessionStore.set(session);
    if (farewell) sayFarewell(farewell);
  };

  /** Follows the SDK's user until the signal aborts. Resolves when it is known whether somebody is signed in. */
  const follow = async (signal: AbortSignal): Promise<void> => {
    if (hasSessionHint()) sessionStore.set({ status: 'loading' });
    try {
      const { watchUser } = await firebase.auth();
      const unwatch = await watchUser((user) => signal.aborted || receive(user));
      if (signal.aborted) unwatch();
      else signal.addEventListener('abort', unwatch);
    } catch (error) {
      console.error('Firebase could not be started', error);
      sessionStore.set({ status: 'signedOut' });
      toast(copy.toasts.serviceUnreachable);
      throw error;
    }
  };
  const followOnce = () => {
    const stop = new AbortController();
    return { stop, followed: once(() => follow(stop.signal)) };
  };
  let following = followOnce();

  /**
   * Loads Firebase Auth and waits until it knows whether somebody is signed in. Later calls get the same promise.
   * @throws if the service or its configuration cannot be reached. The user is told, and the next call tries again.
   */
  const ensureAuth = (): Promise<void> => following.followed();

  /** Loads Firebase Auth and returns whether that worked. If not, the user has been told. */
  const isReachable = (): Promise<boolean> =>
    ensureAuth().then(
      () => true,
      () => false,
    );

  /**
   * Another tab logs out. The SDK would follow a moment later; but a question that it has just put to the server, as it
   * does when a page opens, would bring the session back here, and to the other tabs.
   */
  const leaveToo = async (): Promise<void> => {
    if (!isSomebodys(sessionStore.get())) return;
    isLeftElsewhere = true;
    try {
      const { signOutUser } = await firebase.auth();
      // Comes after whatever the SDK is about.
      await signOutUser();
    } catch (error) {
      console.error('The logout of another tab could not be followed', error);
    } finally {
      isLeftElsewhere = false;
    }
  };

  /** Signs out without a toast, for flows that show their own. */
  const endSession = async (): Promise<void> => {
    await ensureAuth();
    const { signOutUser } = await firebase.auth();
    leaving = sessionStore.get().status === 'signedIn';
    try {
      await signOutUser();
    } catch (error) {
      leaving = false;
      throw error;
    }
  };

  return {
    ensureAuth,
    isReachable,
    endSession,

    /**
     * Starts following the session, until the returned function is called. A visitor who was never signed in here
     * downloads nothing of Firebase until a dialog asks for it.
     */
    start(): () => void {
      const { stop } = following;
      // The account may be deleted or locked while nobody looks at the page.
      recheckOnReturn(firebase, stop.signal);
      onSignedInElsewhere(isReachable, stop.signal);
      onSignedOutElsewhere(leaveToo, stop.signal);
      // Also when the page expects a user who has just left in another tab: nobody else would end the wait.
      if (hasSessionHint() || isSomebodys(sessionStore.get())) void isReachable();
      return () => {
        stop.abort();
        following = followOnce();
      };
    },
  };
}
