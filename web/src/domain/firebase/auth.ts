import {
  applyActionCode,
  browserLocalPersistence,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { product } from './app';

export interface SessionUser {
  id: string;
  email: string;
  emailVerified: boolean;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Without the pop-up code of `getAuth`: it would load an iframe, and only e-mail and password are used. */
const firebaseAuth = product((app, { auth: endpoint }) => {
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (endpoint) connectAuthEmulator(auth, endpoint, { disableWarnings: true });
  return auth;
});

function toSessionUser(user: User): SessionUser {
  return { id: user.uid, email: user.email ?? '', emailVerified: user.emailVerified };
}

/** The page that links in e-mails lead back to. */
const backHere = () => ({ url: window.location.origin });

/**
 * Reports the signed-in user now and after every change (signed in, signed out, token refreshed, user updated), until
 * the returned function is called. Resolves after the first report. The SDK itself refreshes the token before it
 * expires.
 */
export async function watchUser(report: (user: SessionUser | null) => void): Promise<() => void> {
  const auth = await firebaseAuth();
  const unsubscribe = onIdTokenChanged(auth, (user) => report(user ? toSessionUser(user) : null));
  await auth.authStateReady();
  return unsubscribe;
}

/**
 * Creates the account, which also signs in, and sends the verification e-mail without waiting for it.
 * @throws FirebaseError `auth/…` if the account was not created. An e-mail that could not be sent is only logged: the
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

/**
 * Signs the same user in once more, so that the server sees a recent sign-in.
 * @throws FirebaseError `auth/…`
 */
export async function signInAgain(password: string): Promise<void> {
  const user = (await firebaseAuth()).currentUser;
  if (user?.email) await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email, password));
}

/**
 * Gives the signed-in user another password. Signs in before, as Auth asks for, and afterwards: the change ends all
 * sign-ins that are older than it, those of other devices too.
 * @throws FirebaseError `auth/…`
 */
export async function changePassword({ current, next }: { current: string; next: string }): Promise<void> {
  await signInAgain(current);
  const user = (await firebaseAuth()).currentUser;
  if (!user) return;
  await updatePassword(user, next);
  await signInAgain(next);
}

export async function signOutUser(): Promise<void> {
  await signOut(await firebaseAuth());
}

/** Sends the e-mail with a link to a new password. @throws FirebaseError `auth/…` */
export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(await firebaseAuth(), email, backHere());
}

/** Sends the verification e-mail again. @throws FirebaseError `auth/…` */
export async function resendVerification(): Promise<void> {
  const user = (await firebaseAuth()).currentUser;
  if (user) await sendEmailVerification(user, backHere());
}

/**
 * Returns the e-mail address a reset code belongs to.
 * @throws FirebaseError `auth/expired-action-code`, `auth/invalid-action-code`
 */
export async function checkResetCode(code: string): Promise<string> {
  return verifyPasswordResetCode(await firebaseAuth(), code);
}

/** @throws FirebaseError `auth/…` */
export async function setNewPassword({ code, password }: { code: string; password: string }): Promise<void> {
  await confirmPasswordReset(await firebaseAuth(), code, password);
}

/** Applies the code of a verification e-mail. @throws FirebaseError `auth/…` */
export async function verifyEmail(code: string): Promise<void> {
  await applyActionCode(await firebaseAuth(), code);
}

/**
 * Applies the code of an e-mail about a new address, which confirms the change or takes it back. Returns the account's
 * address from now on, and the one before where the server tells it. The server ends the account's sessions.
 * @throws FirebaseError `auth/…`
 */
export async function changeEmail(code: string): Promise<{ email: string; before: string | null }> {
  const auth = await firebaseAuth();
  const { data } = await checkActionCode(auth, code);
  await applyActionCode(auth, code);
  return { email: data.email ?? '', before: data.previousEmail ?? null };
}

/**
 * Asks the server whether the session still stands. If the account was deleted or disabled, or its tokens were revoked,
 * the SDK signs out by itself and `watchUser` reports it. A network failure changes nothing.
 */
export async function recheckUser(): Promise<void> {
  const user = (await firebaseAuth()).currentUser;
  if (user) await reload(user).catch(() => undefined);
}

/** Returns the user's token for a request that the SDK does not send, or null if nobody is signed in. */
export async function idToken(): Promise<string | null> {
  return (await (await firebaseAuth()).currentUser?.getIdToken()) ?? null;
}

/** Fetches a fresh token, so that the server sees what changed about the user (a verified e-mail address). */
export async function refreshToken(): Promise<void> {
  await (await firebaseAuth()).currentUser?.getIdToken(true);
}
