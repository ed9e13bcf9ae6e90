const HASH_TYPE = 'recovery';

const hashParameters = () => new URLSearchParams(window.location.hash.slice(1));

/** Replaces the address and tells the page, because the browser sends `hashchange` only for its own changes. */
function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Goes to `/#type=recovery&oobCode=…`. In the hash the code is never sent to a server, and it survives a reload. */
export function enterRecovery(code: string): void {
  replaceAddress(`/#${new URLSearchParams({ type: HASH_TYPE, oobCode: code })}`);
}

export function leaveToRoot(): void {
  replaceAddress('/');
}

/** Returns the reset code in the address, or an empty string. */
export function recoveryCode(): string {
  return hashParameters().get('oobCode') ?? '';
}
