import { isUuid } from '@heirlight/contract/paths';
import { type PhotoRecord, readPhoto } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { isRunning, type Prediction } from '../platform/predictionProvider';
import { adoptPrediction, cancelQuietly } from './photoJob';
import { noteProgress } from './progress';
import { FINISH_RESTORE } from './queues';
import { type SignedDelivery, signatureProblem } from './webhookSignature';

export type WebhookDeps = Pick<Deps, 'db' | 'provider' | 'tasks' | 'now' | 'faultPoint' | 'log'>;

export interface ReplicateDelivery extends SignedDelivery {
  /** From the URL, which is not signed: it only says which photo to look at. */
  photoId: string;
  secret: string;
  /** Reads the body once the signature holds; null when it is no prediction. */
  readPrediction(value: unknown): Prediction | null;
}

export interface WebhookResponse {
  /** 2xx ends the delivery; 5xx asks the sender to try again. */
  status: 200 | 400 | 500;
  body: string;
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * The photo that this prediction restores. A photo whose job was not noted, after a crash, takes the prediction if the
 * prediction's inputs show this photo. Any other prediction is a second job and is stopped.
 */
async function photoOf(photoId: string, prediction: Prediction, deps: WebhookDeps): Promise<PhotoRecord | null> {
  if (!isUuid(photoId)) return null;
  const photo = await readPhoto(deps.db, photoId);
  if (photo?.prediction_id === prediction.id) return photo;
  if (!prediction.inputText.includes(photoId)) return null;
  if (photo?.status === 'processing' && photo.prediction_id === null) {
    return (await adoptPrediction(photoId, prediction, deps)) ? { ...photo, prediction_id: prediction.id } : null;
  }
  if (isRunning(prediction)) await cancelQuietly(prediction.id, deps);
  return null;
}

async function note(photo: PhotoRecord, prediction: Prediction, deps: WebhookDeps): Promise<void> {
  if (photo.status !== 'processing') return;
  if (isRunning(prediction)) return noteProgress(photo, prediction.logs, deps);
  await deps.faultPoint('webhook.beforeEnqueue');
  await deps.tasks.enqueue(FINISH_RESTORE, { photoId: photo.id, hasEnded: true }, { id: prediction.id });
  await deps.faultPoint('webhook.afterEnqueue');
}

/**
 * A report of the restore provider: progress is noted at once, the end is handed to a queue. Late, repeated and
 * reordered reports change nothing. After a 500 the provider repeats its last report, and the sweeper finds what never
 * arrives.
 */
export async function replicateWebhook(delivery: ReplicateDelivery, deps: WebhookDeps): Promise<WebhookResponse> {
  const { log, now } = deps;
  const rejection = signatureProblem(delivery, { secret: delivery.secret, now: now() });
  if (rejection !== null) {
    log.warn('A provider webhook was refused', { rejection });
    return { status: 400, body: 'Invalid signature' };
  }
  const prediction = delivery.readPrediction(parse(delivery.rawBody));
  if (!prediction) return { status: 400, body: 'Not a prediction' };
  try {
    const photo = await photoOf(delivery.photoId, prediction, deps);
    if (photo) await note(photo, prediction, deps);
    return { status: 200, body: 'ok' };
  } catch (error) {
    log.error('A provider webhook failed', { photoId: delivery.photoId, reason: messageOf(error) });
    return { status: 500, body: 'Try again' };
  }
}
