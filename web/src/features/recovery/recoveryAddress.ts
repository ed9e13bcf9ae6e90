const HASH_TYPE = 'recovery';

/** Tells whoever shows the overlay that the address changed; the browser only does so for changes it made itself. */
function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** `/#type=recovery&oobCode=…`: behind the hash the code is never sent to a server, and it survives a reload. */
export function enterRecovery(code: string): void {
  replaceAddress(`/#${new URLSearchParams({ type: HASH_TYPE, oobCode: code })}`);
}

export function leaveToRoot(): void {
  replaceAddress('/');
}

/** The reset code in the address, or an empty string. */
export function recoveryCode(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('oobCode') ?? '';
}
