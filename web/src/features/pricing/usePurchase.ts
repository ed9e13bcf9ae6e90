import type { PackId } from '@heirlight/contract/packs';
import { useEffect, useRef, useState } from 'react';
import { dialogStore } from '../../domain/dialogs/dialogs';
import type { Prices } from '../../domain/purchases/purchases';
import { usePurchases } from '../../domain/purchases/usePurchases';
import { sessionStore } from '../../domain/session/sessionStore';
import { useStore } from '../../lib/store';

/** Asks for the prices as soon as somebody who can buy looks at them. Returns null until they are known. */
function usePrices(): Prices | null {
  const purchases = usePurchases();
  const signedIn = useStore(sessionStore, (session) => session.status === 'signedIn');
  const [prices, setPrices] = useState<Prices | null>(null);
  useEffect(() => {
    if (!signedIn) return;
    // A failure is only logged: buying asks again, and tells.
    purchases.listPrices().then(setPrices, (error: unknown) => console.error('list-prices failed', error));
  }, [signedIn, purchases]);
  return prices;
}

export interface Purchase {
  prices: Prices | null;
  /** The pack being bought; one at a time. */
  processing: PackId | null;
  buy: (packId: PackId) => void;
}

export function usePurchase(): Purchase {
  const purchases = usePurchases();
  const prices = usePrices();
  const [processing, setProcessing] = useState<PackId | null>(null);
  const underWay = useRef<AbortController | null>(null);

  // The browser's back button leads from the checkout to the page as it was left: with a purchase under way.
  useEffect(() => {
    const settle = () => setProcessing(null);
    window.addEventListener('pageshow', settle);
    return () => window.removeEventListener('pageshow', settle);
  }, []);

  // Closing the dialog gives the purchase up at once, without waiting until it has faded out and unmounts.
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
    await purchases.buyPack(packId, { signal });
    if (!signal.aborted) setProcessing(null);
  };

  return { prices, processing, buy: (packId) => void buy(packId) };
}
