import { sendEmailVerification } from 'firebase/auth';
import { firebaseAuth } from '../../lib/firebase/auth';

/** Sends the verification e-mail again. @throws FirebaseError `auth/…` */
export async function resendVerification(): Promise<void> {
  const user = (await firebaseAuth()).currentUser;
  if (user) await sendEmailVerification(user, { url: window.location.origin });
}
