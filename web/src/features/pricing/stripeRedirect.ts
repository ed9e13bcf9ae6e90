import { loadConfig } from '../../lib/config';
import { copy } from '../../lib/copy';

/** `loadStripe` takes a `window.Stripe` that is already there, which is how a local stand-in comes first. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url });
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(copy.pricing.stripeMissing));
    document.head.append(script);
  });
}

/**
 * Leaves for Stripe's hosted checkout by the session's id, unless that has been given up meanwhile.
 * @throws Error "Stripe.js failed to load.", or Stripe's own message when it refused to redirect.
 */
export async function redirectToCheckout(sessionId: string, { signal }: { signal: AbortSignal }): Promise<void> {
  const { stripePublishableKey, endpoints } = await loadConfig();
  if (endpoints?.stripeJs && !('Stripe' in window)) await loadScript(endpoints.stripeJs);
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(stripePublishableKey).catch(() => null);
  if (!stripe) throw new Error(copy.pricing.stripeMissing);
  // All of that took its time.
  signal.throwIfAborted();
  const { error } = await stripe.redirectToCheckout({ sessionId });
  if (error) throw new Error(error.message ?? error.type);
}
