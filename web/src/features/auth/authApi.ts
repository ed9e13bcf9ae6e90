import {
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { firebaseAuth } from '../../lib/firebase/auth';

export interface Credentials {
  email: string;
  password: string;
}

/** Where the links in e-mails lead back to. */
const backHere = () => ({ url: window.location.origin });

/**
 * Creates the account, which also signs in, and sends the verification e-mail without waiting for it.
 * @throws FirebaseError `auth/…` when the account was not created. An e-mail that could not be sent is only logged: the
 * account exists, and the account dialog sends another one.
 */
export async function signUp({ email, password }: Credentials): Promise<void> {
  const { user } = await createUserWithEmailAndPassword(await firebaseAuth(), email, password);
  sendEmailVerification(user, backHere()).catch((error: unknown) => {
    console.error('The verification e-mail could not be sent', error);
  });
}

/** @throws FirebaseError `auth/…` */
export async function signIn({ email, password }: Credentials): Promise<void> {
  await signInWithEmailAndPassword(await firebaseAuth(), email, password);
}

/** @throws FirebaseError `auth/…` */
export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(await firebaseAuth(), email, backHere());
}
