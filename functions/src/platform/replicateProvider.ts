import type Replicate from 'replicate';
import type { Prediction as ReplicatePrediction } from 'replicate';
import { AppError, messageOf } from './errors';
import { once } from './once';
import type { Prediction, PredictionProvider, PredictionRequest } from './predictionProvider';

const REQUEST_TIMEOUT_MS = 30_000;
/** An hour and a bit. Source: https://replicate.com/docs/topics/predictions/data-retention */
const INPUTS_KEPT_MS = 65 * 60_000;
/**
 * Statuses for "no response". The library repeats a POST after network errors and 429, which would run a job twice. It
 * repeats a GET after 5xx five times without a pause: right for a broken connection, three minutes for a service that
 * hangs.
 */
const NO_ANSWER = 599;
const NEVER_REPEAT = 499;

/**
 * A fetch that never throws and hides 429 and timeouts from the library's retries. `providerError` reads the true
 * status.
 */
const fetchOnce =
  (timeoutMs = REQUEST_TIMEOUT_MS) =>
  async (input: Request | URL | string, init?: RequestInit) => {
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (response.status !== 429) return response;
      return new Response(await response.text(), { status: NEVER_REPEAT, headers: { 'x-status': '429' } });
    } catch (error) {
      const isOver = error instanceof DOMException && error.name === 'TimeoutError';
      return new Response(messageOf(error), {
        status: isOver ? NEVER_REPEAT : NO_ANSWER,
        headers: { 'x-status': 'none' },
      });
    }
  };

function responseOf(error: unknown): Response | null {
  if (typeof error !== 'object' || error === null || !('response' in error)) return null;
  return error.response instanceof Response ? error.response : null;
}

/** Maps the library's ApiError to our codes. 402 (our account has no credit) is our trouble, not the user's. */
function providerError(error: unknown): AppError {
  const response = responseOf(error);
  const status = response?.headers.get('x-status') ?? String(response?.status ?? 'none');
  const message = `Replicate (${status}): ${messageOf(error)}`;
  if (status === '429') return new AppError('provider_busy', message, { cause: error });
  if (status === '400' || status === '404' || status === '422') {
    return new AppError('provider_rejected', message, { cause: error });
  }
  return new AppError('provider_unavailable', message, { cause: error });
}

function outputUrl(output: unknown): string | null {
  const first = Array.isArray(output) ? output[0] : output;
  return typeof first === 'string' ? first : null;
}

/** Reads a prediction as the API and the webhooks show it; null when it is not one. */
export function readPrediction(value: unknown): Prediction | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, model, status, output, error, logs, input, metrics } = value as Partial<ReplicatePrediction>;
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  // Any state the API may add later ends no photo: it counts as still running until the sweeper gives up.
  const isKnown = status === 'starting' || status === 'succeeded' || status === 'failed' || status === 'canceled';
  return {
    id,
    model: typeof model === 'string' ? model : null,
    status: isKnown ? status : (status as string) === 'aborted' ? 'canceled' : 'processing',
    outputUrl: status === 'succeeded' ? outputUrl(output) : null,
    error: error === undefined || error === null ? null : String(error),
    logs: typeof logs === 'string' ? logs : '',
    inputText: input === undefined || input === null ? '' : JSON.stringify(input),
    seconds: typeof metrics?.predict_time === 'number' ? metrics.predict_time : null,
  };
}

function known(value: unknown): Prediction {
  const prediction = readPrediction(value);
  if (!prediction) throw new AppError('provider_unavailable', 'The response of Replicate is no prediction');
  return prediction;
}

/** https://replicate.com/docs/reference/http behind the PredictionProvider interface. */
export function replicateProvider(options: {
  token: string;
  baseUrl: string;
  /** How long to wait for a response; default 30 s. */
  timeoutMs?: number;
}): PredictionProvider {
  const load = once(async (): Promise<Replicate> => {
    const { default: ReplicateClient } = await import('replicate');
    return new ReplicateClient({ auth: options.token, baseUrl: options.baseUrl, fetch: fetchOnce(options.timeoutMs) });
  });
  async function call<T>(work: (replicate: Replicate) => Promise<T>): Promise<T> {
    try {
      return await work(await load());
    } catch (error) {
      throw error instanceof AppError ? error : providerError(error);
    }
  }

  return {
    create: ({ model, version, input, webhookUrl }: PredictionRequest) =>
      call(async (replicate) =>
        known(
          await replicate.predictions.create({
            ...(version === null ? { model } : { version }),
            input,
            webhook: webhookUrl,
            webhook_events_filter: ['start', 'logs', 'completed'],
          }),
        ),
      ),
    get: (id) =>
      call(async (replicate) => {
        try {
          return known(await replicate.predictions.get(id));
        } catch (error) {
          if (responseOf(error)?.status === 404) return null;
          throw error;
        }
      }),
    cancel: (id) => call(async (replicate) => void (await replicate.predictions.cancel(id))),
    find: (photoId, exceptId) =>
      call(async (replicate) => {
        for await (const page of replicate.paginate(replicate.predictions.list)) {
          const found = page
            .map(readPrediction)
            .find((entry) => entry?.inputText.includes(photoId) && entry.id !== exceptId);
          if (found) return found;
          // Newest first: whatever follows has lost its input.
          const oldest = page.at(-1)?.created_at;
          if (oldest === undefined || Date.parse(oldest) < Date.now() - INPUTS_KEPT_MS) return null;
        }
        return null;
      }),
  };
}
