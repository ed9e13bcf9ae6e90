import { createStore, whenStore } from '../../lib/store';
import type { SessionUser } from '../firebase/auth';

export type { SessionUser };

export type Session = { status: 'loading' } | { status: 'signedOut' } | { status: 'signedIn'; user: SessionUser };

/** Starts signed out: that is what the prerendered landing page shows, and hydration must start from the same. */
export const sessionStore = createStore<Session>({ status: 'signedOut' });

/**
 * Whether the page is somebody's: also while it is not known yet whether the session of the last visit still stands.
 */
export const isSomebodys = ({ status }: Session): boolean => status !== 'signedOut';

export function signedInUser(): SessionUser | null {
  const session = sessionStore.get();
  return session.status === 'signedIn' ? session.user : null;
}

/** Resolves with the signed-in user as soon as the session is known: it is not, right after the page has loaded. */
export async function knownUser(): Promise<SessionUser | null> {
  await whenStore(sessionStore, ({ status }) => status !== 'loading');
  return signedInUser();
}
