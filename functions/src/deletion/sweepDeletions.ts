import { type AccountRecord, accounts } from '../account/accountRecord';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import type { QueryDocumentSnapshot } from '../platform/firestoreTypes';
import { sweepTaskId } from '../platform/taskQueue';
import { REMOVE_ACCOUNT } from './queues';

/** From each of the two queries. */
const ACCOUNTS_PER_RUN = 10;

type SweepDeletionsDeps = Pick<Deps, 'db' | 'tasks' | 'now' | 'log'>;

/** The name of a task has letters, digits, `-` and `_` only; the id of a user may have others. */
const safe = (uid: string) => Buffer.from(uid).toString('base64url');

/**
 * Finds account deletions that were interrupted or wait for Stripe, and enqueues them. Those that wait go to the back,
 * so that all have their turn. Returns the number of accounts found.
 */
export async function sweepDeletions({ db, tasks, now, log }: SweepDeletionsDeps): Promise<number> {
  const interrupted = accounts(db).where('deletion_pending', '==', true);
  // Accounts without the field are not in it.
  const waiting = accounts(db).orderBy('stripe_tried_at');
  const found = new Map<string, QueryDocumentSnapshot<AccountRecord, AccountRecord>>();
  for (const query of [interrupted, waiting]) {
    for (const snapshot of (await query.limit(ACCOUNTS_PER_RUN).get()).docs) found.set(snapshot.id, snapshot);
  }
  for (const [uid, snapshot] of found) {
    try {
      const { deleted_at, stripe_tried_at } = snapshot.data();
      const ageMs = now().getTime() - (deleted_at ?? now()).getTime();
      if (stripe_tried_at) await snapshot.ref.update({ stripe_tried_at: now() });
      await tasks.enqueue(REMOVE_ACCOUNT, { uid }, { id: sweepTaskId(safe(uid), ageMs) });
    } catch (error) {
      log.error('An account deletion stays for the next run', { reason: messageOf(error) });
    }
  }
  return found.size;
}
