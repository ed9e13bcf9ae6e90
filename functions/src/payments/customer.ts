import { CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { accountRef } from '../ledger/ledger';
import type { Deps } from '../platform/deps';
import { AppError, messageOf } from '../platform/errors';
import { transact } from '../platform/transact';
import { hasBought } from './forgetCustomer';

type CustomerDeps = Pick<Deps, 'db' | 'payments' | 'now' | 'log'>;

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

/** The account's customer after one was made for it: another, when that was noted first; perhaps none, when the account was deleted. */
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

/** Deletes a customer nobody will find again. What fails here stays at Stripe: it holds up no purchase. */
async function discard(
  customerId: string,
  { uid, isDeleted }: { uid: string; isDeleted: boolean },
  { db, payments, log }: CustomerDeps,
): Promise<void> {
  try {
    // It may be shared with a click that led to a purchase: then the deletion of the account has left it to its invoices.
    if (isDeleted && (await hasBought(uid, { db })) === 'yes') return;
    await payments.deleteCustomer(customerId);
  } catch (error) {
    log.warn('A customer nobody needs stays at Stripe', { customerId, reason: messageOf(error) });
  }
}

/**
 * Makes the one customer an account has at Stripe, or the one in place of `replaces`, and notes it on the account. When two are made at the same time, the one
 * noted first is the account's, and is answered to both; no payment ever belongs to the other, which is deleted.
 *
 * @throws AppError `checkout_failed`; `signed_out` when the account was deleted meanwhile, which must not name a person again
 */
export async function makeCustomer(person: Person, deps: CustomerDeps): Promise<string> {
  const { uid, email } = person;
  const idempotencyKey = customerKey(person, deps.now());
  const made = await deps.payments.createCustomer({ uid, email, idempotencyKey });
  const { customerId, isDeleted } = await noteCustomer(made, person, deps);
  // Clicks close to each other are answered one and the same: that one is the account's, or its deletion's to deal with.
  if (customerId !== made) await discard(made, { uid, isDeleted }, deps);
  if (isDeleted || customerId === null) throw new AppError('signed_out', `The account ${uid} was deleted`);
  return customerId;
}
