import type { CreateCheckoutSessionResponse } from '@heirlight/contract/callables';
import { CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { type CreditPack, PACKS } from '@heirlight/contract/packs';
import { ensureAccount } from '../account/ensureAccount';
import type { Caller } from '../platform/caller';
import type { BackendConfig } from '../platform/config';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import type { Timestamp } from '../platform/firestoreTypes';
import { countUseNow } from '../platform/rateLimit';
import { readText } from '../platform/requests';
import { transact } from '../platform/transact';
import { checkoutRef, openPayment, type PaymentRecord, paymentRef } from './paymentRecord';

export type CheckoutDeps = Pick<Deps, 'db' | 'users' | 'payments' | 'config' | 'now' | 'newId' | 'faultPoint' | 'log'>;

/** The client recognises this sentence (spec, section 8, "Session Error"). */
const CHECKOUT_FAILED = 'Failed to create checkout session';

function packOf(priceId: string, prices: BackendConfig['prices']): CreditPack {
  const pack = PACKS.find((candidate) => prices[candidate.id] === priceId);
  if (!pack) throw new AppError('unknown_price', `No pack has the price ${priceId}`);
  return pack;
}

/**
 * The idempotency key for this person and pack: the same for clicks shortly after each other, so that they lead to one
 * session at Stripe; a new one once that session was paid or time has passed.
 */
function checkoutKey({ uid, pack }: { uid: string; pack: CreditPack }, deps: CheckoutDeps): Promise<string> {
  const { db, now, newId } = deps;
  const ref = checkoutRef(db, { uid, pack: pack.id });
  return transact(db, async (transaction) => {
    const current = (await transaction.get(ref)).data() as { key: string; created_at: Timestamp } | undefined;
    const at = now();
    if (current && at.getTime() - current.created_at.toMillis() < CHECKOUT_REUSE_MS) return current.key;
    const key = newId();
    transaction.set(ref, { key, created_at: at });
    return key;
  });
}

/** For the admin's eyes only: the webhook writes the same document when this does not come to it. */
async function recordOpen(sessionId: string, payment: PaymentRecord<Date>, { db }: CheckoutDeps): Promise<void> {
  const ref = paymentRef(db, sessionId);
  await transact(db, async (transaction) => {
    if ((await transaction.get(ref)).exists) return;
    transaction.create(ref, payment);
  });
}

/**
 * The callable `create-checkout-session`. Who buys comes from the token; what it costs from the price object at Stripe;
 * what it adds from the pack table. `userId` is only compared, `email` not even read.
 *
 * @throws AppError `wrong_user`, `unknown_price`, `rate_limited`, `signed_out`, `invalid_request`; a refusal by Stripe is
 *   the response's `error`
 */
export async function createCheckoutSession(
  body: unknown,
  caller: Caller,
  deps: CheckoutDeps,
): Promise<CreateCheckoutSessionResponse> {
  const { db, payments, config, now, faultPoint, log } = deps;
  const { uid, email, address } = caller;
  if (readText(body, 'userId') !== uid) throw new AppError('wrong_user', 'userId is not the caller');
  const priceId = readText(body, 'priceId');
  const pack = packOf(priceId, config.prices);
  await countUseNow({ db, name: 'checkoutPerUser', key: uid, now: now() });
  await countUseNow({ db, name: 'checkoutPerAddress', key: address, now: now() });
  const account = await ensureAccount(caller, deps);
  const idempotencyKey = await checkoutKey({ uid, pack }, deps);
  await faultPoint('checkout.beforeCreate');
  try {
    const session = await payments.createSession({
      uid,
      email,
      customerId: account.stripeCustomerId,
      pack: pack.id,
      priceId,
      successUrl: `${config.appOrigin}/?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${config.appOrigin}/`,
      idempotencyKey,
    });
    await faultPoint('checkout.afterCreate');
    await recordOpen(session.sessionId, openPayment({ uid, pack }, now()), deps);
    await faultPoint('checkout.afterRecord');
    return { sessionId: session.sessionId, ...(session.url === null ? {} : { url: session.url }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.error('No checkout session', { uid, pack: pack.id, code: error.code, reason: error.message });
    return { error: { message: CHECKOUT_FAILED } };
  }
}
