import { copy } from './copy';
import { closeDialog } from './dialogs';
import { authErrorText } from './errorText';
import { type Farewell, nextSession } from './nextSession';
import { once } from './once';
import { hasSessionHint, setSessionHint } from './sessionHint';
import { type SessionUser, sessionStore } from './sessionStore';
import { toast } from './toast';

/** True from asking to sign out until the auth library reports it, so that the farewell is not taken for a lost session. */
let leaving = false;

function sayFarewell(farewell: Farewell): void {
  closeDialog();
  if (farewell === 'ended') toast(copy.toasts.sessionEnded);
  if (farewell === 'elsewhere') toast(copy.toasts.signedOutElsewhere);
}

function receive(user: SessionUser | null): void {
  const { session, farewell } = nextSession(sessionStore.get(), { user, leaving, hinted: hasSessionHint() });
  if (!user) leaving = false;
  setSessionHint(user !== null);
  sessionStore.set(session);
  if (farewell) sayFarewell(farewell);
}

/**
 * Loads Firebase's auth part and waits until it knows whether somebody is signed in. Idempotent.
 * @throws when the service or its configuration cannot be reached; the user is told, and the next call tries again.
 */
export const ensureFirebase = once(async (): Promise<void> => {
  if (hasSessionHint()) sessionStore.set({ status: 'loading' });
  try {
    const { watchUser } = await import('./firebase/authSession');
    await watchUser(receive);
  } catch (error) {
    console.error('Firebase could not be started', error);
    sessionStore.set({ status: 'signedOut' });
    toast(copy.toasts.serviceUnreachable);
    throw error;
  }
});

/** Whether Firebase's auth part is there. Where it is not, the user has been told. */
export async function isReachable(): Promise<boolean> {
  return await ensureFirebase().then(
    () => true,
    () => false,
  );
}

/** Signs out and says so. A failure is told in the provider's words. */
export async function signOut(): Promise<void> {
  try {
    await endSession();
    toast(copy.toasts.loggedOut);
  } catch (error) {
    toast({ title: copy.failed.signOut, description: authErrorText(error), destructive: true });
  }
}

/** Signs out without a word, for flows that say something of their own. */
export async function endSession(): Promise<void> {
  await ensureFirebase();
  const { signOutUser } = await import('./firebase/authSession');
  leaving = sessionStore.get().status === 'signedIn';
  try {
    await signOutUser();
  } catch (error) {
    leaving = false;
    throw error;
  }
}
