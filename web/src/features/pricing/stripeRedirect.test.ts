import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';

let config: Partial<ClientConfig> = {};
const loadStripe = jest.fn<(key: string) => Promise<unknown>>();
const redirect = jest.fn<(options: object) => Promise<{ error?: { message?: string } }>>();
jest.mock('../../lib/config', () => ({ loadConfig: async () => config }));
jest.mock('@stripe/stripe-js/pure', () => ({ loadStripe: (key: string) => loadStripe(key) }));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let redirectToCheckout: typeof import('./stripeRedirect').redirectToCheckout;
beforeAll(async () => {
  ({ redirectToCheckout } = await import('./stripeRedirect'));
});

beforeEach(() => {
  config = { stripePublishableKey: 'pk_test' };
  jest.resetAllMocks();
  redirect.mockResolvedValue({});
  loadStripe.mockResolvedValue({ redirectToCheckout: redirect });
});
afterEach(() => {
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

const { signal } = new AbortController();

describe('redirectToCheckout', () => {
  test('given up while Stripe.js was coming, it stays', async () => {
    const abort = new AbortController();
    loadStripe.mockImplementation(async () => {
      abort.abort();
      return { redirectToCheckout: redirect };
    });
    await expect(redirectToCheckout('cs_1', abort)).rejects.toThrow(/abort/);
    expect(redirect).not.toHaveBeenCalled();
  });

  test('loads Stripe.js with the key and redirects by the session’s id [spec 7.7]', async () => {
    await redirectToCheckout('cs_1', { signal });
    expect(loadStripe).toHaveBeenCalledWith('pk_test');
    expect(redirect).toHaveBeenCalledWith({ sessionId: 'cs_1' });
    expect(document.head.querySelector('script')).toBeNull();
  });

  test('loads the configured script first', async () => {
    config.endpoints = { stripeJs: 'http://127.0.0.1:12111/v3.js' };
    const done = redirectToCheckout('cs_1', { signal });
    await new Promise((resolve) => setTimeout(resolve, 0));
    const script = document.head.querySelector('script');
    expect(script?.src).toBe('http://127.0.0.1:12111/v3.js');
    expect(loadStripe).not.toHaveBeenCalled();
    script?.onload?.(new Event('load'));
    await done;
    expect(loadStripe).toHaveBeenCalledTimes(1);
  });

  test('says when Stripe.js failed to load, and what Stripe said when it refused [spec 8.23]', async () => {
    loadStripe.mockResolvedValueOnce(null).mockRejectedValueOnce(new Error('blocked'));
    await expect(redirectToCheckout('cs_1', { signal })).rejects.toThrow('Stripe.js failed to load.');
    await expect(redirectToCheckout('cs_1', { signal })).rejects.toThrow('Stripe.js failed to load.');
    redirect.mockResolvedValue({ error: { message: 'No such session' } });
    await expect(redirectToCheckout('cs_1', { signal })).rejects.toThrow('No such session');
  });
});
