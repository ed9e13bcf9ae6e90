import { parseWebhookFault, type WebhookFault } from '@heirlight/emulator-kit/webhooks';
import { type Habit, parseHabits } from './habits/habit';

/**
 * What a test can make go wrong, by kind:
 * - creates: `throttle` 429, `no_credit` 402, `error` 500, `timeout` (no response and no prediction), `drop` (the
 *   prediction is made but the response is lost)
 * - predictions: `fail` ends as failed with `message`, `hang` stays processing until cancelled
 * - outputs: `truncated` half a picture, `cut` the connection ends half-way, `html` a page instead of a picture,
 *   `oversize` a stream of 200 MiB, `redirect` 302 to the picture, `missing` 404, `stall` headers only
 * - habits: lists of what a generative model does to a picture unasked (habits/habit.ts)
 */
const FAULT_KINDS = {
  creates: ['throttle', 'no_credit', 'error', 'timeout', 'drop'],
  predictions: ['fail', 'hang'],
  outputs: ['truncated', 'cut', 'html', 'oversize', 'redirect', 'missing', 'stall'],
} as const;
export type FaultStage = keyof typeof FAULT_KINDS;
export type FaultKind<S extends FaultStage> = (typeof FAULT_KINDS)[S][number];

interface Fault<S extends FaultStage> {
  kind: FaultKind<S>;
  /** How many creates, predictions or outputs it meets. */
  count: number;
  message?: string;
}

/** What the outputs of so many predictions look like (habits/habit.ts). */
interface PlannedHabits {
  habits: Habit[];
  count: number;
}

export interface FaultRequest {
  habits: PlannedHabits[];
  creates: Fault<'creates'>[];
  predictions: Fault<'predictions'>[];
  outputs: Fault<'outputs'>[];
  webhooks: WebhookFault[];
}

function parseFaults<S extends FaultStage>(stage: S, value: unknown): Fault<S>[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`${stage} must be a list`);
  return value.map((entry) => {
    const { kind, count = 1, message } = (entry ?? {}) as Partial<Fault<S>>;
    const kinds: readonly string[] = FAULT_KINDS[stage];
    if (kind === undefined || !kinds.includes(kind))
      throw new Error(`${stage}[].kind must be one of ${kinds.join(', ')}`);
    if (!Number.isInteger(count) || count < 1) throw new Error(`${stage}[].count must be a whole number from 1`);
    return { kind, count, ...(message === undefined ? {} : { message: String(message) }) };
  });
}

function parsePlannedHabits(value: unknown): PlannedHabits[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error('habits must be a list');
  return value.map((entry) => {
    const { habits, count = 1 } = (entry ?? {}) as Partial<PlannedHabits>;
    if (!Number.isInteger(count) || count < 1) throw new Error('habits[].count must be a whole number from 1');
    return { habits: parseHabits(habits), count };
  });
}

/** Reads the body of `POST /_control/faults`. @throws Error naming what is wrong */
export function parseFaultRequest(body: unknown): FaultRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('The body must be an object');
  const { creates, predictions, outputs, habits, webhooks = [], ...unknown } = body as Record<string, unknown>;
  const stray = Object.keys(unknown)[0];
  if (stray !== undefined) throw new Error(`${stray} is not one of creates, predictions, outputs, habits, webhooks`);
  if (!Array.isArray(webhooks)) throw new Error('webhooks must be a list');
  return {
    creates: parseFaults('creates', creates),
    predictions: parseFaults('predictions', predictions),
    outputs: parseFaults('outputs', outputs),
    habits: parsePlannedHabits(habits),
    webhooks: webhooks.map(parseWebhookFault),
  };
}

/** The faults still to come of each stage, first in first out. */
export class FaultPlan {
  #faults: { [S in FaultStage]: Fault<S>[] } = { creates: [], predictions: [], outputs: [] };

  #habits: PlannedHabits[] = [];

  add({ creates, predictions, outputs, habits }: FaultRequest): void {
    this.#habits.push(...habits);
    this.#faults.creates.push(...creates);
    this.#faults.predictions.push(...predictions);
    this.#faults.outputs.push(...outputs);
  }

  clear(): void {
    this.#habits = [];
    this.#faults = { creates: [], predictions: [], outputs: [] };
  }

  /** The next fault of a stage, used up by one. */
  take<S extends FaultStage>(stage: S): Fault<S> | null {
    const fault = this.#faults[stage][0];
    if (!fault) return null;
    fault.count -= 1;
    if (fault.count === 0) this.#faults[stage].shift();
    return fault;
  }

  /** The habits of the next output; none unless planned. */
  takeHabits(): readonly Habit[] {
    const planned = this.#habits[0];
    if (!planned) return [];
    planned.count -= 1;
    if (planned.count === 0) this.#habits.shift();
    return planned.habits;
  }

  get remaining(): Readonly<Record<FaultStage | 'habits', readonly object[]>> {
    return { ...this.#faults, habits: this.#habits };
  }
}
