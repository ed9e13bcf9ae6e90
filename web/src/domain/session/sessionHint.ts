/**
 * Remembers that somebody was signed in here. A visitor who never was downloads nothing of Firebase, and other tabs
 * hear of logging in and out before they have loaded it. The hint grants nothing; the SDK holds the real session.
 */
export const SESSION_HINT_KEY = 'heirlight.signedIn';
export const SESSION_HINT_VALUE = '1';

/** Private modes can refuse storage; then every visit starts signed out. */
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export function hasSessionHint(): boolean {
  return attempt(() => localStorage.getItem(SESSION_HINT_KEY) === SESSION_HINT_VALUE, false);
}

export function setSessionHint(signedIn: boolean): void {
  attempt(
    () =>
      signedIn ? localStorage.setItem(SESSION_HINT_KEY, SESSION_HINT_VALUE) : localStorage.removeItem(SESSION_HINT_KEY),
    undefined,
  );
}

/** Calls `onSignIn` when another tab of this browser logs in, until `signal` is aborted. */
export function onSignedInElsewhere(onSignIn: () => void, signal: AbortSignal): void {
  const hear = (event: StorageEvent) => {
    if (event.key === SESSION_HINT_KEY && event.newValue === SESSION_HINT_VALUE) onSignIn();
  };
  window.addEventListener('storage', hear, { signal });
}
