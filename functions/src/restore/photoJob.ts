import { photoRef } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import type { Prediction } from '../platform/predictionProvider';
import { transact } from '../platform/transact';

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
    if (photo.refused_prediction_id === prediction.id) return false;
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
