import { BodyTooLargeError, type Call, type Route, readBody, sendJson } from '@heirlight/emulator-kit/http';
import {
  type ApiError,
  badRequest,
  bodyTooLarge,
  insufficientCredit,
  notFound,
  serverError,
  throttled,
  unauthenticated,
} from './apiErrors';
import { predictionFromRequest } from './createRequest';
import type { FaultPlan } from './faults';
import { modelJson } from './modelJson';
import { modelByName, type ReplicateModel } from './models';
import { isTerminal, type Prediction, predictionJson } from './prediction';
import type { PredictionRunner } from './predictionRunner';
import type { PredictionStore } from './predictionStore';

/** A picture of the largest upload as a data URI, and some room. */
const MAX_BODY_BYTES = 40 * 1024 * 1024;
/** About an hour of work: a restore takes 20 to 40 s on two cores. Clients give up a prediction that waits longer. */
export const MAX_PENDING_PER_WORKER = 60;
/** Room for the data URIs of what waits, so that a loop in a caller cannot fill the memory. */
const MAX_PENDING_CHARACTERS = 512 * 1024 * 1024;
const THROTTLE_RETRY_S = 1;
/** `Prefer: wait` without a number, and the most it may ask for. Seconds. */
const LONGEST_WAIT_S = 60;

export interface ApiDependencies {
  store: PredictionStore;
  runner: PredictionRunner;
  faults: FaultPlan;
  token: string;
  webhookSecret: string;
  origin: string;
  /** More unfinished predictions than this are throttled. */
  maxPending: number;
  /** Room for the pictures of predictions that wait, in characters. */
  maxPendingCharacters?: number | undefined;
}

function requireToken({ request }: Call, token: string): void {
  const given = request.headers.authorization;
  if (given !== `Bearer ${token}`) throw unauthenticated(given !== undefined);
}

/** The body as JSON. @throws ApiError 400 or 413 */
export async function readJson({ request }: Call, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  try {
    return JSON.parse((await readBody(request, maxBytes)).toString('utf8'));
  } catch (error) {
    throw error instanceof BodyTooLargeError ? bodyTooLarge(error.message) : badRequest('The body must be JSON.');
  }
}

/** How long the caller wants to wait for the end, in seconds; 0 when it did not ask. */
function waitSeconds(prefer: string | string[] | undefined): number {
  const match = /(?:^|[\s,])wait(?:=(\d+))?(?:$|[\s,;])/.exec(String(prefer ?? ''));
  if (!match) return 0;
  return Math.min(LONGEST_WAIT_S, Math.max(1, Number(match[1] ?? LONGEST_WAIT_S)));
}

async function create(call: Call, dependencies: ApiDependencies, model: ReplicateModel | null): Promise<void> {
  const { store, runner, faults, origin } = dependencies;
  const prediction = predictionFromRequest(await readJson(call), model);
  const fault = faults.take('creates');
  if (fault?.kind === 'throttle') throw throttled(THROTTLE_RETRY_S);
  if (fault?.kind === 'no_credit') throw insufficientCredit();
  if (fault?.kind === 'error') throw serverError();
  if (fault?.kind === 'timeout') return;
  const { count, characters } = store.pending;
  const room = dependencies.maxPendingCharacters ?? MAX_PENDING_CHARACTERS;
  if (count >= dependencies.maxPending || characters + (prediction.image?.length ?? 0) > room)
    throw throttled(THROTTLE_RETRY_S);
  store.add(prediction);
  runner.start(prediction);
  if (fault?.kind === 'drop') {
    call.response.destroy();
    return;
  }
  const seconds = waitSeconds(call.request.headers.prefer);
  if (seconds > 0) await runner.ended(prediction, seconds * 1000);
  // 202 tells a waiting caller that the outputs are still to come.
  const status = seconds > 0 && !isTerminal(prediction) ? 202 : 201;
  sendJson(call.response, { status, body: predictionJson(prediction, origin) });
}

/** The routes of https://replicate.com/docs/reference/http that a client restoring photos needs. */
export function apiRoutes(dependencies: ApiDependencies): Route[] {
  const { store, runner, origin, token, webhookSecret } = dependencies;
  const known = (call: Call): Prediction => {
    const prediction = store.get(call.params.id ?? '');
    if (!prediction) throw notFound();
    return prediction;
  };
  const knownModel = ({ params }: Call): ReplicateModel => {
    const model = modelByName({ owner: params.owner ?? '', name: params.name ?? '' });
    if (!model) throw notFound();
    return model;
  };
  const show = (call: Call, prediction: Prediction) =>
    sendJson(call.response, { status: 200, body: predictionJson(prediction, origin) });

  const routes: Route[] = [
    { method: 'POST', pattern: '/v1/predictions', handle: (call) => create(call, dependencies, null) },
    {
      method: 'POST',
      pattern: '/v1/models/:owner/:name/predictions',
      handle: (call) => {
        const model = knownModel(call);
        // Community models run by version only: https://replicate.com/docs/topics/models/official-models
        if (!model.official) throw notFound();
        return create(call, dependencies, model);
      },
    },
    {
      method: 'GET',
      pattern: '/v1/predictions',
      handle: (call) => {
        const page = store.page(call.url.searchParams.get('cursor'));
        if (!page) throw notFound();
        const link = (cursor: string | null) =>
          cursor === null ? null : `${origin}/v1/predictions?cursor=${encodeURIComponent(cursor)}`;
        const results = page.results.map((prediction) => predictionJson(prediction, origin));
        const body = { previous: link(page.previous), next: link(page.next), results };
        sendJson(call.response, { status: 200, body });
      },
    },
    { method: 'GET', pattern: '/v1/predictions/:id', handle: (call) => show(call, known(call)) },
    {
      method: 'POST',
      pattern: '/v1/predictions/:id/cancel',
      handle: (call) => {
        const prediction = known(call);
        runner.cancel(prediction);
        show(call, prediction);
      },
    },
    {
      method: 'GET',
      pattern: '/v1/models/:owner/:name',
      handle: (call) => sendJson(call.response, { status: 200, body: modelJson(knownModel(call), origin) }),
    },
    {
      method: 'GET',
      pattern: '/v1/account',
      handle: ({ response }) => {
        const body = { type: 'organization', username: 'heirlight-local', name: 'Heirlight local', github_url: null };
        sendJson(response, { status: 200, body });
      },
    },
    {
      method: 'GET',
      pattern: '/v1/webhooks/default/secret',
      handle: ({ response }) => sendJson(response, { status: 200, body: { key: webhookSecret } }),
    },
  ];
  return routes.map((route) => ({
    ...route,
    handle: (call) => {
      requireToken(call, token);
      return route.handle(call);
    },
  }));
}

export function sendApiError({ response }: Call, error: ApiError): void {
  sendJson(response, { status: error.status, body: error.body, headers: error.headers });
}
