import { parseWebhookFault, type WebhookFault } from '@heirlight/emulator-kit/webhooks';

/**
 * What a test can make go wrong when a Checkout Session is created: `error` 500 and `rate_limit` 429 (nothing created),
 * `timeout` (no response, nothing created), `drop` (created, but the response is lost).
 */
const CREATE_FAULTS = ['error', 'rate_limit', 'timeout', 'drop'] as const;
export type CreateFaultKind = (typeof CREATE_FAULTS)[number];

interface CreateFault {
  kind: CreateFaultKind;
  /** How many creates it meets. */
  count: number;
}

export interface FaultRequest {
  sessions: CreateFault[];
  webhooks: WebhookFault[];
}

function parseCreateFault(value: unknown): CreateFault {
  const { kind, count = 1 } = (value ?? {}) as Partial<CreateFault>;
  if (kind === undefined || !CREATE_FAULTS.includes(kind)) {
    throw new Error(`sessions[].kind must be one of ${CREATE_FAULTS.join(', ')}`);
  }
  if (!Number.isInteger(count) || count < 1) throw new Error('sessions[].count must be a whole number from 1');
  return { kind, count };
}

/** Reads the body of `POST /_control/faults`. @throws Error naming what is wrong */
export function parseFaultRequest(body: Record<string, unknown>): FaultRequest {
  const { sessions = [], webhooks = [], ...unknown } = body;
  const stray = Object.keys(unknown)[0];
  if (stray !== undefined) throw new Error(`${stray} is not one of sessions, webhooks`);
  if (!Array.isArray(sessions) || !Array.isArray(webhooks)) throw new Error('sessions and webhooks must be lists');
  return { sessions: sessions.map(parseCreateFault), webhooks: webhooks.map(parseWebhookFault) };
}

/** The faults still to come when Sessions are created, first in first out. */
export class CreateFaultPlan {
  #faults: CreateFault[] = [];

  add(faults: readonly CreateFault[]): void {
    this.#faults.push(...faults);
  }

  clear(): void {
    this.#faults = [];
  }

  take(): CreateFaultKind | null {
    const fault = this.#faults[0];
    if (!fault) return null;
    fault.count -= 1;
    if (fault.count === 0) this.#faults.shift();
    return fault.kind;
  }

  get remaining(): readonly CreateFault[] {
    return this.#faults;
  }
}
