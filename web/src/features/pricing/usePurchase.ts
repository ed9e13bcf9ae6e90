import type { PackId } from '@heirlight/contract/packs';
import { useEffect, useRef, useState } from 'react';
import { dialogStore, openDialog } from '../../lib/dialogs';
import { knownUser, sessionStore } from '../../lib/sessionStore';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { buyPack } from './buyPack';
import { createCheckoutSession, listPrices } from './pricingCalls';
import { redirectToCheckout } from './stripeRedirect';

type Prices = Record<PackId, string | null>;

/** The prices, asked for as soon as somebody who can buy looks at them; null until they are known. */
function usePrices(): Prices | null {
  const signedIn = useStore(sessionStore, (session) => session.status === 'signedIn');
  const [prices, setPrices] = useState<Prices | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    // A failure is told when somebody buys, which asks again.
    listPrices().then(
      (answer) => setPrices(answer.prices),
      (error: unknown) => console.error('list-prices failed', error),
    );
  }, [signedIn]);
  return prices;
}

export interface Purchase {
  prices: Prices | null;
  /** The pack being bought; one at a time. */
  processing: PackId | null;
  buy: (packId: PackId) => void;
}

export function usePurchase(): Purchase {
  const prices = usePrices();
  const [processing, setProcessing] = useState<PackId | null>(null);
  const underWay = useRef<AbortController | null>(null);

  // Coming back from the checkout with the browser's back button shows the page as it was left: in the midst of buying.
  useEffect(() => {
    const settle = () => setProcessing(null);
    window.addEventListener('pageshow', settle);
    return () => window.removeEventListener('pageshow', settle);
  }, []);

  // Closing the dialog gives the purchase up. It does not wait for the unmounting, before which the dialog fades out.
  const open = useStore(dialogStore, (state) => state.open === 'pricing');
  useEffect(() => {
    if (!open) return;
    return () => {
      underWay.current?.abort();
      setProcessing(null);
    };
  }, [open]);

  const buy = async (packId: PackId) => {
    if (processing) return;
    const abort = new AbortController();
    const { signal } = abort;
    underWay.current = abort;
    setProcessing(packId);
    await buyPack(
      { packId, signal },
      {
        user: knownUser,
        listPrices,
        createSession: createCheckoutSession,
        redirectToCheckout,
        goTo: (url) => window.location.assign(url),
        toast,
        openDialog,
      },
    );
    if (!signal.aborted) setProcessing(null);
  };

  return { prices, processing, buy: (packId) => void buy(packId) };
}
