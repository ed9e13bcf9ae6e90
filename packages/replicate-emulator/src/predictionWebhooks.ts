import { createHmac } from 'node:crypto';
import { WebhookSender } from '@heirlight/emulator-kit/webhooks';
import { newId, type Prediction, predictionJson, type WebhookEvent } from './prediction';

/** `output` and `logs` come at most this often: https://replicate.com/docs/topics/webhooks/setup-webhook */
const THROTTLE_MS = 500;
/** Only `completed` is repeated, with growing pauses, the last about a minute after the end, as Replicate does. */
const COMPLETED_RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/**
 * The `webhook-signature` header: HMAC-SHA256 over `id.timestamp.body`, keyed with the secret's base64 part.
 * https://replicate.com/docs/topics/webhooks/verify-webhook
 */
function signWebhook(parts: { id: string; timestampS: number; body: string; secret: string }): string {
  const key = Buffer.from(parts.secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${parts.id}.${parts.timestampS}.${parts.body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Tells a prediction's webhook what happens to it, filtered and throttled as its creator asked. */
export class PredictionWebhooks {
  readonly sender: WebhookSender;
  readonly #origin: string;
  readonly #retryDelaysMs: readonly number[];
  readonly #lastSentMs = { logs: new WeakMap<Prediction, number>(), output: new WeakMap<Prediction, number>() };

  constructor(options: { secret: string; origin: string; retryDelaysMs?: readonly number[] }) {
    this.#origin = options.origin;
    this.#retryDelaysMs = options.retryDelaysMs ?? COMPLETED_RETRY_DELAYS_MS;
    this.sender = new WebhookSender({
      headers: ({ id, body }, timestampS) => ({
        'webhook-id': id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': signWebhook({ id, timestampS, body, secret: options.secret }),
      }),
    });
  }

  notify(prediction: Prediction, event: WebhookEvent): void {
    if (prediction.webhook === null || !prediction.webhookEvents.includes(event)) return;
    if (event === 'logs' || event === 'output') {
      const lastSentMs = this.#lastSentMs[event];
      const now = Date.now();
      if (now - (lastSentMs.get(prediction) ?? 0) < THROTTLE_MS) return;
      lastSentMs.set(prediction, now);
    }
    this.sender.send({
      id: `msg_${newId()}`,
      type: event,
      url: prediction.webhook,
      body: JSON.stringify(predictionJson(prediction, this.#origin)),
      retryDelaysMs: event === 'completed' ? this.#retryDelaysMs : [],
    });
  }
}
