import { applyActionCode, confirmPasswordReset, verifyPasswordResetCode } from 'firebase/auth';
import { firebaseAuth } from '../../lib/firebase/auth';

/** The e-mail address a reset code belongs to. @throws FirebaseError `auth/expired-action-code`, `auth/invalid-action-code` */
export async function checkResetCode(code: string): Promise<string> {
  return verifyPasswordResetCode(await firebaseAuth(), code);
}

/** @throws FirebaseError `auth/…` */
export async function setNewPassword({ code, password }: { code: string; password: string }): Promise<void> {
  await confirmPasswordReset(await firebaseAuth(), code, password);
}

/** @throws FirebaseError `auth/…` */
export async function verifyEmail(code: string): Promise<void> {
  await applyActionCode(await firebaseAuth(), code);
}
