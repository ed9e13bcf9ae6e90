import { CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { type AccountRecord, accountRef } from '../account/ledger';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { transact } from '../platform/transact';

interface Person {
  uid: string;
  email: string | null;
  /** The customer this one is made in place of, because Stripe does not know it any more. */
  replaces: string | null;
}

/**
 * One key for clicks close to each other. Stripe remembers the answer to a key for a day, also a failure and also a customer deleted since: whoever comes
 * later, or in place of another customer, asks anew.
 */
function customerKey({ uid, replaces }: Person, now: Date): string {
  return ['customer', uid, replaces ?? 'first', Math.floor(now.getTime() / CHECKOUT_REUSE_MS)].join('-');
}

/**
 * Makes the one customer an account has at Stripe, or the one in place of `replaces`, and notes it on the account. When two are made at the same time, the one
 * noted first is the account's, and is answered to both; no payment ever belongs to the other.
 *
 * @throws AppError `checkout_failed`; `signed_out` when the account was deleted meanwhile, which must not name a person again
 */
export async function makeCustomer(
  person: Person,
  { db, payments, now }: Pick<Deps, 'db' | 'payments' | 'now'>,
): Promise<string> {
  const { uid, email, replaces } = person;
  const made = await payments.createCustomer({ uid, email, idempotencyKey: customerKey(person, now()) });
  const ref = accountRef(db, uid);
  return transact(db, async (transaction) => {
    const account = (await transaction.get(ref)).data() as AccountRecord | undefined;
    if (account?.deleted_at) throw new AppError('signed_out', `The account ${uid} was deleted`);
    const current = account?.stripe_customer_id ?? null;
    if (current !== null && current !== replaces) return current;
    transaction.update(ref, { stripe_customer_id: made });
    return made;
  });
}
