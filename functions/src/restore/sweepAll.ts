import type { DeleteAccountDeps } from '../account/deleteAccount';
import { sweepDeletions } from '../account/sweepDeletions';
import { type SweepFilesDeps, sweepFiles } from '../photos/sweepFiles';
import { messageOf } from '../platform/errors';
import { sweepRefusals } from './refusals';
import { type SweepDeps, sweepProcessing } from './sweep';

export type SweepAllDeps = SweepDeps & DeleteAccountDeps & SweepFilesDeps;

/** What was looked at or removed, by part; null where the part failed. */
export type Swept = Record<'deletions' | 'files' | 'refusals' | 'stuck', number | null>;

/**
 * When the parts that ask others, which may hang for half a minute each time, begin with nothing new any more, after the start of the run; 300 s after it
 * the run is ended for good.
 */
const DELETIONS_UNTIL_MS = 100_000;
const STUCK_UNTIL_MS = 200_000;

/** One run of the sweeper. A part that fails or hangs keeps no other from its turn. */
export async function sweepAll(deps: SweepAllDeps): Promise<Swept> {
  const started = deps.now().getTime();
  const part = async (name: keyof Swept, sweep: () => Promise<number>): Promise<number | null> => {
    try {
      return await sweep();
    } catch (error) {
      deps.log.error('A part of the sweep failed', { part: name, reason: messageOf(error) });
      return null;
    }
  };
  return {
    files: await part('files', () => sweepFiles(deps)),
    refusals: await part('refusals', () => sweepRefusals(deps)),
    deletions: await part('deletions', () => sweepDeletions(deps, { until: new Date(started + DELETIONS_UNTIL_MS) })),
    stuck: await part('stuck', () => sweepProcessing(deps, { until: new Date(started + STUCK_UNTIL_MS) })),
  };
}
