import { createHmac } from 'node:crypto';
import { type WebhookMessage, WebhookSender } from '@heirlight/emulator-kit/webhooks';
import { newId, nowS } from './ids';
import type { StripeEvent } from './objects';
import type { StripeState } from './state';

/** The API version of stripe 23, which the objects follow. */
export const API_VERSION = '2026-10-28.endive';

/**
 * Stripe repeats for three days; a suite lives for hours at most, so the pauses grow faster and stop after a minute.
 */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** The `stripe-signature` header: https://docs.stripe.com/webhooks#verify-manually */
function signEvent({ body, secret, timestampS }: { body: string; secret: string; timestampS: number }): string {
  return `t=${timestampS},v1=${createHmac('sha256', secret).update(`${timestampS}.${body}`).digest('hex')}`;
}

/** The endpoint given by configuration, as `stripe listen --forward-to` would be. */
export interface DefaultEndpoint {
  url: string;
  secret: string;
}

export interface EventLogOptions {
  state: StripeState;
  /** Gets every event, beside the endpoints made through the API. */
  endpoint: DefaultEndpoint | null;
  retryDelaysMs?: readonly number[];
}

/** Remembers what happened and tells every webhook endpoint that wants to know. */
export class EventLog {
  readonly sender: WebhookSender;
  readonly #options: EventLogOptions;
  readonly #secrets = new WeakMap<WebhookMessage, string>();

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.sender = new WebhookSender({
      headers: (message, timestampS) => ({
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signEvent({ body: message.body, secret: this.#secrets.get(message) ?? '', timestampS }),
      }),
    });
  }

  /** The object is recorded as it is now; later changes do not reach the event. */
  emit(type: string, object: object, previous?: object): StripeEvent {
    const targets = this.#targets(type);
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: nowS(),
      data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: targets.length,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.#options.state.events.add(event);
    this.#deliver(event, targets);
    return event;
  }

  resend(event: StripeEvent): void {
    this.#deliver(event, this.#targets(event.type));
  }

  #targets(type: string): DefaultEndpoint[] {
    const { state, endpoint } = this.#options;
    const wanted = state.webhookEndpoints.all.filter(
      ({ status, enabled_events: events }) => status === 'enabled' && (events.includes('*') || events.includes(type)),
    );
    const made = wanted.map(({ url, secret = '' }) => ({ url, secret }));
    return endpoint ? [endpoint, ...made] : made;
  }

  #deliver(event: StripeEvent, targets: readonly DefaultEndpoint[]): void {
    for (const { url, secret } of targets) {
      const message: WebhookMessage = {
        id: event.id,
        type: event.type,
        url,
        body: JSON.stringify(event),
        retryDelaysMs: this.#options.retryDelaysMs ?? RETRY_DELAYS_MS,
      };
      this.#secrets.set(message, secret);
      this.sender.send(message);
    }
  }
}
