import { isToolId, type ToolId } from '@heirlight/contract/tools';
import type { Prediction } from '../../platform/predictionProvider';

/** Nvidia T4, US dollars a second, as of 2026-11-23: https://replicate.com/pricing */
const T4_USD = 0.000_225;

/**
 * What a job costs at Replicate, in US dollars, as of 2026-11-23: https://replicate.com/{owner}/{name}. Replicate's own
 * models have a price for each picture; community models are billed by the second, `usualSeconds` on average.
 */
const PRICES: Record<ToolId, { pictureUsd: number } | { secondUsd: number; usualSeconds: number }> = {
  deeprestore: { pictureUsd: 0.04 },
  colorize: { pictureUsd: 0.04 },
  textremove: { pictureUsd: 0.04 },
  photoscaler: { secondUsd: T4_USD, usualSeconds: 9 },
  lowrezfix: { secondUsd: T4_USD, usualSeconds: 9 },
  pureface: { secondUsd: T4_USD, usualSeconds: 13 },
};

/** What one job of a tool usually costs, in US dollars. */
export function usualJobCostUsd(tool: ToolId): number {
  const price = PRICES[tool];
  return 'pictureUsd' in price ? price.pictureUsd : price.secondUsd * price.usualSeconds;
}

/**
 * What a job has cost, in US dollars: for the seconds that Replicate reports, or for its picture. 0 for a retired tool.
 */
export function jobCostUsd(tool: string, { status, seconds }: Pick<Prediction, 'status' | 'seconds'>): number {
  if (!isToolId(tool)) return 0;
  const price = PRICES[tool];
  if ('secondUsd' in price && seconds !== null) return price.secondUsd * seconds;
  return status === 'succeeded' ? usualJobCostUsd(tool) : 0;
}
