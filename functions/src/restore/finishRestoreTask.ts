import type { ErrorCode } from '@heirlight/contract/errors';
import { GIVE_UP_AFTER_MS } from '@heirlight/contract/limits';
import { type PhotoRecord, readPhoto } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { RetryableError } from '../platform/errors';
import { isRunning } from '../platform/predictionProvider';
import { failPhoto } from './failPhoto';
import { type FinishDeps, finishRestore } from './finishRestore';
import { cancelQuietly } from './photoJob';
import { removeResults } from './removeFiles';

export type FinishTaskDeps = FinishDeps & Pick<Deps, 'provider'>;

/** Fails a photo that will not finish. Logged as an error, because no user can cause it. */
async function abandon(
  photo: PhotoRecord,
  { code, detail }: { code: ErrorCode; detail: string },
  deps: FinishTaskDeps,
): Promise<void> {
  const { id: photoId, prediction_id: predictionId } = photo;
  const isFailed = await failPhoto({ photoId, predictionId, code }, deps);
  if (!isFailed) return;
  deps.log.error('A restore was given up', { photoId, predictionId, code, detail });
  await removeResults(photo, deps);
}

export const isOverdue = ({ created_at }: PhotoRecord, now: Date): boolean =>
  now.getTime() - created_at.getTime() > GIVE_UP_AFTER_MS;

/** Cancels and fails a photo that takes too long. */
export async function giveUp(photo: PhotoRecord, deps: FinishTaskDeps): Promise<void> {
  if (photo.prediction_id !== null) await cancelQuietly(photo.prediction_id, deps);
  await deps.faultPoint('sweep.afterCancel');
  const minutes = Math.floor((deps.now().getTime() - photo.created_at.getTime()) / 60_000);
  const detail = `Not done after ${minutes} minutes`;
  await abandon(photo, { code: 'provider_timeout', detail }, deps);
}

async function finishAsReported(
  photo: PhotoRecord,
  predictionId: string,
  hasEnded: boolean,
  deps: FinishTaskDeps,
): Promise<void> {
  const prediction = await deps.provider.get(predictionId);
  if (hasEnded && (prediction === null || isRunning(prediction))) {
    throw new RetryableError(`The provider does not show the end of ${predictionId} that it has reported`);
  }
  if (prediction === null) {
    await abandon(photo, { code: 'provider_failed', detail: 'The provider does not know the job' }, deps);
    return;
  }
  await finishRestore(photo, prediction, deps);
  if (isRunning(prediction) && isOverdue(photo, deps.now())) await giveUp(photo, deps);
}

/**
 * Handles a task of `finish-restore`: brings a photo to where its job is, as the provider says now. Does nothing for a
 * photo that has ended or has no job. A photo that takes longer than GIVE_UP_AFTER_MS is cancelled and failed.
 *
 * @throws RetryableError (or what provider, storage or database threw) when a later call may succeed. After the queue's
 *   last attempt the sweep enqueues the photo again.
 */
export async function finishRestoreTask(
  { photoId, hasEnded }: { photoId: string; hasEnded: boolean },
  deps: FinishTaskDeps,
): Promise<void> {
  const photo = await readPhoto(deps.db, photoId);
  if (photo?.status !== 'processing' || photo.prediction_id === null) return;
  try {
    await finishAsReported(photo, photo.prediction_id, hasEnded, deps);
  } catch (error) {
    if (!isOverdue(photo, deps.now())) throw error;
    await giveUp(photo, deps);
  }
}

/** Brings a photo that is stuck to its end now: with the result, if the provider has one, else as failed. */
export async function endStuck({ id: photoId }: PhotoRecord, deps: FinishTaskDeps): Promise<void> {
  await finishRestoreTask({ photoId, hasEnded: false }, deps);
  const left = await readPhoto(deps.db, photoId);
  if (left?.status === 'processing') await giveUp(left, deps);
}
