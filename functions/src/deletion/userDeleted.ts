import { accountRef } from '../account/accountRecord';
import { type DeleteAccountDeps, removeAccount } from './deleteAccount';

/**
 * Removes everything of a user whose sign-in was deleted without our callable: by Firebase's own call, which needs only
 * a token, or in the console. Does nothing for an account whose deletion has begun: that call, or the sweep, finishes
 * it. Safe to repeat.
 */
export async function userDeleted(uid: string, deps: DeleteAccountDeps): Promise<void> {
  // An administrator can bring a user back under the same id, and events may be late.
  if (await deps.users.get(uid)) {
    deps.log.warn('An event calls a user deleted who exists', { uid });
    return;
  }
  const account = (await accountRef(deps.db, uid).get()).data();
  if (!account?.deleted_at) await removeAccount(uid, deps);
}
