import { type AuthRequestDeps, createAuthRequests } from './authRequests';
import { createSessionFollower } from './sessionFollower';

export type SessionFlows = ReturnType<typeof createSession>;

/** Signing in and out, and everything else that concerns the user's login. */
export function createSession({ firebase }: Pick<AuthRequestDeps, 'firebase'>) {
  const session = createSessionFollower({ firebase });
  return { ...session, ...createAuthRequests({ firebase, session }) };
}
