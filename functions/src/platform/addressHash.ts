import { createHmac } from 'node:crypto';

/** Gmail reads both as one, and ignores dots: https://support.google.com/mail/answer/7436150 */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox that an address leads to: lower case, without a plus tag, and for Gmail without dots. */
export function mailboxOf(email: string): string {
  const address = email.normalize('NFC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  const untagged = name.replace(/\+.*$/, '') || name;
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/**
 * Hashes addresses with a key, so that whoever sees the hashes cannot try out addresses. One hash for each mailbox.
 *
 * @throws Error if the key is blank: without one the hashes would hide nothing
 */
export const addressHash =
  (key: string) =>
  (email: string): string => {
    if (key.trim() === '') throw new Error('No ADDRESS_HASH_KEY is configured');
    return createHmac('sha256', key).update(mailboxOf(email)).digest('hex');
  };
