import { createStore } from './store';

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
