import { REGION } from '@heirlight/contract/callables';
import { type CallableOptions, type CallableRequest, HttpsError, onCall } from 'firebase-functions/https';
import type { Caller } from './caller';
import type { Deps } from './deps';
import { AppError, messageOf } from './errors';
import { liveDeps } from './liveDeps';

/** Cloud Run appends the true client address last; whatever stands before it was the client's own claim. */
function addressOf({ rawRequest }: CallableRequest): string {
  const forwarded = rawRequest.headers['x-forwarded-for'];
  const list = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '');
  return list.split(',').at(-1)?.trim() || (rawRequest.socket.remoteAddress ?? 'unknown');
}

/**
 * The verified caller. Tokens live for an hour; a call that changes something also asks whether the account still
 * exists, is not disabled and its sign-ins were not revoked.
 */
async function requireCaller(request: CallableRequest, deps: Deps, isLive: boolean): Promise<Caller> {
  const { auth } = request;
  if (!auth) throw new AppError('signed_out', 'No token');
  if (isLive) {
    const user = await deps.users.get(auth.uid);
    const signedInMs = Number(auth.token.auth_time) * 1000;
    if (!user || user.disabled || signedInMs < user.tokensValidAfter.getTime()) {
      throw new AppError('signed_out', `The sign-in of ${auth.uid} is no longer valid`);
    }
  }
  return {
    uid: auth.uid,
    email: auth.token.email ?? null,
    emailVerified: auth.token.email_verified ?? false,
    address: addressOf(request),
  };
}

function toHttpsError(error: unknown, { log }: Pick<Deps, 'log'>): HttpsError {
  const appError = error instanceof AppError ? error : new AppError('internal', messageOf(error), { cause: error });
  const isOurs = appError.code === 'internal';
  log[isOurs ? 'error' : 'info'](appError.message, {
    code: appError.code,
    ...(isOurs && error instanceof Error ? { stack: error.stack } : {}),
  });
  // The code is all that leaves: the client has the words for it.
  return new HttpsError(appError.httpsCode, appError.code, { code: appError.code });
}

async function answer<T>(request: CallableRequest, work: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = await liveDeps();
  try {
    if (deps.config.enforceAppCheck && !request.app) throw new AppError('app_check_failed', 'No App Check token');
    return await work(deps);
  } catch (error) {
    throw toHttpsError(error, deps);
  }
}

type EdgeOptions = Pick<CallableOptions, 'secrets' | 'memory' | 'timeoutSeconds' | 'concurrency'>;
const BASE: CallableOptions = { region: REGION, cors: true, invoker: 'public' };

/** A callable for signed-in people. `checksSignIn` (default true) costs one look-up and ends revoked sign-ins at once. */
export function userCallable<Response>(
  options: EdgeOptions & { checksSignIn?: boolean },
  useCase: (body: unknown, caller: Caller, deps: Deps) => Promise<Response>,
) {
  const { checksSignIn = true, ...edge } = options;
  return onCall<unknown, Promise<Response>>({ ...BASE, ...edge }, (request) =>
    answer(request, async (deps) => useCase(request.data, await requireCaller(request, deps, checksSignIn), deps)),
  );
}

/** A callable for everybody. */
export function publicCallable<Response>(options: EdgeOptions, useCase: (deps: Deps) => Promise<Response>) {
  return onCall<unknown, Promise<Response>>({ ...BASE, ...options }, (request) => answer(request, useCase));
}
