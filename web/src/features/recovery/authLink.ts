import { isReachable } from '../../lib/authGate';
import { copy } from '../../lib/copy';
import { authErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import { enterRecovery, leaveToRoot } from './recoveryAddress';

/** Applies the code; a signed-in user's session then learns of it, and with it the balance. */
async function verify(code: string): Promise<void> {
  if (!(await isReachable())) return;
  try {
    const { verifyEmail } = await import('./recoveryApi');
    await verifyEmail(code);
    toast(copy.toasts.emailVerified);
    const { recheckUser } = await import('../../lib/firebase/authSession');
    await recheckUser();
  } catch (error) {
    console.error('The e-mail address could not be verified', error);
    toast({ title: copy.failed.verification, description: authErrorText(error), destructive: true });
  }
}

/**
 * Takes the link of an e-mail out of the address: a reset becomes the recovery overlay, a verification is applied at once.
 * https://firebase.google.com/docs/auth/custom-email-handler names the parameters.
 */
export function handleAuthLink(): void {
  const query = new URLSearchParams(window.location.search);
  const code = query.get('oobCode') ?? '';
  switch (query.get('mode')) {
    case 'resetPassword':
      enterRecovery(code);
      break;
    case 'verifyEmail':
      leaveToRoot();
      void verify(code);
      break;
    default:
  }
}
