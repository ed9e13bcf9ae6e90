import { isToolId, type ToolId } from '@heirlight/contract/tools';
import type { Prediction } from '../../platform/predictionProvider';
import { priceOf } from './tools';

/** What one job of a tool usually costs, in US dollars, with the named model or else with the tool's first one. */
export function usualJobCostUsd(tool: ToolId, model: string | null = null): number {
  const price = priceOf(tool, model);
  return 'pictureUsd' in price ? price.pictureUsd : price.secondUsd * price.usualSeconds;
}

/**
 * What a job has cost, in US dollars: for the seconds that Replicate reports, or for its picture. 0 for a retired tool.
 */
export function jobCostUsd(tool: string, job: Pick<Prediction, 'status' | 'seconds' | 'model'>): number {
  if (!isToolId(tool)) return 0;
  const price = priceOf(tool, job.model);
  if ('secondUsd' in price && job.seconds !== null) return price.secondUsd * job.seconds;
  return job.status === 'succeeded' ? usualJobCostUsd(tool, job.model) : 0;
}
