import { copy } from '../../copy/copy';
import { authErrorText, callErrorText, sdkCode, serverCode } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Firebase } from '../firebase/firebase';
import type { SessionFlows } from '../session/session';

export interface AccountDeps {
  firebase: Pick<Firebase, 'auth' | 'functions'>;
  session: Pick<SessionFlows, 'endSession'>;
}

export function createAccount({ firebase, session }: AccountDeps) {
  return {
    async resendVerification(): Promise<void> {
      try {
        const { resendVerification } = await firebase.auth();
        await resendVerification();
        toast(copy.toasts.verificationSent);
      } catch (error) {
        toast({ title: copy.failed.verification, description: authErrorText(error), destructive: true });
      }
    },

    /** Gives the account another password, and says how that went. Returns whether it has it. Never rejects. */
    async changePassword(passwords: { current: string; next: string }): Promise<boolean> {
      try {
        await (await firebase.auth()).changePassword(passwords);
        toast(copy.toasts.passwordUpdated);
        return true;
      } catch (error) {
        console.error('The password was not changed', error);
        toast({ title: copy.failed.passwordUpdate, description: authErrorText(error), destructive: true });
        return false;
      }
    },

    /**
     * Deletes the account with everything it owns, and signs out. Returns whether the password is needed, because the
     * sign-in is too long ago for this: then call again with it. Never rejects.
     */
    async deleteAccount(password?: string): Promise<boolean> {
      try {
        if (password !== undefined) await (await firebase.auth()).signInAgain(password);
        const { call } = await firebase.functions();
        await call('deleteAccount', { confirm: 'DELETE' });
        await session.endSession();
        toast(copy.toasts.accountDeleted);
        return false;
      } catch (error) {
        if (password === undefined && serverCode(error) === 'sign_in_too_old') return true;
        console.error('delete-account failed', error);
        const isAuths = sdkCode(error).startsWith('auth/');
        const description = isAuths ? authErrorText(error) : callErrorText(error, copy.fallbackError);
        toast({ title: copy.failed.account, description, destructive: true });
        return password !== undefined;
      }
    },
  };
}
