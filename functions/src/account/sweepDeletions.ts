import { accountRef, accounts } from '../ledger/ledger';
import { messageOf } from '../platform/errors';
import { type DeleteAccountDeps, leaveStripe, removeBelongings } from './deleteAccount';

/** From each of the two queues. */
const ACCOUNTS_PER_RUN = 10;

/** To the back of the queue first: one that Stripe does not answer for, or that ends the process, keeps no other from its turn. */
async function askStripeAgain(uid: string, deps: DeleteAccountDeps): Promise<void> {
  await accountRef(deps.db, uid).update({ stripe_tried_at: deps.now() });
  await leaveStripe(uid, deps);
}

/**
 * Finishes account deletions that were interrupted or wait for Stripe, and begins with none after `until`. Stripe comes last: out of reach it takes a minute
 * for each, and meanwhile nobody's photos and sign-in may wait. Answers how many accounts were looked at.
 */
export async function sweepDeletions(deps: DeleteAccountDeps, { until }: { until?: Date } = {}): Promise<number> {
  const users = accounts(deps.db);
  const interrupted = users.where('deletion_pending', '==', true);
  // Accounts without the field are not in it.
  const waiting = users.orderBy('stripe_tried_at');
  const seen = new Set<string>();
  for (const { queue, work } of [
    { queue: interrupted, work: removeBelongings },
    { queue: waiting, work: askStripeAgain },
  ]) {
    for (const { id } of (await queue.limit(ACCOUNTS_PER_RUN).get()).docs) {
      if (until && deps.now() > until) return seen.size;
      seen.add(id);
      try {
        await work(id, deps);
      } catch (error) {
        deps.log.error('An account deletion stays for the next run', { reason: messageOf(error) });
      }
    }
  }
  return seen.size;
}
