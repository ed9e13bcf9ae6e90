import type { ErrorCode } from '@heirlight/contract/errors';
import { GIVE_UP_AFTER_MS, STUCK_AFTER_MS, SUBMISSION_STALE_MS } from '@heirlight/contract/limits';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { type FinishDeps, finishRestore, removeResults } from './finishRestore';
import { type PhotoRecord, photos, readPhoto } from './photoRecord';
import { cancelQuietly, failPhoto, resumeSubmission } from './submit';

export type SweepDeps = FinishDeps & Pick<Deps, 'provider'>;

/** Photos looked at per run; the oldest come first, so the rest have their turn in the next run. */
const PHOTOS_PER_RUN = 50;

/** Fails a photo that will not finish. Logged as an error, because no user can cause it. Returns whether it did. */
async function abandon(
  photo: PhotoRecord,
  { code, detail }: { code: ErrorCode; detail: string },
  deps: SweepDeps,
): Promise<boolean> {
  const { id: photoId, prediction_id: predictionId } = photo;
  const isFailed = await failPhoto({ photoId, predictionId, code }, deps);
  if (isFailed) deps.log.error('A restore was given up', { photoId, predictionId, code, detail });
  return isFailed;
}

async function giveUp(photo: PhotoRecord, deps: SweepDeps): Promise<void> {
  if (photo.prediction_id !== null) await cancelQuietly(photo.prediction_id, deps);
  await deps.faultPoint('sweep.afterCancel');
  const minutes = Math.floor((deps.now().getTime() - photo.created_at.getTime()) / 60_000);
  const detail = `Not done after ${minutes} minutes`;
  if (await abandon(photo, { code: 'provider_timeout', detail }, deps)) await removeResults(photo, deps);
}

async function reconcile(photo: PhotoRecord, deps: SweepDeps): Promise<void> {
  const ageMs = deps.now().getTime() - photo.created_at.getTime();
  const isOverdue = ageMs > GIVE_UP_AFTER_MS;
  if (photo.prediction_id === null) return isOverdue ? giveUp(photo, deps) : resumeSubmission(photo.id, deps);
  if (ageMs <= STUCK_AFTER_MS) return;
  try {
    const prediction = await deps.provider.get(photo.prediction_id);
    if (prediction) await finishRestore(photo, prediction, deps);
    else {
      await abandon(photo, { code: 'provider_failed', detail: 'The provider does not know the job' }, deps);
      return;
    }
    const isRunning = prediction.status === 'starting' || prediction.status === 'processing';
    if (isRunning && isOverdue) await giveUp(photo, deps);
  } catch (error) {
    if (!isOverdue) throw error;
    await giveUp(photo, deps);
  }
}

/** Brings a photo that is stuck to its end now: with the result, if the provider has one, else as failed. */
export async function endStuck(photo: PhotoRecord, deps: SweepDeps): Promise<void> {
  if (photo.prediction_id !== null) await reconcile(photo, deps);
  const left = await readPhoto(deps.db, photo.id);
  if (left?.status === 'processing') await giveUp(left, deps);
}

/**
 * Finishes what no webhook finished: jobs never handed over, reports that were lost, jobs that hang.
 * A photo that fails does not stop the others, and none is started after `until`. Returns the number of photos looked
 * at.
 */
export async function sweepProcessing(deps: SweepDeps, { until }: { until?: Date } = {}): Promise<number> {
  const olderThan = new Date(deps.now().getTime() - SUBMISSION_STALE_MS);
  const stuck = await photos(deps.db)
    .where('status', '==', 'processing')
    .where('created_at', '<', olderThan)
    .orderBy('created_at')
    .limit(PHOTOS_PER_RUN)
    .get();
  let seen = 0;
  for (const snapshot of stuck.docs) {
    if (until && deps.now() > until) break;
    seen++;
    try {
      await reconcile(snapshot.data(), deps);
    } catch (error) {
      deps.log.warn('A stuck photo stays for the next run', { photoId: snapshot.id, reason: messageOf(error) });
    }
  }
  return seen;
}
