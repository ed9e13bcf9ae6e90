import type { Callable, ParsedRequestOf, ResponseOf } from '@heirlight/contract/callable';
import type { FunctionName } from '@heirlight/contract/functionNames';
import { type CallableRequest, HttpsError, onCall } from 'firebase-functions/https';
import { getDotPath, safeParse } from 'valibot';
import type { Caller } from './caller';
import type { Deps } from './deps';
import type { Endpoint } from './endpoint';
import { AppError, messageOf } from './errors';
import type { RunOptions } from './functionOptions';
import type { liveDeps } from './liveDeps';
import { refusingNoCalls } from './plainRequest';
import { registerFunction } from './registerFunction';

/**
 * The verified caller. Tokens live for an hour; a call that changes something also asks whether the account still
 * exists, is not disabled and its sign-ins were not revoked.
 */
async function requireCaller(request: CallableRequest, deps: Deps, isLive: boolean): Promise<Caller> {
  const { auth } = request;
  if (!auth) throw new AppError('signed_out', 'No token');
  const signedInAt = new Date(Number(auth.token.auth_time) * 1000);
  if (isLive) {
    const user = await deps.users.get(auth.uid);
    if (!user || user.disabled || signedInAt < user.tokensValidAfter) {
      throw new AppError('signed_out', `The sign-in of ${auth.uid} is no longer valid`);
    }
  }
  return {
    uid: auth.uid,
    email: auth.token.email ?? null,
    emailVerified: auth.token.email_verified ?? false,
    signedInAt,
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

/** @throws AppError `invalid_request` that names the first wrong field */
function readRequest<C extends Callable>({ request }: C, body: unknown): ParsedRequestOf<C> {
  const result = safeParse(request, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new AppError('invalid_request', `${getDotPath(issue) ?? 'The request'} ${issue.message}`);
}

/** A callable that can be deployed: its name is one of the contract's. */
export type DeployedCallable = Callable & { name: FunctionName };

/** Makes the deployed function: App Check, then `work`; every error leaves as an HttpsError with a code. */
function endpoint<C extends DeployedCallable>(
  registration: RunOptions & { name: C['name'] },
  work: (request: CallableRequest, deps: Deps) => Promise<ResponseOf<C>>,
  depsOfInstance?: typeof liveDeps,
): Endpoint {
  return registerFunction(
    registration,
    (deployment, depsOf) =>
      refusingNoCalls(
        onCall<unknown, Promise<ResponseOf<C>>>({ ...deployment, cors: true, invoker: 'public' }, async (request) => {
          const deps = depsOf();
          try {
            if (deps.config.enforceAppCheck && !request.app) {
              throw new AppError('app_check_failed', 'No App Check token');
            }
            return await work(request, deps);
          } catch (error) {
            throw toHttpsError(error, deps);
          }
        }),
      ),
    depsOfInstance,
  );
}

/**
 * Implements a callable for signed-in people. The body is checked by the contract's schema before the use case runs.
 * `checksSignIn` costs one look-up and ends revoked sign-ins at once.
 */
export function implement<C extends DeployedCallable>(
  definition: C,
  { checksSignIn = true, ...options }: RunOptions & { checksSignIn?: boolean },
  useCase: (request: ParsedRequestOf<C>, caller: Caller, deps: Deps) => Promise<ResponseOf<C>>,
): Endpoint {
  const work = async (request: CallableRequest, deps: Deps) => {
    const caller = await requireCaller(request, deps, checksSignIn);
    return useCase(readRequest(definition, request.data), caller, deps);
  };
  return endpoint<C>({ name: definition.name, ...options }, work);
}

/** Implements a callable for everybody. `depsOfInstance` returns what the requests of one instance share. */
export function implementPublic<C extends DeployedCallable>(
  definition: C,
  options: RunOptions,
  useCase: (request: ParsedRequestOf<C>, deps: Deps) => ResponseOf<C> | Promise<ResponseOf<C>>,
  depsOfInstance?: typeof liveDeps,
): Endpoint {
  const work = async (request: CallableRequest, deps: Deps) => useCase(readRequest(definition, request.data), deps);
  return endpoint<C>({ name: definition.name, ...options }, work, depsOfInstance);
}
