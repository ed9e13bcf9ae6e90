import { pricingCopy } from '../../copy/pricingCopy';
import { loadConfig } from '../../lib/config';

/** The ways that lead from this page to Stripe's hosted checkout. */
export interface Checkout {
  /**
   * Leaves by the Checkout Session's id, unless `signal` is aborted first.
   * @throws Error "Stripe.js failed to load.", or Stripe's own message if it refused to redirect.
   */
  redirect(sessionId: string, options: { signal: AbortSignal }): Promise<void>;
  /** Leaves by the session's URL. */
  goTo(url: string): void;
}

/** Loads a local stand-in for Stripe.js: `loadStripe` takes a `window.Stripe` that is already there. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url });
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(pricingCopy.stripeMissing));
    document.head.append(script);
  });
}

export function createStripeCheckout(
  load = { config: loadConfig, stripeJs: () => import('@stripe/stripe-js/pure') },
): Checkout {
  return {
    async redirect(sessionId, { signal }) {
      const { stripePublishableKey, endpoints } = await load.config();
      if (endpoints?.stripeJs && !('Stripe' in window)) await loadScript(endpoints.stripeJs);
      const { loadStripe } = await load.stripeJs();
      const stripe = await loadStripe(stripePublishableKey).catch(() => null);
      if (!stripe) throw new Error(pricingCopy.stripeMissing);
      signal.throwIfAborted();
      const { error } = await stripe.redirectToCheckout({ sessionId });
      if (error) throw new Error(error.message ?? error.type);
    },
    goTo: (url) => window.location.assign(url),
  };
}
