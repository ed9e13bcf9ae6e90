import { copy } from '../../lib/copy';
import { authErrorText, callErrorText } from '../../lib/errorText';
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
        toast(copy.account.resent);
      } catch (error) {
        toast({ title: copy.failed.verification, description: authErrorText(error), destructive: true });
      }
    },

    /** Deletes the account with everything it owns, and signs out. Never rejects. */
    async deleteAccount(): Promise<void> {
      try {
        const { call } = await firebase.functions();
        await call('deleteAccount', { confirm: copy.account.deleteWord });
        await session.endSession();
        toast(copy.toasts.accountDeleted);
      } catch (error) {
        console.error('delete-account failed', error);
        toast({ title: copy.failed.account, description: callErrorText(error, copy.fallbackError), destructive: true });
      }
    },
  };
}
