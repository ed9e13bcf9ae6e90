import type { DigitalSourceType } from '@heirlight/contract/tools';

const REDRAWN = 'What AI redraws may differ from what was there.';

/** Said where a tool is chosen and where its result is seen. Null: the tool keeps what is in the photo. */
export const redrawnCopy: Record<DigitalSourceType, string | null> = {
  algorithmicallyEnhanced: null,
  compositeWithTrainedAlgorithmicMedia: REDRAWN,
  trainedAlgorithmicMedia: REDRAWN,
};
