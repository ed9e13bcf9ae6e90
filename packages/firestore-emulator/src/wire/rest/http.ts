import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForeign } from '@heirlight/emulator-kit/http';
import { FirestoreError } from '../../database/errors';
import { stringify } from '../schema/stringify';
import { httpStatusOf, statusOf } from '../status';

/** Above Firestore's limit of 10 MiB per request, so that the database reports it. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Reads the whole body as text. @throws FirestoreError INVALID_ARGUMENT if it is too large */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new FirestoreError('INVALID_ARGUMENT', 'The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a JSON body. Ignores the content type, because browsers send `text/plain` to avoid preflights. '' is {}. */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FirestoreError('INVALID_ARGUMENT', `Invalid JSON payload received. ${(error as Error).message}`);
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=UTF-8');
  response.end(stringify(body));
}

/** `{error: {code, message, status}}`, where `code` is the HTTP status. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { message, status, code } = statusOf(error);
  const http = httpStatusOf({ message, status, code });
  sendJson(response, http, { error: { code: http, message, status } });
}

const EXPOSED = 'X-HTTP-Session-Id,X-Client-Wire-Protocol,X-HTTP-Initial-Response';

/**
 * Allows requests of programs and of pages on this machine, and refuses pages from elsewhere: a page on the web that is
 * open in the developer's browser could otherwise read the database, or have it exported to a file. The response names
 * the page's origin instead of `*`, because the web SDK sends credentials.
 * @returns true if this was a preflight, whose response has then been sent
 * @throws FirestoreError PERMISSION_DENIED for a page from elsewhere
 */
export function handleCors(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (isForeign(request)) throw new FirestoreError('PERMISSION_DENIED', 'Only pages of this machine are answered.');
  if (origin) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    response.setHeader('Vary', 'Origin');
  }
  if (request.method !== 'OPTIONS') return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST,PUT,PATCH,DELETE,OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('Access-Control-Max-Age', '3600');
  if (request.headers['access-control-request-private-network']) {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  response.statusCode = 204;
  response.end();
  return true;
}
