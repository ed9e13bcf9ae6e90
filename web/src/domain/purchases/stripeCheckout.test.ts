import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { loadStripe as LoadStripe } from '@stripe/stripe-js/pure';
import { deferred, flush } from '../../test/deferred';
import { createStripeCheckout } from './stripeCheckout';

const { signal } = new AbortController();
const stripe = { redirectToCheckout: jest.fn<(options: object) => Promise<{ error?: { message?: string } }>>() };
const loadStripe = jest.fn<(key: string) => Promise<unknown>>();
const load: Parameters<typeof createStripeCheckout>[0] = {
  config: async () => ({ ...config, stripePublishableKey: 'pk_test' }) as ClientConfig,
  stripeJs: async () => ({ loadStripe: loadStripe as unknown as typeof LoadStripe }) as never,
};
let config: Partial<ClientConfig> = {};

beforeEach(() => {
  config = {};
  stripe.redirectToCheckout.mockReset().mockResolvedValue({});
  loadStripe.mockReset().mockResolvedValue(stripe);
});
afterEach(() => {
  for (const script of document.head.querySelectorAll('script')) script.remove();
  Reflect.deleteProperty(window, 'Stripe');
});

describe('redirecting to the checkout', () => {
  const { redirect } = createStripeCheckout(load);

  test('loads Stripe.js with the key and redirects by the session’s id [spec 7.7]', async () => {
    await redirect('cs_1', { signal });
    expect(loadStripe).toHaveBeenCalledWith('pk_test');
    expect(stripe.redirectToCheckout).toHaveBeenCalledWith({ sessionId: 'cs_1' });
    expect(document.head.querySelector('script')).toBeNull();
  });

  test('cancelled while Stripe.js loads, it does not redirect', async () => {
    const arrived = deferred<unknown>();
    loadStripe.mockReturnValue(arrived.promise);
    const abort = new AbortController();
    const done = redirect('cs_1', abort);
    await flush();
    abort.abort();
    arrived.resolve(stripe);
    await expect(done).rejects.toThrow(/abort/);
    expect(stripe.redirectToCheckout).not.toHaveBeenCalled();
  });

  test('loads the configured script first, unless it is there already', async () => {
    config = { endpoints: { stripeJs: 'http://127.0.0.1:12111/v3.js' } };
    const done = redirect('cs_1', { signal });
    await flush();
    const script = document.head.querySelector('script');
    expect(script?.src).toBe('http://127.0.0.1:12111/v3.js');
    expect(loadStripe).not.toHaveBeenCalled();
    Object.assign(window, { Stripe: jest.fn() });
    script?.onload?.(new Event('load'));
    await done;
    await redirect('cs_2', { signal });
    expect(loadStripe).toHaveBeenCalledTimes(2);
    expect(document.head.querySelectorAll('script')).toHaveLength(1);
  });

  test('says so if the configured script fails to load', async () => {
    config = { endpoints: { stripeJs: 'http://127.0.0.1:12111/v3.js' } };
    const done = redirect('cs_1', { signal });
    await flush();
    document.head.querySelector('script')?.onerror?.(new Event('error'));
    await expect(done).rejects.toThrow('Stripe.js failed to load.');
  });

  test('says when Stripe.js failed to load, and what Stripe said when it refused [spec 8.23]', async () => {
    loadStripe.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error('blocked'));
    await expect(redirect('cs_1', { signal })).rejects.toThrow('Stripe.js failed to load.');
    await expect(redirect('cs_1', { signal })).rejects.toThrow('Stripe.js failed to load.');
    stripe.redirectToCheckout.mockResolvedValue({ error: { message: 'No such session' } });
    await expect(redirect('cs_1', { signal })).rejects.toThrow('No such session');
  });
});
