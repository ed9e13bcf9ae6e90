import { WEBHOOK } from '@heirlight/contract/callables';
import type { ErrorCode } from '@heirlight/contract/errors';
import { SUBMISSION_STALE_MS } from '@heirlight/contract/limits';
import { resultFiles } from '@heirlight/contract/paths';
import type { Deps } from '../platform/deps';
import { AppError, messageOf } from '../platform/errors';
import { downloadUrl } from '../platform/fileStore';
import { openPicture } from '../platform/pictures';
import type { Prediction } from '../platform/predictionProvider';
import { transact } from '../platform/transact';
import { type PhotoRecord, photoRef } from './photoRecord';
import { predictionRequest, reducedSize } from './tools/tools';

export type SubmitDeps = Pick<Deps, 'db' | 'files' | 'provider' | 'config' | 'now' | 'newId' | 'faultPoint' | 'log'>;

/** Where the provider reports about one photo. The id only says where to look; signature and job decide. */
function webhookUrl(functionsBaseUrl: string, photoId: string): string {
  return `${functionsBaseUrl}/${WEBHOOK.replicate}?photo=${photoId}`;
}

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
  cancelled: 'The job was stopped.',
};

interface Failure {
  photoId: string;
  code: ErrorCode;
  /** Fails the photo only if this is its job (null: only if it has none). If left out, whatever its job. */
  predictionId?: string | null;
}

/** Sets a photo to failed unless it has ended. Deleting it gives the restore back. Returns whether it was set. */
export async function failPhoto(
  { photoId, code, predictionId }: Failure,
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<boolean> {
  const ref = photoRef(db, photoId);
  return transact(db, async (transaction) => {
    const photo = (await transaction.get(ref)).data();
    if (photo?.status !== 'processing') return false;
    if (predictionId !== undefined && photo.prediction_id !== predictionId) return false;
    transaction.update(ref, {
      status: 'failed',
      error: { code, detail: REASONS[code] ?? 'Something went wrong on our side.' },
      completed_at: now(),
      progress_percent: null,
    });
    return true;
  });
}

/** Notes the provider's job on its photo. A job that came too late, or second, is cancelled. */
export async function adoptPrediction(
  photoId: string,
  prediction: Prediction,
  { db, provider, log }: Pick<Deps, 'db' | 'provider' | 'log'>,
): Promise<boolean> {
  const ref = photoRef(db, photoId);
  const isOurs = await transact(db, async (transaction) => {
    const photo = (await transaction.get(ref)).data();
    if (photo?.prediction_id === prediction.id) return true;
    if (photo?.status !== 'processing' || photo.prediction_id !== null) return false;
    transaction.update(ref, { prediction_id: prediction.id });
    return true;
  });
  if (!isOurs) await cancelQuietly(prediction.id, { provider, log });
  return isOurs;
}

/** Cancelling saves money, but nothing depends on it: a failure is only logged. */
export async function cancelQuietly(
  predictionId: string,
  { provider, log }: Pick<Deps, 'provider' | 'log'>,
): Promise<void> {
  try {
    await provider.cancel(predictionId);
  } catch (error) {
    log.warn('A prediction could not be cancelled', { predictionId, reason: messageOf(error) });
  }
}

/** The URL from which the provider reads the picture; browsers may use another one. */
async function inputUrl(photo: PhotoRecord, deps: SubmitDeps): Promise<string> {
  const { baseUrl } = deps.files;
  const url = await fittingUrl(photo, deps);
  const { picturesBaseUrl } = deps.config;
  return picturesBaseUrl !== null && url.startsWith(`${baseUrl}/`) ? picturesBaseUrl + url.slice(baseUrl.length) : url;
}

/** The original's URL, or that of a copy small enough for the model. */
async function fittingUrl(photo: PhotoRecord, { files, newId }: SubmitDeps): Promise<string> {
  const size = photo.original_size ? reducedSize(photo.tool, photo.original_size) : null;
  if (!size) return photo.original_url;
  const picture = (await openPicture(await files.read(photo.original_path))).rotate();
  const bytes = await picture
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const path = resultFiles.providerInput({ userId: photo.user_id, photoId: photo.id });
  const token = newId();
  await files.write({ path, bytes, contentType: 'image/jpeg', token });
  return downloadUrl(files, path, token);
}

async function createPrediction(photo: PhotoRecord, deps: SubmitDeps): Promise<Prediction> {
  const { provider, config, faultPoint } = deps;
  const imageUrl = await inputUrl(photo, deps);
  await faultPoint('restore.afterInput');
  try {
    return await provider.create(
      predictionRequest({ tool: photo.tool, imageUrl, webhookUrl: webhookUrl(config.functionsBaseUrl, photo.id) }),
    );
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'provider_unavailable')) throw error;
    // The response may have been lost. Then the job runs already, and creating it again would run it twice.
    const found = await provider.find(photo.id).catch(() => null);
    if (found) return found;
    throw error;
  }
}

/**
 * Fails a photo for which the provider took no job. If only the response was lost, the job may have reported meanwhile:
 * then the photo keeps it, and webhook or sweeper finish it.
 */
async function noteNoJob(photoId: string, error: unknown, deps: SubmitDeps): Promise<void> {
  const code = error instanceof AppError ? error.code : 'provider_unavailable';
  const isFailed = await failPhoto({ photoId, code, predictionId: null }, deps);
  // Busy passes. Anything else (revoked token, no credit, removed model) fails every restore until somebody fixes it.
  const level = isFailed && code !== 'provider_busy' ? 'error' : 'warn';
  deps.log[level]('The provider took no job', { photoId, code, reason: messageOf(error) });
}

/**
 * Hands a photo's job to the provider. Call it only while holding the photo's submission claim.
 * Whatever the provider refuses ends the photo as failed, to be refunded by deleting it.
 */
export async function submit(photo: PhotoRecord, deps: SubmitDeps): Promise<void> {
  const { faultPoint } = deps;
  let prediction: Prediction;
  try {
    prediction = await createPrediction(photo, deps);
  } catch (error) {
    return noteNoJob(photo.id, error, deps);
  }
  await faultPoint('restore.afterCreate');
  await adoptPrediction(photo.id, prediction, deps);
  await faultPoint('restore.afterSubmit');
}

/**
 * Takes over a submission that was interrupted (a crash between debit and job). The provider is asked first for a job
 * already made for this photo. Does nothing while somebody else may still be at it.
 */
export async function resumeSubmission(photoId: string, deps: SubmitDeps): Promise<void> {
  const { db, provider, now } = deps;
  const ref = photoRef(db, photoId);
  const photo = await transact(db, async (transaction) => {
    const record = (await transaction.get(ref)).data();
    if (record?.status !== 'processing' || record.prediction_id !== null) return null;
    const startedAt = record.submission_started_at ?? record.created_at;
    if (now().getTime() - startedAt.getTime() < SUBMISSION_STALE_MS) return null;
    transaction.update(ref, { submission_started_at: now() });
    return record;
  });
  if (!photo) return;
  const found = await provider.find(photoId);
  if (found) await adoptPrediction(photoId, found, deps);
  else await submit(photo, deps);
}
