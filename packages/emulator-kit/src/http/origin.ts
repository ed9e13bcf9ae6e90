import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether a page that is not on this machine sent the request. A browser names the page's origin with each request whose
 * response the page can read and each that may change something, and says "null" for a page without one. Programs name
 * none.
 */
export function isForeign({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin } = headers;
  return origin !== undefined && !(URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname));
}
