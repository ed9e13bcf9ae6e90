import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether a page that is not on this machine sent the request. Browsers say where a page is from with whatever it can
 * read the answer of, or that may change something; programs say nothing. A page without an origin says "null".
 */
export function isForeign({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin } = headers;
  return origin !== undefined && !(URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname));
}
