import { STUCK_AFTER_MS, UNSUBMITTED_AFTER_MS } from '@heirlight/contract/limits';
import { type PhotoRecord, photos } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { sweepTaskId } from '../platform/taskQueue';
import { type FinishTaskDeps, giveUp, isOverdue } from './finishRestoreTask';
import { FINISH_RESTORE, SUBMIT_RESTORE } from './queues';

export type SweepDeps = FinishTaskDeps & Pick<Deps, 'tasks'>;

/** Photos looked at per run; the oldest come first, so the rest have their turn in the next run. */
const PHOTOS_PER_RUN = 200;

/** Enqueues the photo's unfinished step again, if the photo is old enough. */
async function enqueue({ id: photoId, prediction_id, created_at }: PhotoRecord, deps: SweepDeps): Promise<void> {
  const ageMs = deps.now().getTime() - created_at.getTime();
  if (prediction_id === null) {
    await deps.tasks.enqueue(SUBMIT_RESTORE, { photoId, mayHaveJob: true }, { id: sweepTaskId(photoId, ageMs) });
  } else if (ageMs > STUCK_AFTER_MS) {
    await deps.tasks.enqueue(FINISH_RESTORE, { photoId }, { id: sweepTaskId(prediction_id, ageMs) });
  }
}

async function sweepPhoto(photo: PhotoRecord, deps: SweepDeps): Promise<void> {
  const isLate = isOverdue(photo, deps.now());
  if (isLate && photo.prediction_id === null) return giveUp(photo, deps);
  try {
    await enqueue(photo, deps);
  } catch (error) {
    // Even without a queue a restore comes to an end.
    if (!isLate) throw error;
    await giveUp(photo, deps);
  }
}

/**
 * Finds photos that no webhook finished (jobs never submitted, lost reports, jobs that hang) and enqueues them. A photo
 * that fails does not stop the others. Returns the number of photos checked.
 */
export async function sweepRestores(deps: SweepDeps): Promise<number> {
  const olderThan = new Date(deps.now().getTime() - UNSUBMITTED_AFTER_MS);
  const stuck = await photos(deps.db)
    .where('status', '==', 'processing')
    .where('created_at', '<', olderThan)
    .orderBy('created_at')
    .limit(PHOTOS_PER_RUN)
    .get();
  for (const snapshot of stuck.docs) {
    try {
      await sweepPhoto(snapshot.data(), deps);
    } catch (error) {
      deps.log.warn('A stuck photo stays for the next run', { photoId: snapshot.id, reason: messageOf(error) });
    }
  }
  return stuck.size;
}
