import { isToolId } from '@heirlight/contract/tools';
import { type InferOutput, nullable, number, object, picklist, string } from 'valibot';
import type { PhotoRecord } from '../photos/photoRecord';
import { dayOf } from '../platform/day';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';
import type { Prediction } from '../platform/predictionProvider';
import { jobCostUsd, usualJobCostUsd } from './tools/jobPrices';

/**
 * How a restore ended, written with its end and kept when its photo is deleted: whoever deletes a failed photo gets the
 * restore back, so nearly all of them go.
 */
const outcome = object({
  /** The day of its end in UTC, `YYYY-MM-DD`. */
  day: string(),
  ended_at: time,
  tool: string(),
  status: picklist(['succeeded', 'failed']),
  /** Why it failed; null for success. */
  code: nullable(string()),
  /** From the creation of the photo to its end, whole seconds. */
  seconds: number(),
  /** What its jobs cost at the provider, in US dollars. */
  provider_usd: number(),
});
type Outcome = InferOutput<typeof outcome>;

export const outcomes = collectionOf('outcomes', outcome);
export const outcomeRef = (db: Firestore, photoId: string) => outcomes(db).doc(photoId);

/** @param prediction the photo's job; undefined when there is none, or it is not known what became of it */
export function outcomeOf(
  photo: Pick<PhotoRecord, 'tool' | 'created_at' | 'refused_prediction_id'>,
  end: { code: string | null; at: Date; prediction: Prediction | undefined },
): Outcome {
  const { code, at, prediction } = end;
  const { tool } = photo;
  const refusedUsd =
    photo.refused_prediction_id !== null && isToolId(tool) ? usualJobCostUsd(tool, prediction?.model) : 0;
  return {
    day: dayOf(at),
    ended_at: at,
    tool,
    status: code === null ? 'succeeded' : 'failed',
    code,
    seconds: Math.round((at.getTime() - photo.created_at.getTime()) / 1000),
    provider_usd: (prediction ? jobCostUsd(tool, prediction) : 0) + refusedUsd,
  };
}
