/**
 * Remembers that somebody was signed in here, so that a visitor who never was downloads nothing of Firebase, and so that
 * other tabs hear about logging in and out before they have loaded it. It grants nothing; the SDK holds the real session.
 */
const KEY = 'heirlight.signedIn';

/** Private modes can refuse storage; then every visit simply starts as a signed-out one. */
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export function hasSessionHint(): boolean {
  return attempt(() => localStorage.getItem(KEY) === '1', false);
}

export function setSessionHint(signedIn: boolean): void {
  attempt(() => (signedIn ? localStorage.setItem(KEY, '1') : localStorage.removeItem(KEY)), undefined);
}

/** Calls `onSignIn` when another tab of this browser logs in. */
export function onSignedInElsewhere(onSignIn: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY && event.newValue === '1') onSignIn();
  });
}
