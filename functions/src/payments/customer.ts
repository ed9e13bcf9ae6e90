import { CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { accountRef } from '../account/accountRecord';
import type { Deps } from '../platform/deps';
import { AppError, messageOf } from '../platform/errors';
import { transact } from '../platform/transact';
import { hasBought } from './forgetCustomer';

type CustomerDeps = Pick<Deps, 'db' | 'payments' | 'now' | 'log'>;

interface Person {
  uid: string;
  email: string | null;
  /** The customer that Stripe does not know any more; null for the first one. */
  replaces: string | null;
}

/**
 * Clicks close to each other share a key. Stripe repeats its response to a key for a day, even if it was a failure or
 * the customer was deleted since. So a later click, or one that replaces a customer, needs another key.
 */
function customerKey({ uid, replaces }: Person, now: Date): string {
  return ['customer', uid, replaces ?? 'first', Math.floor(now.getTime() / CHECKOUT_REUSE_MS)].join('-');
}

/**
 * The account's customer after one was created: another one if that was noted first, null if the account was deleted.
 */
interface Noted {
  customerId: string | null;
  isDeleted: boolean;
}

function noteCustomer(made: string, { uid, replaces }: Person, { db }: CustomerDeps): Promise<Noted> {
  const ref = accountRef(db, uid);
  return transact(db, async (transaction) => {
    const account = (await transaction.get(ref)).data();
    const current = account?.stripe_customer_id ?? null;
    const isDeleted = Boolean(account?.deleted_at);
    if (isDeleted || (current !== null && current !== replaces)) return { customerId: current, isDeleted };
    transaction.update(ref, { stripe_customer_id: made });
    return { customerId: made, isDeleted };
  });
}

/** Deletes a customer that no account refers to. A failure is only logged: it must not hold up a purchase. */
async function discard(
  customerId: string,
  { uid, isDeleted }: { uid: string; isDeleted: boolean },
  { db, payments, log }: CustomerDeps,
): Promise<void> {
  try {
    // Another click may have bought with this customer; then its invoices must stay.
    if (isDeleted && (await hasBought(uid, { db, log })) === 'yes') return;
    await payments.deleteCustomer(customerId);
  } catch (error) {
    log.warn('A customer nobody needs stays at Stripe', { customerId, reason: messageOf(error) });
  }
}

/**
 * Creates the one customer of an account at Stripe, or the one that replaces `replaces`, and notes it on the account.
 * If two calls create one at the same time, both return the one that was noted first, and the other is deleted.
 *
 * @throws AppError `checkout_failed`; `signed_out` if the account was deleted meanwhile
 */
export async function makeCustomer(person: Person, deps: CustomerDeps): Promise<string> {
  const { uid, email } = person;
  const idempotencyKey = customerKey(person, deps.now());
  const made = await deps.payments.createCustomer({ uid, email, idempotencyKey });
  const { customerId, isDeleted } = await noteCustomer(made, person, deps);
  // Clicks close to each other get the same customer: then there is nothing to discard.
  if (customerId !== made) await discard(made, { uid, isDeleted }, deps);
  if (isDeleted || customerId === null) throw new AppError('signed_out', `The account ${uid} was deleted`);
  return customerId;
}
