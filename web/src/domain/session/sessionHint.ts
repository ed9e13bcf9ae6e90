import { readStored, writeStored } from '../../lib/browserStorage';

/**
 * Remembers that somebody was signed in here. A visitor who never was downloads nothing of Firebase, and other tabs
 * hear of logging in and out before they have loaded it. The hint grants nothing; the SDK holds the real session.
 */
export const SESSION_HINT_KEY = 'heirlight.signedIn';
export const SESSION_HINT_VALUE = '1';

/** Where the browser refuses storage, every visit starts signed out. */
export const hasSessionHint = (): boolean => readStored('localStorage', SESSION_HINT_KEY) === SESSION_HINT_VALUE;

/** Whether somebody has ever signed in here. Kept after logging out: who comes back logs in, a newcomer signs up. */
const SIGNED_IN_BEFORE_KEY = 'heirlight.signedInBefore';
export const hasSignedInBefore = (): boolean =>
  hasSessionHint() || readStored('localStorage', SIGNED_IN_BEFORE_KEY) === SESSION_HINT_VALUE;

export function setSessionHint(signedIn: boolean): void {
  if (signedIn) writeStored('localStorage', SIGNED_IN_BEFORE_KEY, SESSION_HINT_VALUE);
  writeStored('localStorage', SESSION_HINT_KEY, signedIn ? SESSION_HINT_VALUE : null);
}

/** Whether the last session here that ended did so without a logout: nobody chose to lose what it has left. */
const SESSION_LOST_KEY = 'heirlight.sessionLost';
export const wasSessionLost = (): boolean => readStored('localStorage', SESSION_LOST_KEY) === SESSION_HINT_VALUE;
export function noteSessionLost(isLost: boolean): void {
  writeStored('localStorage', SESSION_LOST_KEY, isLost ? SESSION_HINT_VALUE : null);
}

/** Calls `callBack` when another tab of this browser logs in, or out, until `signal` is aborted. */
function whenElsewhere(value: string | null, callBack: () => void, signal: AbortSignal): void {
  const hear = (event: StorageEvent) => event.key === SESSION_HINT_KEY && event.newValue === value && callBack();
  addEventListener('storage', hear, { signal });
}

export const onSignedInElsewhere = (onSignIn: () => void, signal: AbortSignal): void =>
  whenElsewhere(SESSION_HINT_VALUE, onSignIn, signal);

export const onSignedOutElsewhere = (onSignOut: () => void, signal: AbortSignal): void =>
  whenElsewhere(null, onSignOut, signal);
