import { type Call, matchRoute, type Route, type Service } from '@heirlight/emulator-kit/http';
import type { Engine } from '@heirlight/restore-engine';
import { apiRoutes, MAX_PENDING_PER_WORKER, sendApiError } from './api';
import { ApiError, methodNotAllowed, notFound, serverError } from './apiErrors';
import { controlRoutes } from './control';
import { exportData, importData } from './data';
import { FaultPlan } from './faults';
import { OutputFiles } from './outputFiles';
import { PredictionRunner } from './predictionRunner';
import { PredictionStore } from './predictionStore';
import { PredictionWebhooks } from './predictionWebhooks';
import { serveOutput } from './serveOutput';

/** Replicate removes files and data after an hour: https://replicate.com/docs/topics/predictions/data-retention */
const DATA_LIFETIME_MS = 60 * 60_000;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** About a kilobyte each. Tests of ten thousand operations ask for the state of every one at their end. */
const KEPT_PREDICTIONS = 20_000;
const CLEANING_INTERVAL_MS = 30_000;

export interface ReplicateOptions {
  engine: Engine;
  token: string;
  /** `whsec_` and the key in base64. */
  webhookSecret: string;
  /** What `exportData` of an earlier run returned. */
  data?: unknown;
  /** Where clients reach this server; links in responses start with it. */
  origin: string;
  /** How long outputs can be fetched, in milliseconds. Default: an hour. */
  dataLifetimeMs?: number;
  /**
   * Unfinished predictions; one more is throttled. Default: what the engine can do before the backend gives them up.
   */
  maxPending?: number;
  /** Room for pictures sent as data URIs while they wait, in characters. Default: 512 Mi. */
  maxPendingCharacters?: number;
  /** Waits between the repetitions of a `completed` webhook. */
  webhookRetryDelaysMs?: readonly number[];
}

/** Replicate's HTTP API with the embedded engine behind it. Everything is kept in memory; `exportData` returns it. */
export function createReplicate(options: ReplicateOptions): Service {
  const { engine, token, webhookSecret, origin, dataLifetimeMs = DATA_LIFETIME_MS } = options;
  const faults = new FaultPlan();
  const store = new PredictionStore({ keep: KEPT_PREDICTIONS, dataLifetimeMs });
  const files = new OutputFiles({ lifetimeMs: dataLifetimeMs, maxBytes: MAX_FILE_BYTES });
  const webhooks = new PredictionWebhooks({
    secret: webhookSecret,
    origin,
    ...(options.webhookRetryDelaysMs ? { retryDelaysMs: options.webhookRetryDelaysMs } : {}),
  });
  const runner = new PredictionRunner({ engine, files, webhooks, faults, origin });
  const kept = { store, files, webhooks, origin };
  if (options.data !== undefined) importData({ ...kept, runner }, options.data);
  const output: Route = {
    method: 'GET',
    pattern: '/files/:id/:name',
    handle: (call) => {
      const file = files.get(call.params.id ?? '', new Date());
      if (!file || call.params.name !== `out-0.${file.format}`) throw notFound();
      return serveOutput(call, file);
    },
  };
  const routes = [
    ...apiRoutes({
      store,
      runner,
      faults,
      token,
      webhookSecret,
      origin,
      maxPending: options.maxPending ?? engine.workers * MAX_PENDING_PER_WORKER,
      maxPendingCharacters: options.maxPendingCharacters,
    }),
    output,
    ...controlRoutes({ store, files, faults, webhooks }),
  ];
  const cleaning = setInterval(() => {
    store.removeOldData(new Date());
    files.removeExpired(new Date());
  }, CLEANING_INTERVAL_MS);
  cleaning.unref();

  const answer = async (call: Call) => {
    try {
      const { method = 'GET' } = call.request;
      const match = matchRoute(routes, { method, path: call.url.pathname });
      if ('allowed' in match) throw match.allowed.length > 0 ? methodNotAllowed(method) : notFound();
      await match.route.handle({ ...call, params: match.params });
    } catch (error) {
      if (!(error instanceof ApiError)) console.error('Unexpected error in the local Replicate:', error);
      sendApiError(call, error instanceof ApiError ? error : serverError());
    }
  };

  return {
    listener: (request, response) =>
      void answer({ request, response, url: new URL(request.url ?? '/', origin), params: {} }),
    exportData: () => exportData(kept),
    async close() {
      clearInterval(cleaning);
      // First, so that a suite being stopped does not tell its functions that every restore was cancelled.
      await webhooks.sender.close();
      for (const prediction of store.all) runner.cancel(prediction);
      await engine.close();
    },
  };
}
