import { USERS } from '@heirlight/contract/paths';
import { messageOf } from '../platform/errors';
import { type DeleteAccountDeps, removeAccount } from './deleteAccount';

const ACCOUNTS_PER_RUN = 10;

/** Finishes account deletions that were interrupted, and begins with none after `until`. Answers how many were looked at. */
export async function sweepDeletions(deps: DeleteAccountDeps, { until }: { until?: Date } = {}): Promise<number> {
  const pending = await deps.db.collection(USERS).where('deletion_pending', '==', true).limit(ACCOUNTS_PER_RUN).get();
  let seen = 0;
  for (const account of pending.docs) {
    if (until && deps.now() > until) break;
    seen++;
    try {
      await removeAccount(account.id, deps);
    } catch (error) {
      deps.log.error('An account deletion stays for the next run', { reason: messageOf(error) });
    }
  }
  return seen;
}
