// Why: docs/decisions/2026-11-23-checkout.md
import type { CreateCheckoutSessionRequest, CreateCheckoutSessionResponse } from '@heirlight/contract/callables';
import { CHECKOUT_REUSE_MS } from '@heirlight/contract/limits';
import { type CreditPack, PACKS } from '@heirlight/contract/packs';
import { CANCELLED_CHECKOUT } from '@heirlight/contract/paths';
import { accountRef } from '../account/accountRecord';
import { type AccountDeps, ensureAccount } from '../account/ensureAccount';
import type { Caller } from '../platform/caller';
import { checkoutSwitches } from '../platform/checkoutSwitches';
import type { BackendConfig } from '../platform/config';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { AppError, messageOf } from '../platform/errors';
import type { CheckoutOrder, CheckoutSwitches, OpenSession } from '../platform/paymentGateway';
import { countUseNow } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { makeCustomer } from './customer';
import { checkoutRef, openPayment, type PaymentRecord, paymentRef } from './paymentRecord';

export type CheckoutDeps = AccountDeps & Pick<Deps, 'payments' | 'newId' | 'log'>;

/** The client recognises this sentence (spec, section 8, "Session Error"). */
const CHECKOUT_FAILED = 'Failed to create checkout session';

function packOf(priceId: string, prices: BackendConfig['prices']): CreditPack {
  const pack = PACKS.find((candidate) => prices[candidate.id] === priceId);
  if (!pack) throw new AppError('unknown_price', `No pack has the price ${priceId}`);
  return pack;
}

/**
 * The idempotency key for this person and pack. Clicks within CHECKOUT_REUSE_MS get the same key, so that they lead to
 * one session at Stripe. There is a new one once that session was paid or time has passed.
 */
function checkoutKey({ uid, pack }: { uid: string; pack: CreditPack }, deps: CheckoutDeps): Promise<string> {
  const { db, now, newId } = deps;
  const ref = checkoutRef(db, { uid, pack: pack.id });
  return transact(db, async (transaction) => {
    const current = (await transaction.get(ref)).data();
    const at = now();
    if (current && at.getTime() - current.created_at.getTime() < CHECKOUT_REUSE_MS) return current.key;
    const key = newId();
    transaction.set(ref, { key, created_at: at });
    return key;
  });
}

/**
 * Records an open session; a webhook that comes first writes the same document. Returns false and records nothing if
 * the account was deleted meanwhile, because its deletion has already looked for open sessions.
 */
function recordOpen(sessionId: string, payment: PaymentRecord, { db }: CheckoutDeps): Promise<boolean> {
  const ref = paymentRef(db, sessionId);
  return transact(db, async (transaction) => {
    const [known, account] = await getAll(transaction, ref, accountRef(db, payment.user_id));
    if (account.data()?.deleted_at) return false;
    if (!known.exists) transaction.create(ref, payment);
    return true;
  });
}

type Order = Omit<CheckoutOrder, 'customerId' | 'email' | 'switches'>;
interface Buyer {
  email: string | null;
  customerId: string | null;
}

/** @throws AppError `checkout_failed` that names a wrong parameter */
function switchesOf({ config }: CheckoutDeps): CheckoutSwitches {
  try {
    return checkoutSwitches(config.checkout);
  } catch (error) {
    throw new AppError('checkout_failed', messageOf(error), { cause: error });
  }
}

/** Opens a session for the buyer's one customer, created first if there is none. @throws AppError as `makeCustomer` */
async function openSession(order: Order, { email, customerId }: Buyer, deps: CheckoutDeps): Promise<OpenSession> {
  const { uid } = order;
  const whole = { ...order, email, switches: switchesOf(deps) };
  const known = customerId ?? (await makeCustomer({ uid, email, replaces: null }, deps));
  const session = await deps.payments.createSession({ ...whole, customerId: known });
  if (session) return session;
  const made = await makeCustomer({ uid, email, replaces: known }, deps);
  const again = await deps.payments.createSession({ ...whole, customerId: made });
  if (!again) throw new AppError('checkout_failed', `Stripe does not know ${made}, which it has just created`);
  return again;
}

/** Returns null if Stripe refused. The log has the reason; the buyer may try again. */
async function openedSession(order: Order, buyer: Buyer, deps: CheckoutDeps): Promise<OpenSession | null> {
  try {
    return await openSession(order, buyer, deps);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'checkout_failed') throw error;
    const { uid, pack } = order;
    deps.log.error('No checkout session', { uid, pack, code: error.code, reason: error.message });
    return null;
  }
}

/** Ends a session whose URL was never returned. */
async function endUnseen(sessionId: string, { payments, log }: CheckoutDeps): Promise<void> {
  try {
    await payments.expireSession(sessionId);
  } catch (error) {
    log.error('A checkout opened for a deleted account could not be ended', { sessionId, reason: messageOf(error) });
  }
}

/**
 * The callable `create-checkout-session`. The token says who buys, Stripe's price object what it costs, and the
 * contract's packs what it adds. `userId` is only compared and `email` not read.
 *
 * @throws AppError `wrong_user`, `unknown_price`, `rate_limited`, `signed_out`; a rejection by Stripe is
 *   the response's `error`
 */
export async function createCheckoutSession(
  { priceId, userId }: CreateCheckoutSessionRequest,
  caller: Caller,
  deps: CheckoutDeps,
): Promise<CreateCheckoutSessionResponse> {
  const { db, config, now, faultPoint } = deps;
  const { uid, email } = caller;
  if (userId !== uid) throw new AppError('wrong_user', 'userId is not the caller');
  const pack = packOf(priceId, config.prices);
  await countUseNow({ db, name: 'checkoutPerUser', key: uid, now: now() });
  const account = await ensureAccount(caller, deps);
  const idempotencyKey = await checkoutKey({ uid, pack }, deps);
  await faultPoint('checkout.beforeCreate');
  const order: Order = {
    uid,
    pack: pack.id,
    priceId,
    // Stripe takes an account that was deleted and made again for a new customer.
    allowsPromotionCodes: !(config.promotionFirstOrdersOnly && account.isReturning),
    successUrl: `${config.appOrigin}/?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.appOrigin}/?${CANCELLED_CHECKOUT}`,
    idempotencyKey,
  };
  const session = await openedSession(order, { email, customerId: account.stripeCustomerId }, deps);
  if (!session) return { error: { message: CHECKOUT_FAILED } };
  await faultPoint('checkout.afterCreate');
  const { sessionId, url } = session;
  if (!(await recordOpen(sessionId, openPayment({ uid, pack }, now()), deps))) {
    await endUnseen(sessionId, deps);
    throw new AppError('signed_out', `The account ${uid} was deleted while it opened a checkout`);
  }
  await faultPoint('checkout.afterRecord');
  return { sessionId, ...(url === null ? {} : { url }) };
}
