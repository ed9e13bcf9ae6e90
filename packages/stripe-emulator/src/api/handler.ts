import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError, type Call, matchRoute, readBody, send } from '@heirlight/emulator-kit/http';
import { API_VERSION, type EventLog } from '../eventLog';
import type { CreateFaultPlan } from '../faults';
import { parseForm } from '../form';
import { newId } from '../ids';
import type { StripeState } from '../state';
import { StripeApiError } from '../stripeError';
import { checkoutSessionEndpoints } from './checkoutSessions';
import { customerEndpoints } from './customers';
import type { Endpoint } from './endpoint';
import { expanded, takeExpansions } from './expand';
import { type Answer, IdempotencyKeys } from './idempotency';
import { paymentEndpoints } from './payments';
import { priceEndpoints } from './prices';
import { productEndpoints } from './products';
import { promotionEndpoints } from './promotions';
import { taxEndpoints } from './tax';
import { webhookEndpoints } from './webhooks';

const MAX_BODY_BYTES = 256 * 1024;
const VERSION = /^\d{4}-\d{2}-\d{2}(\.[a-z_]+)?$/;
const SESSION_CREATE = '/v1/checkout/sessions';

const ENDPOINTS: readonly Endpoint[] = [
  ...productEndpoints,
  ...priceEndpoints,
  ...promotionEndpoints,
  ...customerEndpoints,
  ...checkoutSessionEndpoints,
  ...paymentEndpoints,
  ...webhookEndpoints,
  ...taxEndpoints,
];

export interface ApiOptions {
  state: StripeState;
  events: EventLog;
  faults: CreateFaultPlan;
  secretKey: string;
  origin: string;
}

function givenKey({ headers: { authorization = '' } }: IncomingMessage): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

function requireKey(request: IncomingMessage, secretKey: string): void {
  const key = givenKey(request);
  if (key === secretKey) return;
  if (key === '') {
    throw new StripeApiError(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth ' +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  throw new StripeApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
}

function versionOf({ headers }: IncomingMessage): string {
  const version = String(headers['stripe-version'] ?? API_VERSION);
  if (VERSION.test(version)) return version;
  throw new StripeApiError(400, `Invalid Stripe API version: ${version}`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  try {
    return (await readBody(request, MAX_BODY_BYTES)).toString('utf8');
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new StripeApiError(413, error.message);
    throw error;
  }
}

/** Stripe's HTTP API: key, version, idempotency, then the endpoint. One instance serves every request. */
export class StripeApi {
  readonly #options: ApiOptions;
  readonly keys = new IdempotencyKeys();

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /** Handles every path under /v1. */
  async handle(call: Call): Promise<void> {
    const { request, response } = call;
    const headers: Record<string, string> = { 'content-type': 'application/json', 'request-id': newId('req', 14) };
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && request.method === 'POST') headers['idempotency-key'] = key;
    try {
      requireKey(request, this.#options.secretKey);
      headers['stripe-version'] = versionOf(request);
      const body = request.method === 'POST' ? await bodyOf(request) : call.url.search.slice(1);
      const fault =
        request.method === 'POST' && call.url.pathname === SESSION_CREATE ? this.#options.faults.take() : null;
      if (fault === 'error') throw new StripeApiError(500, 'An unknown error occurred', { type: 'api_error' });
      if (fault === 'rate_limit') {
        throw new StripeApiError(
          429,
          'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
          {
            code: 'rate_limit',
          },
        );
      }
      if (fault === 'timeout') return;
      const { answer, replayed } = this.#answer(call, { body, key: headers['idempotency-key'] });
      if (fault === 'drop') {
        response.destroy();
        return;
      }
      send(response, { ...answer, headers: { ...headers, ...(replayed ? { 'idempotent-replayed': 'true' } : {}) } });
    } catch (error) {
      const known = error instanceof StripeApiError;
      if (!known) console.error('Unexpected error in the local Stripe:', error);
      const shown = known ? error : new StripeApiError(500, 'An unknown error occurred', { type: 'api_error' });
      send(response, { status: shown.status, body: JSON.stringify(shown.body), headers });
    }
  }

  #answer(call: Call, { body, key }: { body: string; key: string | undefined }): { answer: Answer; replayed: boolean } {
    const path = call.url.pathname;
    const fingerprint = key === undefined ? '' : IdempotencyKeys.fingerprint({ path, body });
    const known = key === undefined ? null : this.keys.find(key, fingerprint);
    if (known) return { answer: known, replayed: true };
    const answer: Answer = { status: 200, body: JSON.stringify(this.#run(call, body), null, 2) };
    // Only what was carried out is remembered: a refused request may be repeated with the same key.
    if (key !== undefined) this.keys.remember(key, { fingerprint, answer });
    return { answer, replayed: false };
  }

  #run({ request, url }: Call, body: string): object {
    const { state, events, origin } = this.#options;
    const { method = 'GET' } = request;
    const match = matchRoute(ENDPOINTS, { method, path: url.pathname });
    if ('allowed' in match) {
      throw new StripeApiError(
        404,
        `Unrecognized request URL (${method}: ${url.pathname}). The local Stripe knows only what this project uses.`,
      );
    }
    const { expand, rest: params } = takeExpansions(parseForm(body));
    const answer = match.route.run({ state, events, origin, params, path: url.pathname, id: match.params.id ?? '' });
    return expanded(state, { answer, expand });
  }
}
