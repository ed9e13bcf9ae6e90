import { CALLABLE, type DeleteAccountRequest, type DeleteAccountResponse } from '@heirlight/contract/callables';
import { endSession } from '../../lib/authGate';
import { callFunction } from '../../lib/callable';
import { copy } from '../../lib/copy';
import { authErrorText, callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';

export async function resendVerificationEmail(): Promise<void> {
  try {
    const { resendVerification } = await import('./accountApi');
    await resendVerification();
    toast(copy.account.resent);
  } catch (error) {
    toast({ title: copy.failed.verification, description: authErrorText(error), destructive: true });
  }
}

/** Deletes the account with everything it owns and signs out. Never rejects. */
export async function deleteAccount(): Promise<void> {
  try {
    await callFunction<DeleteAccountRequest, DeleteAccountResponse>(CALLABLE.deleteAccount, {
      confirm: copy.account.deleteWord,
    });
    await endSession();
    toast(copy.toasts.accountDeleted);
  } catch (error) {
    console.error('delete-account failed', error);
    toast({
      title: copy.failed.account,
      description: callErrorText(error, copy.fallbackError),
      destructive: true,
    });
  }
}
