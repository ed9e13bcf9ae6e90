import { badRequest, invalidInput, unknownVersion } from './apiErrors';
import { validateInput } from './inputValidation';
import type { ReplicateModel } from './models';
import { modelByVersion } from './models';
import {
  DEFAULT_WEBHOOK_EVENTS,
  newId,
  type Prediction,
  shownInput,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from './prediction';

const KNOWN_FIELDS = ['input', 'version', 'webhook', 'webhook_events_filter', 'stream'];

function parseWebhook(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  // Replicate itself asks for https; a local suite has none.
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.href;
  throw invalidInput([{ type: 'format', field: 'webhook', description: 'Must be a valid HTTP(S) URL' }]);
}

function parseEvents(value: unknown): readonly WebhookEvent[] {
  if (value === undefined || value === null) return DEFAULT_WEBHOOK_EVENTS;
  if (Array.isArray(value) && value.every((event) => WEBHOOK_EVENTS.includes(event))) return value;
  const description = `Must be a list of ${WEBHOOK_EVENTS.join(', ')}`;
  throw invalidInput([{ type: 'enum', field: 'webhook_events_filter', description }]);
}

/**
 * A prediction made of the body of a create request. `model` is the path's; without one the body's `version` decides.
 * @throws ApiError 400 or 422
 */
export function predictionFromRequest(body: unknown, model: ReplicateModel | null): Prediction {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('The body must be JSON.');
  const fields = body as Record<string, unknown>;
  const stray = Object.keys(fields).find((field) => !KNOWN_FIELDS.includes(field));
  if (stray !== undefined) {
    throw invalidInput([{ type: 'unknown', field: stray, description: `Unknown field ${stray}` }]);
  }
  const version = typeof fields.version === 'string' ? fields.version : '';
  const chosen = model ?? modelByVersion(version);
  if (!chosen) throw unknownVersion();
  const input = validateInput(chosen, fields.input);
  const order = chosen.order(input);
  if ('rejection' in order) {
    throw invalidInput([{ type: 'unsupported', field: 'input', description: order.rejection }]);
  }
  return {
    id: newId(),
    model: chosen,
    version: chosen.versions.find((id) => version.endsWith(id)) ?? 'hidden',
    order,
    image: [input[chosen.imageField]].flat().map(String)[0] ?? null,
    input: shownInput(input),
    status: 'starting',
    output: null,
    error: null,
    logs: '',
    createdAt: new Date(),
    startedAt: null,
    completedAt: null,
    webhook: parseWebhook(fields.webhook),
    webhookEvents: parseEvents(fields.webhook_events_filter),
    abort: new AbortController(),
  };
}
