export type Address = Pick<Location, 'search' | 'hash'>;

/** Whether this is the return from checkout. */
export const isPaymentReturn = ({ search }: Address): boolean => new URLSearchParams(search).has('session_id');

/** The token of a shared link, or null. */
export const sharedToken = ({ search }: Pick<Address, 'search'>): string | null =>
  new URLSearchParams(search).get('shared');

export const isRecovery = ({ hash }: Pick<Address, 'hash'>): boolean =>
  new URLSearchParams(hash.slice(1)).get('type') === 'recovery';

/** Whether this asks for what the footer links: questions, privacy, terms. */
export const isAbout = ({ hash }: Pick<Address, 'hash'>): boolean => /^#(questions|privacy|terms)$/.test(hash);

/**
 * Whether the address asks for something that needs React. Written for few bytes, because it is in boot.ts: any
 * hash may, but the skip link's (`#main`).
 */
export const asksForMore = ({ search, hash }: Address): boolean =>
  /[?&](session_id|shared|mode|upload)=|#[^m]/.test(search + hash);

/** Whether this is a link from an e-mail. */
export const isEmailLink = (address: Address): boolean => /[?&]mode=/.test(address.search) || isRecovery(address);

/** Whether a photo is to be uploaded: one that was shared to the installed app, or one that is still to be chosen. */
export const asksForUpload = ({ search }: Pick<Address, 'search'>): boolean => /[?&]upload=/.test(search);
