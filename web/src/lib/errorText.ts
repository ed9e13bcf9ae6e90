import { type ErrorCode, isErrorCode } from '@heirlight/contract/errors';
import { copy } from '../copy/copy';

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns the contract's code in the details of a failed function call, or null. */
export function serverCode(error: unknown): ErrorCode | null {
  const code = field(field(error, 'details'), 'code');
  return isErrorCode(code) ? code : null;
}

/** Returns the SDK's code (`auth/…`, `storage/…`, `functions/…`), or an empty string. */
export function sdkCode(error: unknown): string {
  const code = field(error, 'code');
  return typeof code === 'string' ? code : '';
}

/** Whether a link from an e-mail is refused because it was used, has expired or is incomplete. */
export const isLinkOver = (error: unknown): boolean => sdkCode(error).endsWith('action-code');

/**
 * Returns the message without the SDK's wrapping: `Firebase: Too short. (auth/weak-password).` becomes `Too short.`,
 * and `The photo is locked [409]` loses the HTTP status the Functions SDK adds.
 */
export function plainMessage(error: unknown): string {
  const message = field(error, 'message');
  if (typeof message !== 'string') return '';
  return message
    .replace(/^Firebase: /, '')
    .replace(/ ?\([a-z-]+\/[^()]*\)\.?$/, '')
    .replace(/ \[\d{1,3}\]$/, '')
    .trim();
}

/** What the Auth SDK makes of a response without words: `Error`, a code alone, or the response itself. */
const NO_WORDS = /^(error|error code: ?-?\d+|[a-z0-9_:-]*|\{.*\})\.?$/is;

/**
 * Returns the auth provider's message in plain words. Never empty, never the message of one of our failed downloads.
 */
export function authErrorText(error: unknown): string {
  const code = sdkCode(error);
  if (!code.startsWith('auth/')) return copy.fallbackError;
  const message = copy.authErrors[code] ?? plainMessage(error);
  return NO_WORDS.test(message) ? copy.fallbackError : message;
}

/** What the Functions SDK makes of a response without a message: one code word, or the status. */
const SAYS_NOTHING = /^(\S*|(unknown )?backend error status: .*)$/i;

/** Whether the browser itself threw this: a request failed, or a piece of the page's code did not arrive. */
export const isBrowsersOwn = (error: unknown): boolean => error instanceof TypeError;

/** Returns the words for a failed call: the server's code in plain words, else its message, else `fallback`. */
export function callErrorText(error: unknown, fallback: string): string {
  const code = serverCode(error);
  if (code) return copy.errors[code];
  if (isBrowsersOwn(error)) return fallback;
  const message = plainMessage(error);
  return SAYS_NOTHING.test(message) ? fallback : message;
}
