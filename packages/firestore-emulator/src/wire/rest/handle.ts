import type { IncomingMessage, ServerResponse } from 'node:http';
import { FirestoreError } from '../../database/errors';
import type { Backend } from '../backend';
import { callerFrom } from '../caller';
import { runCall } from '../calls/run';
import { parseJson } from '../schema/parseJson';
import { planOf, REQUEST_TYPES } from '../schema/plan';
import { parseBody, readBody, sendJson } from './http';
import { type Route, routeOf } from './route';

/** Serves one REST request. A server stream becomes a JSON array. @returns false if the URL does not belong to REST */
export async function handleRest(
  backend: Backend,
  { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: URL },
): Promise<boolean> {
  const route = routeOf(request.method ?? 'GET', url);
  if (!route) return false;
  const caller = callerFrom(request.headers.authorization);
  const message = requestOf(route, parseBody(await readBody(request)));
  const reply = await runCall({ backend, caller }, route.method, message);
  sendJson(response, 200, reply);
  return true;
}

function requestOf({ method, fields, body }: Route, sent: unknown): Record<string, unknown> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new FirestoreError('INVALID_ARGUMENT', 'Invalid JSON payload received. The body must be an object.');
  }
  const combined =
    body === 'request'
      ? { ...sent, ...fields }
      : body === 'document'
        ? { ...fields, document: { ...sent, ...(fields.document as object | undefined) } }
        : fields;
  return parseJson(planOf(REQUEST_TYPES.get(method) ?? ''), combined);
}
