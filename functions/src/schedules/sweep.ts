import type { DeleteAccountDeps } from '../account/deleteAccount';
import { sweepDeletions } from '../account/sweepDeletions';
import { sweepPayments } from '../payments/sweepPayments';
import { type SweepFilesDeps, sweepFiles } from '../photos/sweepFiles';
import { messageOf } from '../platform/errors';
import { sweepRefusals } from '../restore/refusals';
import { type SweepDeps, sweepProcessing } from '../restore/sweepProcessing';

export type SweepAllDeps = SweepDeps & DeleteAccountDeps & SweepFilesDeps;

/** What was looked at or removed, by part; null where the part failed. */
export type Swept = Record<'deletions' | 'files' | 'payments' | 'refusals' | 'stuck', number | null>;

/**
 * When the parts that ask others, which may hang for half a minute each time and Stripe for a whole one, begin with nothing new any more, after the start of
 * the run; 300 s after it the run is ended for good. Each leaves the next one time to begin.
 */
const PAYMENTS_UNTIL_MS = 40_000;
const DELETIONS_UNTIL_MS = 110_000;
const STUCK_UNTIL_MS = 200_000;
const FILES_UNTIL_MS = 240_000;

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
    refusals: await part('refusals', () => sweepRefusals(deps)),
    payments: await part('payments', () => sweepPayments(deps, { until: new Date(started + PAYMENTS_UNTIL_MS) })),
    deletions: await part('deletions', () => sweepDeletions(deps, { until: new Date(started + DELETIONS_UNTIL_MS) })),
    stuck: await part('stuck', () => sweepProcessing(deps, { until: new Date(started + STUCK_UNTIL_MS) })),
    // Last: uploads are decoded there, and one that ended the process would keep all others from their turn in every run.
    files: await part('files', () => sweepFiles(deps, { until: new Date(started + FILES_UNTIL_MS) })),
  };
}
