import { type WebhookFault, WebhookFaultPlan } from './webhookFaults';

export interface WebhookMessage {
  id: string;
  /** The event, e.g. `completed` or `charge.refunded`. */
  type: string;
  url: string;
  body: string;
  /** Waits before each repetition after a status outside 2xx; empty: sent once. */
  retryDelaysMs: readonly number[];
}

export interface WebhookSenderOptions {
  /** Signature and identity headers of one attempt; `timestampS` is Unix time in seconds. */
  headers(message: WebhookMessage, timestampS: number): Record<string, string>;
  timeoutMs?: number;
}

type DeliveryState = 'pending' | 'delivered' | 'given_up' | 'lost';

/** The state of one message, as the control endpoint shows it. Each attempt is a status, or why there is none. */
export interface Delivery {
  id: string;
  type: string;
  url: string;
  state: DeliveryState;
  attempts: (number | string)[];
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Deliveries remembered for the control endpoint. */
const REMEMBERED = 500;
/** A reordered message is sent after this time if no other message was sent first. */
const LONGEST_HOLD_MS = 5_000;

/**
 * Posts signed webhooks side by side, so their order is not promised, and repeats those whose status is not 2xx, with
 * pauses. A redirect counts as a failure and is never followed. Tests lose, double, delay and reorder messages by
 * `faults`.
 */
export class WebhookSender {
  readonly faults = new WebhookFaultPlan();
  readonly #options: WebhookSenderOptions;
  readonly #deliveries: Delivery[] = [];
  readonly #abort = new AbortController();
  readonly #running = new Map<Promise<void>, WebhookMessage>();
  #overtaken: (() => void)[] = [];

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** Number of messages being sent or waiting to be sent again. */
  get underWay(): number {
    return this.#running.size;
  }

  /** The messages being sent or waiting to be sent again, oldest first. */
  get pending(): WebhookMessage[] {
    return [...this.#running.values()];
  }

  send(message: WebhookMessage): void {
    const delivery: Delivery = {
      id: message.id,
      type: message.type,
      url: message.url,
      state: 'pending',
      attempts: [],
    };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > REMEMBERED) this.#deliveries.shift();
    const running = this.#deliver({ message, delivery, fault: this.faults.take(message.type) }).catch(() => {
      delivery.state = 'given_up';
    });
    this.#running.set(running, message);
    void running.finally(() => this.#running.delete(running));
  }

  /** Resolves when nothing is being sent or waits to be sent again. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  /** Gives up everything under way. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.settled();
  }

  async #deliver(job: { message: WebhookMessage; delivery: Delivery; fault: WebhookFault | null }): Promise<void> {
    const { message, delivery, fault } = job;
    if (fault?.kind === 'lose') {
      delivery.state = 'lost';
      return;
    }
    if (fault?.kind === 'delay') await this.#pause(fault.delayMs);
    if (fault?.kind === 'reorder') await this.#untilOvertaken();
    await this.#attemptAll(message, delivery);
    if (fault?.kind === 'duplicate') await this.#attemptAll(message, delivery);
    if (fault?.kind !== 'reorder') {
      const waiting = this.#overtaken;
      this.#overtaken = [];
      for (const release of waiting) release();
    }
  }

  async #attemptAll(message: WebhookMessage, delivery: Delivery): Promise<void> {
    for (const delayMs of [0, ...message.retryDelaysMs]) {
      if (delayMs > 0) await this.#pause(delayMs);
      const outcome = await this.#post(message);
      delivery.attempts.push(outcome);
      if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
        delivery.state = 'delivered';
        return;
      }
    }
    if (delivery.state === 'pending') delivery.state = 'given_up';
  }

  async #post(message: WebhookMessage): Promise<number | string> {
    try {
      const response = await fetch(message.url, {
        method: 'POST',
        body: message.body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...this.#options.headers(message, Math.floor(Date.now() / 1000)),
        },
        signal: AbortSignal.any([
          this.#abort.signal,
          AbortSignal.timeout(this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
        ]),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      const { message: reason, cause } = error as Error;
      return cause instanceof Error && cause.message !== '' ? `${reason}: ${cause.message}` : reason;
    }
  }

  #untilOvertaken(): Promise<void> {
    return Promise.race([new Promise<void>((resolve) => this.#overtaken.push(resolve)), this.#pause(LONGEST_HOLD_MS)]);
  }

  /** Rejects when the sender closes, which ends the delivery. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = this.#abort;
      if (signal.aborted) return reject(signal.reason);
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
