import { ledgerEntryId } from '@heirlight/contract/account';
import {
  PAYMENT_BACKOFF_MAX_MS,
  PAYMENT_BACKOFF_START_MS,
  PAYMENT_CONFIRM_DELAY_MS,
  PAYMENT_FIRST_FETCH_DELAY_MS,
  PAYMENT_MAX_ATTEMPTS,
} from '@heirlight/contract/limits';
import { pricingCopy } from '../../copy/pricingCopy';
import { toast } from '../../lib/toast';
import type { CreditsFlows } from '../account/credits';
import { awaitRestores, creditsStore } from '../account/creditsStore';
import { lastSeenStore } from '../account/lastSeen';
import type { Firebase } from '../firebase/firebase';
import { knownUser, signedInUser } from '../session/sessionStore';
import { takeBalance } from './balanceBefore';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns the pause in ms after a failed attempt (the first is number 1): 1, 2, 4, 8, then 10 seconds. */
function backoffMs(attempt: number): number {
  return Math.min(PAYMENT_BACKOFF_START_MS * 2 ** (attempt - 1), PAYMENT_BACKOFF_MAX_MS);
}

/** A fetch that takes longer has failed: a backend that is just starting can hold a request for a minute. */
const LONGEST_FETCH_MS = 10_000;

async function notForever<T>(fetched: Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('The fetch took too long')), LONGEST_FETCH_MS);
  });
  return Promise.race([fetched, tooLong]).finally(() => clearTimeout(limit));
}

/** The balance on the counter, in restores. The live document can be quicker than a response. */
function shownBalance(): number {
  const { status, restoresAvailable } = creditsStore.get();
  return status === 'ready' ? restoresAvailable : 0;
}

export interface PaymentReturnDeps {
  firebase: Pick<Firebase, 'firestore' | 'functions'>;
  credits: Pick<CreditsFlows, 'fetchCredits'>;
}

/** More than anybody's ledger grows by within a minute. */
const NEWEST_ENTRIES = 50;

/** After these attempts the page asks whether a bank transfer is on its way. By the first a card payment has come. */
const ASKS_IF_PENDING = [4, PAYMENT_MAX_ATTEMPTS];

/**
 * Follows a payment (spec, section 4): toasts, a first fetch of the balance after 2 s, up to 10 attempts at it. An
 * attempt has failed, too, if the counter has not grown since before the checkout: Stripe's webhook may be late, and
 * the toast must not say more than the counter. It may have grown by what another window bought: the ledger must have
 * this purchase. A bank transfer whose money has not come is said to be on its way, and not waited for. Runs when the
 * address has a `session_id`, and removes it. The webhook decides what was paid, so a forged one grants nothing. With
 * nobody signed in no payment is claimed. Until the end the page says that restores are on their way. Never rejects.
 */
export async function followPayment(deps: PaymentReturnDeps): Promise<void> {
  awaitRestores(true);
  try {
    await untilAdded(deps);
  } finally {
    awaitRestores(false);
  }
}

async function untilAdded({ firebase, credits }: PaymentReturnDeps): Promise<void> {
  const session = new URLSearchParams(window.location.search).get('session_id') ?? '';
  const purchase = ledgerEntryId.purchase(session);
  window.history.replaceState(null, '', '/');
  // Before the first response changes it.
  const seen = lastSeenStore.get();
  const user = await knownUser();
  if (!user) {
    toast(pricingCopy.toasts.paymentSignedOut);
    return;
  }
  toast(pricingCopy.toasts.paymentSuccessful);
  const isInLedger = async () => {
    const { readLedger } = await firebase.firestore();
    const { entries } = await readLedger({ userId: user.id, after: null, count: NEWEST_ENTRIES });
    return entries.some(({ id }) => id === purchase);
  };
  const isPending = async () => {
    const { call } = await firebase.functions();
    const { purchases } = await call('listPurchases', null);
    return purchases.some(({ sessionId, status }) => sessionId === session && status === 'pending');
  };
  // With nothing remembered, the first response is what the next ones are compared with.
  let before = takeBalance(user.id) ?? (seen?.userId === user.id ? seen.restores : null);
  await wait(PAYMENT_FIRST_FETCH_DELAY_MS);
  for (let attempt = 1; attempt <= PAYMENT_MAX_ATTEMPTS; attempt += 1) {
    const failed = (error: unknown) =>
      console.error(`Fetching the credits after the payment failed (attempt ${attempt})`, error);
    try {
      const restores = await notForever(credits.fetchCredits());
      before ??= restores;
    } catch (error) {
      failed(error);
    }
    if (signedInUser()?.id !== user.id) return;
    if (before !== null && shownBalance() > before && (await notForever(isInLedger()).catch(failed))) {
      await wait(PAYMENT_CONFIRM_DELAY_MS);
      toast(pricingCopy.toasts.creditsAdded);
      return;
    }
    if (ASKS_IF_PENDING.includes(attempt) && (await notForever(isPending()).catch(failed))) {
      toast(pricingCopy.toasts.paymentPending);
      return;
    }
    if (attempt < PAYMENT_MAX_ATTEMPTS) await wait(backoffMs(attempt));
  }
  toast(pricingCopy.toasts.paymentProcessed);
}
