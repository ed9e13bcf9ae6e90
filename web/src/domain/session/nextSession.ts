import type { Session, SessionUser } from './sessionStore';

/** Why the user who was signed in no longer is; `replaced` if another tab signed in somebody else. */
export type Farewell = 'asked' | 'elsewhere' | 'ended' | 'replaced';

export interface SessionStep {
  session: Session;
  /** Set if somebody was signed in, or expected to be, and no longer is. */
  farewell?: Farewell;
}

function sameUser(a: SessionUser, b: SessionUser): boolean {
  return a.id === b.id && a.email === b.email && a.emailVerified === b.emailVerified;
}

/**
 * Returns the session after the SDK reported `user`. A mere token refresh returns the same session object, so nothing
 * renders again; an updated user (a verified e-mail address) returns a new one.
 */
export function nextSession(
  previous: Session,
  report: { user: SessionUser | null; leaving: boolean; hinted: boolean },
): SessionStep {
  const { user, leaving, hinted } = report;
  if (user) {
    const unchanged = previous.status === 'signedIn' && sameUser(previous.user, user);
    if (unchanged) return { session: previous };
    const replaced = previous.status === 'signedIn' && previous.user.id !== user.id;
    return { session: { status: 'signedIn', user }, ...(replaced && { farewell: 'replaced' }) };
  }
  const session: Session = { status: 'signedOut' };
  if (leaving) return { session, farewell: 'asked' };
  // While loading, the page expects a user: there was a hint when it began.
  if (previous.status === 'signedOut') return { session };
  return { session, farewell: hinted ? 'ended' : 'elsewhere' };
}
