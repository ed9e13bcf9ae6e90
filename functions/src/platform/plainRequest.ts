import { type CallableFunction, HttpsError, type Request } from 'firebase-functions/https';
import { logger } from 'firebase-functions/logger';

type CallableHandler = CallableFunction<unknown, Promise<unknown>>;

/** Most levels of a body. Clients send one; firebase-functions recurses through any number until the stack is full. */
const MAX_DEPTH = 8;

/** Whether a value is plain JSON of few levels. Typed values, which no client of ours sends, throw when read. */
function isPlain(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const objects = level.filter((entry): entry is object => typeof entry === 'object' && entry !== null);
    if (objects.some((entry) => '@type' in entry)) return false;
    level = objects.flatMap((entry) => Object.values(entry));
  }
  return true;
}

/** Whether firebase-functions can read this as a call: https://firebase.google.com/docs/functions/callable-reference */
function isCall({ method, body, headers }: Request): boolean {
  const isJson = /^application\/json(;|$)/i.test(headers['content-type'] ?? '');
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return method === 'POST' && isJson && fields.length === 1 && fields[0] === 'data' && isPlain(body);
}

/**
 * Refuses what is no call as `invalid_request`. firebase-functions would answer some of it with 500 and log all of it
 * as an error, and so anybody could raise an alarm. Preflights pass.
 */
export function refusingNoCalls(run: CallableHandler): CallableHandler {
  const guarded = (...[request, response]: Parameters<CallableHandler>) => {
    if (request.method === 'OPTIONS' || isCall(request)) return run(request, response);
    logger.info('What came was no call');
    const error = new HttpsError('invalid-argument', 'invalid_request', { code: 'invalid_request' });
    response.status(error.httpErrorCode.status).send({ error: error.toJSON() });
  };
  return Object.assign(guarded, run);
}
