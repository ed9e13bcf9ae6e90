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
 * One run of the sweeper. A part that fails keeps no other from its turn, and the one that talks to the provider, which may hang, comes last.
 */
export async function sweepAll(deps: SweepAllDeps): Promise<Swept> {
  const part = async (name: keyof Swept, sweep: () => Promise<number>): Promise<number | null> => {
    try {
      return await sweep();
    } catch (error) {
      deps.log.error('A part of the sweep failed', { part: name, reason: messageOf(error) });
      return null;
    }
  };
  return {
    deletions: await part('deletions', () => sweepDeletions(deps)),
    files: await part('files', () => sweepFiles(deps)),
    refusals: await part('refusals', () => sweepRefusals(deps)),
    stuck: await part('stuck', () => sweepProcessing(deps)),
  };
}
