import type { CreateCheckoutSessionRequest, ListPricesResponse } from '@heirlight/contract/callables';
import type { PackId } from '@heirlight/contract/packs';
import { pricingCopy } from '../../copy/pricingCopy';
import { isOffline } from '../../lib/connectivity';
import { sdkCode, serverCode } from '../../lib/errorText';
import { once } from '../../lib/once';
import { type Toast, toast } from '../../lib/toast';
import { openLogin } from '../dialogs/dialogs';
import type { Firebase } from '../firebase/firebase';
import { knownUser } from '../session/sessionStore';
import { tabToComeIn } from '../session/tabToComeIn';
import { keepBalance } from './balanceBefore';
import type { Checkout } from './stripeCheckout';
import { wantedPackStore } from './wantedPack';

/** The Stripe price of each pack; null if the pack is not on sale. */
export type Prices = ListPricesResponse['prices'];

/** Returns the toast for a failed checkout, by the message (as the specification has it) and by the server's codes. */
function checkoutErrorToast(error: unknown): Toast {
  const message = error instanceof Error ? error.message : '';
  const code = serverCode(error);
  const notAuthenticated =
    code === 'signed_out' || code === 'wrong_user' || sdkCode(error) === 'functions/unauthenticated';
  if (notAuthenticated || message.includes('invalid_credentials')) return pricingCopy.toasts.authenticationError;
  if (code === 'checkout_failed' || message.includes('Failed to create checkout session')) {
    return pricingCopy.toasts.sessionError;
  }
  return pricingCopy.toasts.paymentError;
}

export interface PurchasesDeps {
  firebase: Pick<Firebase, 'functions'>;
  checkout: Checkout;
}

export type Purchases = ReturnType<typeof createPurchases>;

/** Buying credit packs. */
export function createPurchases({ firebase, checkout }: PurchasesDeps) {
  /** Asks for the prices, once per page. @throws FirebaseError; the next call tries again. */
  const listPrices = once(async (): Promise<Prices> => {
    const { call } = await firebase.functions();
    return (await call('listPrices', null)).prices;
  });

  const leaveForCheckout = async (request: CreateCheckoutSessionRequest, signal: AbortSignal): Promise<void> => {
    const { call } = await firebase.functions();
    const { sessionId, url, error } = await call('createCheckoutSession', request);
    signal.throwIfAborted();
    if (error) throw new Error(error.message);
    if (!sessionId) throw new Error(pricingCopy.noSession);
    keepBalance(request.userId);
    try {
      await checkout.redirect(sessionId, { signal });
    } catch (cause) {
      if (!url || signal.aborted) throw cause;
      console.error('Stripe.js did not redirect; going to the URL of the session instead', cause);
      checkout.goTo(url);
    }
  };

  return {
    listPrices,

    /**
     * Buys a pack: leaves for the hosted checkout, or says why not. After an abort of `signal` nothing leads away from
     * the page any more, and nothing is said. Never rejects.
     */
    async buyPack(packId: PackId, { signal }: { signal: AbortSignal }): Promise<void> {
      const user = await knownUser();
      if (signal.aborted) return;
      if (!user) {
        wantedPackStore.set(packId);
        toast(pricingCopy.toasts.loginFirstBuy);
        openLogin(tabToComeIn());
        return;
      }
      if (isOffline()) {
        toast(pricingCopy.toasts.offlineBuy);
        return;
      }
      try {
        const priceId = (await listPrices())[packId];
        signal.throwIfAborted();
        if (!priceId) {
          toast(pricingCopy.toasts.paymentsNotConfigured);
          return;
        }
        await leaveForCheckout({ priceId, userId: user.id, email: user.email }, signal);
      } catch (error) {
        if (signal.aborted) return;
        console.error('The checkout failed', error);
        toast(checkoutErrorToast(error));
      }
    },
  };
}
