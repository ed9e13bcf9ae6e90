import { createContext, useContext } from 'react';
import { firebase } from '../firebase/firebase';
import { createPurchases, type Purchases } from './purchases';
import { createStripeCheckout } from './stripeCheckout';

/** Beside the domain, since only who looks at the prices downloads it. As there, a test provides its own. */
export const PurchasesContext = createContext<Purchases>(
  createPurchases({ firebase, checkout: createStripeCheckout() }),
);

export const usePurchases = (): Purchases => useContext(PurchasesContext);
