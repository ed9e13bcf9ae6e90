const WEBHOOK_FAULTS = ['lose', 'duplicate', 'delay', 'reorder'] as const;
type WebhookFaultKind = (typeof WEBHOOK_FAULTS)[number];

/**
 * What a test can do to webhooks that would otherwise arrive: `lose` never sends, `duplicate` sends twice, `delay`
 * waits `delayMs`, `reorder` waits until the next message was sent.
 */
export interface WebhookFault {
  kind: WebhookFaultKind;
  /** How many messages it meets. */
  count: number;
  /** Only messages of this type; any when absent. */
  type?: string;
  delayMs: number;
}

const DEFAULT_DELAY_MS = 2_000;

/** Reads one entry of a control request. @throws Error naming the wrong field */
export function parseWebhookFault(value: unknown): WebhookFault {
  const { kind, count = 1, type, delayMs = DEFAULT_DELAY_MS } = (value ?? {}) as Partial<WebhookFault>;
  if (!WEBHOOK_FAULTS.includes(kind as WebhookFaultKind)) {
    throw new Error(`webhooks[].kind must be one of ${WEBHOOK_FAULTS.join(', ')}`);
  }
  if (!Number.isInteger(count) || count < 1) throw new Error('webhooks[].count must be a whole number from 1');
  if (!Number.isFinite(delayMs) || delayMs < 0) throw new Error('webhooks[].delayMs must be a number from 0');
  if (type !== undefined && typeof type !== 'string') throw new Error('webhooks[].type must be a string');
  return { kind: kind as WebhookFaultKind, count, delayMs, ...(type === undefined ? {} : { type }) };
}

/** The faults still to come, first in first out. */
export class WebhookFaultPlan {
  #faults: WebhookFault[] = [];

  add(faults: readonly WebhookFault[]): void {
    this.#faults.push(...faults.map((fault) => ({ ...fault })));
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault that meets a message of this type, used up by one. */
  take(type: string): WebhookFault | null {
    const fault = this.#faults.find((candidate) => candidate.type === undefined || candidate.type === type);
    if (!fault) return null;
    fault.count -= 1;
    if (fault.count === 0) this.#faults.splice(this.#faults.indexOf(fault), 1);
    return fault;
  }

  get remaining(): readonly WebhookFault[] {
    return this.#faults;
  }
}
