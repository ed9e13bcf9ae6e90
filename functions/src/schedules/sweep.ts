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
 * When each part stops starting new work, after the start of the run. Calls to other services may hang for half a
 * minute, to Stripe for a whole one, and the platform ends the run after 300 s. Each part leaves the next one time to
 * begin.
 */
const PAYMENTS_UNTIL_MS = 40_000;
const DELETIONS_UNTIL_MS = 110_000;
const STUCK_UNTIL_MS = 200_000;
const FILES_UNTIL_MS = 240_000;

/** One run of the sweeper. A part that fails or hangs does not stop the others. */
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
    // Last: it decodes uploads, and one that kills the process would otherwise stop the other parts in every run.
    files: await part('files', () => sweepFiles(deps, { until: new Date(started + FILES_UNTIL_MS) })),
  };
}
