import http from 'node:http';

const KEEP_ALIVE_MS = 65_000;

/**
 * Makes every HTTP server of this process keep idle connections for 65 s.
 *
 * Replaces: `http.createServer`, whose servers close a connection after five idle seconds.
 * Why: on a busy machine that is just when a client uses it again, which then reads ECONNRESET. Google's servers keep
 * connections for minutes. firebase-tools has no setting for it.
 */
export function keepConnections(): void {
  const { createServer } = http;
  http.createServer = ((...args: Parameters<typeof createServer>) =>
    Object.assign(createServer(...args), { keepAliveTimeout: KEEP_ALIVE_MS })) as typeof createServer;
}
