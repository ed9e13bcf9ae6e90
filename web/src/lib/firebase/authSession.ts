import { onIdTokenChanged, reload, signOut, type User } from 'firebase/auth';
import type { SessionUser } from '../sessionStore';
import { firebaseAuth } from './auth';

function toSessionUser(user: User): SessionUser {
  return { id: user.uid, email: user.email ?? '', emailVerified: user.emailVerified };
}

/**
 * Reports the signed-in user now and after every change: signed in, signed out, token refreshed, user updated. Resolves
 * once the first report is in. Refreshing the token before it expires is the SDK's own work.
 */
export async function watchUser(report: (user: SessionUser | null) => void): Promise<void> {
  const auth = await firebaseAuth();
  onIdTokenChanged(auth, (user) => report(user ? toSessionUser(user) : null));
  await auth.authStateReady();
}

export async function signOutUser(): Promise<void> {
  await signOut(await firebaseAuth());
}

/**
 * Asks the server whether the session still stands. The SDK signs out by itself when the account was deleted or disabled
 * or its tokens were revoked, which `watchUser` then reports; a network failure changes nothing.
 */
export async function recheckUser(): Promise<void> {
  const user = (await firebaseAuth()).currentUser;
  if (user) await reload(user).catch(() => undefined);
}

/** A fresh token, so that the server sees what changed about the user (a verified e-mail address). */
export async function refreshToken(): Promise<void> {
  await (await firebaseAuth()).currentUser?.getIdToken(true);
}
