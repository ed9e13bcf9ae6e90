import { type Call, matchRoute, type Route, type Service, send, sendJson } from '@heirlight/emulator-kit/http';
import { StripeApi } from './api/handler';
import { expireOverdue } from './checkout/payment';
import { checkoutRoutes } from './checkout/routes';
import { controlRoutes } from './control';
import { dashboardRoutes } from './dashboard/routes';
import { exportData, importData } from './data';
import { type DefaultEndpoint, EventLog } from './eventLog';
import { CreateFaultPlan } from './faults';
import { addSeed, EMPTY_SEED, type Seed, setSettings } from './seed';
import { StripeState } from './state';
import { missing } from './stripeError';
import { stripeJs } from './stripeJs';

const EXPIRY_CHECK_MS = 10_000;
const DEFAULT_ACCOUNT_NAME = 'Local shop';

export interface StripeOptions {
  secretKey: string;
  /** The business, as the checkout page names it. Default: "Local shop". */
  accountName?: string;
  /** What the account sells. Default: nothing. */
  seed?: Seed;
  /** Gets every event. Default: only the endpoints made through the API get events. */
  webhook?: DefaultEndpoint | null;
  /** What `exportData` of an earlier run returned; of the seed only the settings count then, unless it has some. */
  data?: unknown;
  /** Where clients reach this server; the pages' links start with it. */
  origin: string;
  /** Waits between the repetitions of a webhook. */
  webhookRetryDelaysMs?: readonly number[];
}

/** What Stripe.js calls. Any page may, as with Stripe. */
function stripeJsRoutes(state: StripeState): Route[] {
  const headers = { 'access-control-allow-origin': '*' };
  const script: Route['handle'] = ({ response }) =>
    send(response, {
      status: 200,
      body: stripeJs,
      headers: { ...headers, 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' },
    });
  return [
    { method: 'GET', pattern: '/v3/stripe.js', handle: script },
    { method: 'GET', pattern: '/basil/stripe.js', handle: script },
    {
      method: 'GET',
      pattern: '/_stripejs/sessions/:id',
      handle: ({ params, response }) => {
        const id = params.id ?? '';
        const url = state.checkouts.find(id)?.session.url;
        const body = url ? { url } : missing('checkout.session', id).body;
        sendJson(response, { status: url ? 200 : 404, body, headers });
      },
    },
  ];
}

/**
 * Stripe's API, hosted checkout pages, Stripe.js and webhooks. Everything is kept in memory; `exportData` returns it.
 */
export function createStripe(options: StripeOptions): Service {
  const { secretKey, origin } = options;
  const state = new StripeState(options.accountName ?? DEFAULT_ACCOUNT_NAME, origin);
  const events = new EventLog({
    state,
    endpoint: options.webhook ?? null,
    ...(options.webhookRetryDelaysMs ? { retryDelaysMs: options.webhookRetryDelaysMs } : {}),
  });
  const faults = new CreateFaultPlan();
  const till = { state, events };
  const api = new StripeApi({ ...till, faults, secretKey, origin });
  const kept = { state, events, keys: api.keys };
  const seed = options.seed ?? EMPTY_SEED;
  setSettings(state, seed);
  if (options.data === undefined) addSeed(state, seed);
  else importData(kept, options.data);
  const routes = [
    ...checkoutRoutes(till),
    ...dashboardRoutes(till),
    ...stripeJsRoutes(state),
    ...controlRoutes({ ...till, faults }),
  ];
  const expiring = setInterval(() => expireOverdue(till), EXPIRY_CHECK_MS);
  expiring.unref();

  const answer = async (call: Call) => {
    const { method = 'GET' } = call.request;
    const { pathname } = call.url;
    if (pathname.startsWith('/v1/')) return api.handle(call);
    const match = matchRoute(routes, { method, path: pathname });
    if ('route' in match) return match.route.handle({ ...call, params: match.params });
    const error = { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${pathname}).` };
    sendJson(call.response, { status: 404, body: { error } });
  };
  return {
    listener(request, response) {
      const call = { request, response, url: new URL(request.url ?? '/', origin), params: {} };
      void answer(call).catch((error) => {
        console.error('Unexpected error in the local Stripe:', error);
        sendJson(response, {
          status: 500,
          body: { error: { type: 'api_error', message: 'The local Stripe failed.' } },
        });
      });
    },
    exportData: () => exportData(kept),
    async close() {
      clearInterval(expiring);
      await events.sender.close();
    },
  };
}
