import { copy } from '../../copy/copy';
import { authErrorText, isLinkOver } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Credentials } from '../firebase/auth';
import type { Firebase } from '../firebase/firebase';
import type { VerificationCopy } from './emailLinkCopy';
import type { SessionFollower } from './sessionFollower';
import { signedInUser } from './sessionStore';

export interface AuthRequestDeps {
  firebase: Pick<Firebase, 'auth'>;
  session: Pick<SessionFollower, 'isReachable' | 'endSession'>;
}

/** What users ask of the auth provider. Each says by a toast what became of it. */
export function createAuthRequests({ firebase, session }: AuthRequestDeps) {
  /** Sends one request to the auth provider; a failure becomes a toast under `title`. Returns whether it worked. */
  const attempt = async (
    title: string,
    request: (auth: Awaited<ReturnType<Firebase['auth']>>) => Promise<void>,
    onError?: (error: unknown) => void,
  ): Promise<boolean> => {
    if (!(await session.isReachable())) return false;
    try {
      await request(await firebase.auth());
      return true;
    } catch (error) {
      toast({ title, description: authErrorText(error), destructive: true });
      onError?.(error);
      return false;
    }
  };

  return {
    /** Signs out. */
    async signOut(): Promise<void> {
      try {
        await session.endSession();
        toast(copy.toasts.loggedOut);
      } catch (error) {
        toast({ title: copy.failed.signOut, description: authErrorText(error), destructive: true });
      }
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

    /** Returns the e-mail address a reset code belongs to, or why the code cannot be used, or not now. Never rejects. */
    async checkResetCode(code: string): Promise<{ email: string } | { problem: string; isOver: boolean }> {
      if (!(await session.isReachable())) return { problem: copy.toasts.serviceUnreachable.description, isOver: false };
      try {
        const { checkResetCode } = await firebase.auth();
        return { email: await checkResetCode(code) };
      } catch (error) {
        return { problem: authErrorText(error), isOver: isLinkOver(error) };
      }
    },

    /** Sets a new password with the code of a reset e-mail. Returns whether it worked. */
    async setNewPassword(
      request: { code: string; password: string },
      onError: (error: unknown) => void,
    ): Promise<boolean> {
      const done = await attempt(copy.failed.passwordUpdate, (auth) => auth.setNewPassword(request), onError);
      if (done) toast(copy.toasts.passwordUpdated);
      return done;
    },

    /**
     * Applies the code of a verification e-mail. The session of a signed-in user then learns of it. A used or expired code
     * is a failure only to those whose address is not verified: many press the link twice.
     */
    async verifyEmail(code: string, words: VerificationCopy): Promise<void> {
      if (!(await session.isReachable())) return;
      const auth = await firebase.auth();
      const refused = await auth.verifyEmail(code).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (!refused) toast(copy.toasts.emailVerified);
      await auth.recheckUser();
      if (!refused) return;
      const user = signedInUser();
      const isOver = isLinkOver(refused.error);
      if (isOver && user?.emailVerified) toast(words.alreadyVerified(user.email));
      else
        toast({
          title: copy.failed.verification,
          description: isOver ? words.linkOver : authErrorText(refused.error),
          destructive: true,
        });
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
      if (address !== undefined && [change.email, change.before].includes(address)) await session.endSession();
      toast(copy[kind](change.email));
      const { recheckUser } = await firebase.auth();
      await recheckUser();
    },
  };
}
