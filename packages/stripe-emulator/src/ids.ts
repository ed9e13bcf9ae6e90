import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** e.g. `newId('pi')` -> `pi_` and 24 random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

/** Unix time in seconds, as every Stripe object carries it. */
export function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
