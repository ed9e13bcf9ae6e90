import { copy } from '../../lib/copy';
import { authErrorText } from '../../lib/errorText';
import { once } from '../../lib/once';
import { toast } from '../../lib/toast';
import { closeDialog } from '../dialogs/dialogs';
import type { Credentials } from '../firebase/auth';
import type { Firebase } from '../firebase/firebase';
import { type Farewell, nextSession } from './nextSession';
import { hasSessionHint, onSignedInElsewhere, onSignedOutElsewhere, setSessionHint } from './sessionHint';
import { isSomebodys, type SessionUser, sessionStore, signedInUser } from './sessionStore';

/** Shortest pause between two questions to the server whether the session still stands. */
const RECHECK_PAUSE_MS = 30_000;

function sayFarewell(farewell: Farewell): void {
  closeDialog();
  if (farewell === 'ended') toast(copy.toasts.sessionEnded);
  if (farewell === 'elsewhere') toast(copy.toasts.signedOutElsewhere);
}

export type SessionFlows = ReturnType<typeof createSession>;

/** Signing in and out, and everything else that concerns the user's login. Writes `sessionStore`. */
export function createSession({ firebase }: { firebase: Pick<Firebase, 'auth'> }) {
  /** True from the request to sign out until the SDK reports it, so that it is not mistaken for a lost session. */
  let leaving = false;
  /** True from a logout in another tab until the SDK here has followed it. */
  let isLeftElsewhere = false;

  const receive = (user: SessionUser | null): void => {
    // Asked for before the logout.
    if (user && isLeftElsewhere) return;
    const { session, farewell } = nextSession(sessionStore.get(), { user, leaving, hinted: hasSessionHint() });
    if (!user) leaving = false;
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

  /** Signs out with a toast. A failure is told in the provider's words. */
  const signOut = async (): Promise<void> => {
    try {
      await endSession();
      toast(copy.toasts.loggedOut);
    } catch (error) {
      toast({ title: copy.failed.signOut, description: authErrorText(error), destructive: true });
    }
  };

  /** Sends one request to the auth provider; a failure becomes a toast under `title`. Returns whether it worked. */
  const attempt = async (
    title: string,
    request: (auth: Awaited<ReturnType<Firebase['auth']>>) => Promise<void>,
  ): Promise<boolean> => {
    if (!(await isReachable())) return false;
    try {
      await request(await firebase.auth());
      return true;
    } catch (error) {
      toast({ title, description: authErrorText(error), destructive: true });
      return false;
    }
  };

  /** Asks the server whether the session still stands whenever the page is looked at or the network is back. */
  const recheckOnReturn = (signal: AbortSignal): void => {
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
  };

  return {
    ensureAuth,
    isReachable,
    endSession,
    signOut,

    /**
     * Starts following the session, until the returned function is called. A visitor who was never signed in here
     * downloads nothing of Firebase until a dialog asks for it.
     */
    start(): () => void {
      const { stop } = following;
      // The account may be deleted or locked while nobody looks at the page.
      recheckOnReturn(stop.signal);
      onSignedInElsewhere(isReachable, stop.signal);
      onSignedOutElsewhere(leaveToo, stop.signal);
      if (hasSessionHint()) void isReachable();
      return () => {
        stop.abort();
        following = followOnce();
      };
    },

    /** Logs in and returns whether it worked. The provider refuses empty fields. */
    async logIn({ email, password }: Credentials): Promise<boolean> {
      const done = await attempt(copy.failed.signIn, (auth) => auth.signIn({ email: email.trim(), password }));
      if (done) toast(copy.toasts.loggedIn);
      return done;
    },

    /** Creates an account, signs in and returns whether it worked. */
    async signUp({ email, password }: Credentials): Promise<boolean> {
      if (email.trim() === '' || password === '') {
        toast(copy.toasts.signUpEmpty);
        return false;
      }
      const done = await attempt(copy.failed.signUp, (auth) => auth.signUp({ email: email.trim(), password }));
      if (done) toast(copy.toasts.signedUp);
      return done;
    },

    /** Asks for the e-mail with a link to a new password. Returns whether it was sent. */
    async requestReset(email: string): Promise<boolean> {
      if (email.trim() === '') {
        toast(copy.toasts.resetEmpty);
        return false;
      }
      const done = await attempt(copy.failed.reset, (auth) => auth.sendReset(email.trim()));
      if (done) toast(copy.toasts.resetSent);
      return done;
    },

    /** Returns the e-mail address a reset code belongs to, or why the code cannot be used. Never rejects. */
    async checkResetCode(code: string): Promise<{ email: string } | { problem: string }> {
      if (!(await isReachable())) return { problem: copy.toasts.serviceUnreachable.description };
      try {
        const { checkResetCode } = await firebase.auth();
        return { email: await checkResetCode(code) };
      } catch (error) {
        return { problem: authErrorText(error) };
      }
    },

    /** Sets a new password with the code of a reset e-mail. Returns whether it worked. */
    async setNewPassword(request: { code: string; password: string }): Promise<boolean> {
      const done = await attempt(copy.failed.passwordUpdate, (auth) => auth.setNewPassword(request));
      if (done) toast(copy.toasts.passwordUpdated);
      return done;
    },

    /** Applies the code of a verification e-mail. The session of a signed-in user then learns of it. */
    async verifyEmail(code: string): Promise<void> {
      const done = await attempt(copy.failed.verification, (auth) => auth.verifyEmail(code));
      if (!done) return;
      toast(copy.toasts.emailVerified);
      const { recheckUser } = await firebase.auth();
      await recheckUser();
    },

    /**
     * Applies the code of an e-mail about a new address, which confirms the change or takes it back. A session of that
     * account ends here, as the server has ended it: one toast says what happened and how to log in again.
     */
    async changeEmail(code: string, kind: 'emailChanged' | 'emailRestored'): Promise<void> {
      let change = { email: '', before: null as string | null };
      const done = await attempt(copy.failed.emailChange, async (auth) => {
        change = await auth.changeEmail(code);
      });
      if (!done) return;
      const address = signedInUser()?.email;
      if (address !== undefined && [change.email, change.before].includes(address)) await endSession();
      toast(copy[kind](change.email));
      const { recheckUser } = await firebase.auth();
      await recheckUser();
    },
  };
}
