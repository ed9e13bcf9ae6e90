import type { ErrorCode } from '@heirlight/contract/errors';
import { photoRef } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import type { Prediction } from '../platform/predictionProvider';
import { transact } from '../platform/transact';
import { outcomeOf, outcomeRef } from './outcomes';
import { callNext } from './turns';

/**
 * What a failed photo says beside its code. Its owner can read it, so no word of the provider is in it: those may be about
 * our account there. The log has them.
 */
const REASONS: Partial<Record<ErrorCode, string>> = {
  provider_busy: 'The restore service was too busy to take the job.',
  provider_unavailable: 'The restore service took no job.',
  provider_rejected: 'The restore service refused the job.',
  provider_failed: 'The job failed at the restore service.',
  provider_timeout: 'The job took too long.',
  bad_output: 'The result could not be used.',
  not_this_photo: 'The result showed another picture than this photo, twice.',
  cancelled: 'The job was stopped.',
};

interface Failure {
  photoId: string;
  code: ErrorCode;
  /** Fails the photo only if this is its job (null: only if it has none). If left out, whatever its job. */
  predictionId?: string | null;
  /** The job as the provider shows it, if it does. */
  prediction?: Prediction;
}

/** Sets a photo to failed unless it has ended. Deleting it gives the restore back. Returns whether it was set. */
export async function failPhoto(
  { photoId, code, predictionId, prediction }: Failure,
  { db, now, tasks, log }: Pick<Deps, 'db' | 'now' | 'tasks' | 'log'>,
): Promise<boolean> {
  const ref = photoRef(db, photoId);
  const failed = await transact(db, async (transaction) => {
    const photo = (await transaction.get(ref)).data();
    if (photo?.status !== 'processing') return null;
    if (predictionId !== undefined && photo.prediction_id !== predictionId) return null;
    const at = now();
    transaction.update(ref, {
      status: 'failed',
      error: { code, detail: REASONS[code] ?? 'Something went wrong on our side.' },
      completed_at: at,
      progress_percent: null,
    });
    transaction.set(outcomeRef(db, photoId), outcomeOf(photo, { code, at, prediction }));
    return photo;
  });
  if (failed) await callNext(failed.user_id, { db, tasks, log });
  return failed !== null;
}
