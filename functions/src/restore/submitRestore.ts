import { WEBHOOK } from '@heirlight/contract/functionNames';
import { type PhotoRecord, readPhoto } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { AppError, messageOf, RetryableError } from '../platform/errors';
import type { Prediction } from '../platform/predictionProvider';
import type { Attempt } from '../platform/taskHandler';
import { failPhoto } from './failPhoto';
import { adoptPrediction } from './photoJob';
import { removeResults } from './removeFiles';
import { predictionRequest } from './tools/tools';
import { isItsTurn } from './turns';

export type SubmitDeps = Pick<Deps, 'db' | 'files' | 'provider' | 'tasks' | 'config' | 'now' | 'faultPoint' | 'log'>;

/** Where the provider reports about one photo. The id only says where to look; signature and job decide. */
function webhookUrl(functionsBaseUrl: string, photoId: string): string {
  return `${functionsBaseUrl}/${WEBHOOK.replicate}?photo=${photoId}`;
}

/** Of a second job. The first one has none, so its model chose one of billions. */
const SECOND_SEED = 2;

/** The URL from which the provider reads the picture; browsers may use another one. */
function inputUrl(photo: PhotoRecord, { files: { baseUrl }, config: { picturesBaseUrl } }: SubmitDeps): string {
  const url = photo.input_url ?? photo.original_url;
  return picturesBaseUrl !== null && url.startsWith(`${baseUrl}/`) ? picturesBaseUrl + url.slice(baseUrl.length) : url;
}

/** The photo's job at the provider, or null. Never the job whose picture was rejected. */
function findJob({ id, refused_prediction_id }: PhotoRecord, provider: Deps['provider']): Promise<Prediction | null> {
  return provider.find(id, refused_prediction_id);
}

async function createPrediction(photo: PhotoRecord, deps: SubmitDeps): Promise<Prediction> {
  const { provider, config } = deps;
  const imageUrl = inputUrl(photo, deps);
  try {
    return await provider.create(
      predictionRequest(
        {
          tool: photo.tool,
          imageUrl,
          size: photo.original_size,
          webhookUrl: webhookUrl(config.functionsBaseUrl, photo.id),
          seed: photo.refused_prediction_id === null ? null : SECOND_SEED,
        },
        config.models,
      ),
    );
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'provider_unavailable')) throw error;
    // The response may have been lost. Then the job runs already, and creating it again would run it twice.
    const found = await findJob(photo, provider).catch(() => null);
    if (found) return found;
    throw error;
  }
}

/**
 * Fails a photo for which the provider took no job. If only the response was lost, the job may have reported meanwhile:
 * then the photo keeps it, and webhook or sweeper finish it.
 */
async function noteNoJob(photo: PhotoRecord, error: unknown, deps: SubmitDeps): Promise<void> {
  const photoId = photo.id;
  const code = error instanceof AppError ? error.code : 'provider_unavailable';
  const isFailed = await failPhoto({ photoId, code, predictionId: null }, deps);
  // A busy provider recovers. Anything else (revoked token, no credit, removed model) fails every restore until it is
  // fixed.
  const level = isFailed && code !== 'provider_busy' ? 'error' : 'warn';
  deps.log[level]('The provider took no job', { photoId, code, reason: messageOf(error) });
  if (isFailed) await removeResults(photo, deps);
}

/** Whether the next attempt may succeed. The provider rejects a job for good, unless it was only too busy. */
const mayPass = (error: unknown): boolean => !(error instanceof AppError) || error.code === 'provider_busy';

/**
 * Handles a task of `submit-restore`: hands a photo's job to the provider. Does nothing for a photo that has a job or has
 * ended, nor for one whose turn has not come: the end of another one calls it. Asks the provider first for a job already
 * made, unless this is certainly the first attempt. A photo whose job the provider rejects ends as failed; deleting it
 * refunds it.
 *
 * @throws RetryableError (or what the provider threw) when a later attempt may succeed; the last one never does
 */
export async function submitRestore(
  { photoId, mayHaveJob }: { photoId: string; mayHaveJob: boolean },
  deps: SubmitDeps,
  { isFirst, isLast }: Attempt,
): Promise<void> {
  const photo = await readPhoto(deps.db, photoId);
  if (photo?.status !== 'processing' || photo.prediction_id !== null) return;
  const found = isFirst && !mayHaveJob ? null : await findJob(photo, deps.provider);
  if (!found && !(await isItsTurn(photo, deps))) return;
  let prediction: Prediction;
  try {
    prediction = found ?? (await createPrediction(photo, deps));
  } catch (error) {
    if (isLast || !mayPass(error)) return noteNoJob(photo, error, deps);
    throw new RetryableError(messageOf(error), { cause: error });
  }
  await deps.faultPoint('restore.afterCreate');
  await adoptPrediction(photoId, prediction, deps);
  await deps.faultPoint('restore.afterSubmit');
}
