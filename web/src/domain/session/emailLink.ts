import { emailLinkCopy } from './emailLinkCopy';
import { enterRecovery, leaveToRoot } from './recoveryAddress';
import type { SessionFlows } from './session';

/**
 * Handles the link of an e-mail in the address: a reset opens the recovery overlay; a verification, a new address and
 * taking one back are applied at once.
 * Parameters: https://firebase.google.com/docs/auth/custom-email-handler
 */
export function handleEmailLink({ verifyEmail, changeEmail }: Pick<SessionFlows, 'verifyEmail' | 'changeEmail'>): void {
  const query = new URLSearchParams(window.location.search);
  const code = query.get('oobCode') ?? '';
  switch (query.get('mode')) {
    case 'resetPassword':
      enterRecovery(code);
      break;
    case 'verifyEmail':
      leaveToRoot();
      void verifyEmail(code, emailLinkCopy);
      break;
    case 'verifyAndChangeEmail':
      leaveToRoot();
      void changeEmail(code, 'emailChanged');
      break;
    case 'recoverEmail':
      leaveToRoot();
      void changeEmail(code, 'emailRestored');
      break;
    default:
  }
}
