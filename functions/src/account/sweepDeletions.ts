import { USERS } from '@heirlight/contract/paths';
import { messageOf } from '../platform/errors';
import { type DeleteAccountDeps, removeAccount } from './deleteAccount';

const ACCOUNTS_PER_RUN = 10;

/** Finishes account deletions that were interrupted. Answers how many were looked at. */
export async function sweepDeletions(deps: DeleteAccountDeps): Promise<number> {
  const pending = await deps.db.collection(USERS).where('deletion_pending', '==', true).limit(ACCOUNTS_PER_RUN).get();
  for (const account of pending.docs) {
    try {
      await removeAccount(account.id, deps);
    } catch (error) {
      deps.log.error('An account deletion stays for the next run', { reason: messageOf(error) });
    }
  }
  return pending.size;
}
