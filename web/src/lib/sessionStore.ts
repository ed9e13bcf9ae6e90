import { createStore, whenStore } from './store';

export interface SessionUser {
  id: string;
  email: string;
  emailVerified: boolean;
}

export type Session = { status: 'loading' } | { status: 'signedOut' } | { status: 'signedIn'; user: SessionUser };

/** Signed out is also what the prerendered landing shows, so it is the value to hydrate from. */
export const sessionStore = createStore<Session>({ status: 'signedOut' });

export function signedInUser(): SessionUser | null {
  const session = sessionStore.get();
  return session.status === 'signedIn' ? session.user : null;
}

/** Who is signed in, once that is known: right after the page has loaded it is not. */
export async function knownUser(): Promise<SessionUser | null> {
  await whenStore(sessionStore, ({ status }) => status !== 'loading');
  return signedInUser();
}
