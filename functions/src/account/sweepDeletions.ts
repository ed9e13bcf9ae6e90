import { accountRef, accounts } from '../ledger/ledger';
import { messageOf } from '../platform/errors';
import { type DeleteAccountDeps, leaveStripe, removeBelongings } from './deleteAccount';

/** From each of the two queues. */
const ACCOUNTS_PER_RUN = 10;

/**
 * First moves the account to the back of the queue: if Stripe hangs or the process dies, the others still get a turn.
 */
async function askStripeAgain(uid: string, deps: DeleteAccountDeps): Promise<void> {
  await accountRef(deps.db, uid).update({ stripe_tried_at: deps.now() });
  await leaveStripe(uid, deps);
}

/**
 * Finishes account deletions that were interrupted or wait for Stripe, and starts none after `until`. Stripe comes
 * last: out of reach it costs a minute per account, and removing photos and sign-ins must not wait for that. Returns
 * the number of accounts looked at.
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
