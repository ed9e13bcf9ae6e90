import { randomInt } from 'node:crypto';
import type { EngineOrder, ModelInput, ReplicateModel } from './models';

const PREDICTION_STATUSES = ['starting', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type PredictionStatus = (typeof PREDICTION_STATUSES)[number];

export const WEBHOOK_EVENTS = ['start', 'output', 'logs', 'completed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Told when a request names none: https://replicate.com/docs/topics/webhooks/setup-webhook */
export const DEFAULT_WEBHOOK_EVENTS: readonly WebhookEvent[] = ['output', 'completed'];

export interface Prediction {
  id: string;
  model: ReplicateModel;
  /** As the API shows it: the version asked for, or `hidden` for an official model run by name. */
  version: string;
  order: EngineOrder;
  /** URL or data URI of the picture; dropped when the prediction ends. */
  image: string | null;
  /** As the API shows it: data URIs shortened, null once its data is removed. */
  input: ModelInput | null;
  status: PredictionStatus;
  output: string | null;
  error: string | null;
  logs: string;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  webhook: string | null;
  webhookEvents: readonly WebhookEvent[];
  /** Ends the work when the prediction is cancelled. */
  abort: AbortController;
}

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 26;

/** 26 letters and digits, as Replicate's ids. */
export function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
}

export function isTerminal(prediction: Pick<Prediction, 'status'>): boolean {
  return prediction.status !== 'starting' && prediction.status !== 'processing';
}

function shown<T>(value: T): T | string {
  if (typeof value !== 'string' || !value.startsWith('data:')) return value;
  return `${value.slice(0, value.indexOf(',') + 1)}… (${value.length} characters)`;
}

/** A data URI can be megabytes; what is shown and kept is its start and length. */
export function shownInput(input: ModelInput): ModelInput {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, Array.isArray(value) ? value.map(shown) : shown(value)]),
  );
}

function metrics({ startedAt, completedAt, createdAt }: Prediction): Record<string, number> {
  if (!completedAt) return {};
  const seconds = (from: Date) => (completedAt.getTime() - from.getTime()) / 1000;
  return { ...(startedAt ? { predict_time: seconds(startedAt) } : {}), total_time: seconds(createdAt) };
}

/** The prediction as the API and the webhooks show it. */
export function predictionJson(prediction: Prediction, origin: string): Record<string, unknown> {
  const self = `${origin}/v1/predictions/${prediction.id}`;
  return {
    id: prediction.id,
    model: `${prediction.model.owner}/${prediction.model.name}`,
    version: prediction.version,
    input: prediction.input ?? {},
    logs: prediction.logs,
    output: prediction.output,
    data_removed: prediction.input === null,
    error: prediction.error,
    source: 'api',
    status: prediction.status,
    created_at: prediction.createdAt.toISOString(),
    started_at: prediction.startedAt?.toISOString() ?? null,
    completed_at: prediction.completedAt?.toISOString() ?? null,
    metrics: metrics(prediction),
    urls: { get: self, cancel: `${self}/cancel`, web: self },
    ...(prediction.webhook === null ? {} : { webhook: prediction.webhook }),
  };
}
