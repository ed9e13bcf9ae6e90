import type { WebhookMessage } from '@heirlight/emulator-kit/webhooks';
import { modelByName } from './models';
import type { OutputFiles, StoredFile } from './outputFiles';
import { isTerminal, type Prediction } from './prediction';
import type { PredictionRunner } from './predictionRunner';
import type { PredictionStore } from './predictionStore';
import type { PredictionWebhooks } from './predictionWebhooks';

const VERSION = 1;

/** What outlives a run. */
interface Kept {
  store: PredictionStore;
  files: OutputFiles;
  webhooks: PredictionWebhooks;
  /** Of this server, as in the links of `output`. */
  origin: string;
}

type StoredPrediction = Omit<Prediction, 'model' | 'abort' | 'createdAt' | 'startedAt' | 'completedAt'> & {
  model: { owner: string; name: string };
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
};

interface ReplicateData {
  version: number;
  /** Oldest first; `output` is a path. */
  predictions: StoredPrediction[];
  files: StoredFile[];
  /** Webhooks that were not delivered yet. */
  undelivered: WebhookMessage[];
}

/** All that the emulator holds, as plain JSON. */
export function exportData({ store, files, webhooks, origin }: Kept): ReplicateData {
  const now = new Date();
  store.removeOldData(now);
  return {
    version: VERSION,
    predictions: store.all.map(({ model: { owner, name }, abort: _, ...prediction }) => ({
      ...prediction,
      model: { owner, name },
      output: prediction.output?.replace(origin, '') ?? null,
      createdAt: prediction.createdAt.toISOString(),
      startedAt: prediction.startedAt?.toISOString() ?? null,
      completedAt: prediction.completedAt?.toISOString() ?? null,
    })),
    files: files.stored(now),
    undelivered: webhooks.sender.pending,
  };
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function restored({ model: { owner, name }, output, ...prediction }: StoredPrediction, origin: string): Prediction {
  const model = modelByName({ owner, name });
  if (!model) throw new Error(`Prediction ${prediction.id} ran an unknown model: ${owner}/${name}`);
  return {
    ...prediction,
    model,
    output: output === null ? null : `${origin}${output}`,
    createdAt: new Date(prediction.createdAt),
    startedAt: dateOf(prediction.startedAt),
    completedAt: dateOf(prediction.completedAt),
    abort: new AbortController(),
  };
}

/**
 * Fills an empty emulator with what `exportData` returned, delivers what was not delivered, and starts anew the
 * predictions that had not ended. @throws Error
 */
export function importData(
  { store, files, webhooks, origin, runner }: Kept & { runner: PredictionRunner },
  data: unknown,
) {
  const { version, predictions, files: stored, undelivered } = data as ReplicateData;
  if (version !== VERSION) throw new Error(`This is no data of the local Replicate in format ${VERSION}.`);
  files.restore(stored);
  for (const message of undelivered) webhooks.sender.send(message);
  for (const one of predictions) {
    const prediction = restored(one, origin);
    store.add(prediction);
    if (isTerminal(prediction)) continue;
    Object.assign(prediction, { status: 'starting', logs: '', startedAt: null });
    runner.start(prediction);
  }
}
