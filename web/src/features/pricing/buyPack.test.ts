import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Toast } from '../../lib/toast';
import { type BuyPackDeps, buyPack } from './buyPack';

beforeEach(() => {
  jest.restoreAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

async function buy(overrides: Partial<BuyPackDeps> = {}, signal = new AbortController().signal) {
  const steps: string[] = [];
  const toasts: Toast[] = [];
  const deps: BuyPackDeps = {
    user: async () => ({ id: 'u1', email: 'ada@example.com', emailVerified: true }),
    listPrices: async () => ({ prices: { pack_5: null, pack_25: 'price_25', pack_50: null } }),
    createSession: async (request) => {
      steps.push(JSON.stringify(request));
      return { sessionId: 'cs_1', url: 'https://checkout/cs_1' };
    },
    redirectToCheckout: async (sessionId) => void steps.push(`redirect ${sessionId}`),
    goTo: (url) => steps.push(`go ${url}`),
    toast: (message) => toasts.push(message),
    openDialog: (name) => steps.push(`open ${name}`),
    ...overrides,
  };
  await buyPack({ packId: 'pack_25', signal }, deps);
  return { steps, toasts };
}

const refuse = (error: object) => async () => Promise.reject(Object.assign(new Error(), error));

describe('buyPack', () => {
  test('creates a session for the pack’s price and leaves for the checkout [spec 5.14, 7.7]', async () => {
    const { steps, toasts } = await buy();
    expect(steps).toEqual([
      JSON.stringify({ priceId: 'price_25', userId: 'u1', email: 'ada@example.com' }),
      'redirect cs_1',
    ]);
    expect(toasts).toEqual([]);
  });

  test('signed out: asks for a login and calls nothing [spec 5.14, 6.3, 8.7]', async () => {
    const { steps, toasts } = await buy({ user: async () => null });
    expect(toasts).toEqual([
      { title: 'Please log in first! 🔐', description: 'You need to be logged in to purchase a plan.' },
    ]);
    expect(steps).toEqual(['open login']);
  });

  test('no price: 🚧 Payments Not Configured [spec 5.14, 8.11]', async () => {
    const { steps, toasts } = await buy({
      listPrices: async () => ({ prices: { pack_5: 'x', pack_25: null, pack_50: 'y' } }),
    });
    expect(toasts[0]?.title).toBe('🚧 Payments Not Configured');
    expect(steps).toEqual([]);
  });

  test('falls back to the session’s address when Stripe.js does not redirect', async () => {
    const { steps, toasts } = await buy({ redirectToCheckout: refuse({ message: 'Stripe.js failed to load.' }) });
    expect(steps.at(-1)).toBe('go https://checkout/cs_1');
    expect(toasts).toEqual([]);
  });

  test.each<[string, (giveUp: () => void) => Partial<BuyPackDeps>]>([
    [
      'the prices',
      (giveUp) => ({
        listPrices: async () => {
          giveUp();
          return { prices: { pack_5: null, pack_25: 'price_25', pack_50: null } };
        },
      }),
    ],
    [
      'the session',
      (giveUp) => ({
        createSession: async () => {
          giveUp();
          return { sessionId: 'cs_1', url: 'https://checkout/cs_1' };
        },
      }),
    ],
    [
      'a failure of the session',
      (giveUp) => ({
        createSession: async () => {
          giveUp();
          throw new Error('Failed to create checkout session');
        },
      }),
    ],
    [
      'Stripe.js',
      (giveUp) => ({
        redirectToCheckout: async (_, { signal }) => {
          giveUp();
          signal.throwIfAborted();
        },
      }),
    ],
  ])('given up while waiting for %s: leads nowhere and says nothing', async (_, overrides) => {
    const abort = new AbortController();
    const { steps, toasts } = await buy(
      overrides(() => abort.abort()),
      abort.signal,
    );
    expect(steps.filter((step) => /redirect|go/.test(step))).toEqual([]);
    expect(toasts).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('given up before it is known who is there: asks for no login', async () => {
    const abort = new AbortController();
    const user = async () => {
      abort.abort();
      return null;
    };
    const { steps, toasts } = await buy({ user }, abort.signal);
    expect(steps).toEqual([]);
    expect(toasts).toEqual([]);
  });

  test.each<[string, Partial<BuyPackDeps>, string, string]>([
    [
      'credentials refused',
      { createSession: async () => ({ error: { message: 'auth: invalid_credentials' } }) },
      'Authentication Error',
      'Please log out and log back in, then try again.',
    ],
    [
      'a token the server does not take',
      { createSession: refuse({ code: 'functions/unauthenticated' }) },
      'Authentication Error',
      'Please log out and log back in, then try again.',
    ],
    [
      'no session created',
      { createSession: async () => ({ error: { message: 'Failed to create checkout session' } }) },
      'Session Error',
      'Unable to create payment session. Please try again.',
    ],
    [
      'Stripe refusing the session',
      { createSession: refuse({ details: { code: 'checkout_failed' } }) },
      'Session Error',
      'Unable to create payment session. Please try again.',
    ],
    [
      'an answer without a session',
      { createSession: async () => ({}) },
      'Payment Error',
      'Could not redirect to checkout. Please try again.',
    ],
    [
      'no Stripe.js and no address',
      {
        createSession: async () => ({ sessionId: 'cs_1' }),
        redirectToCheckout: refuse({ message: 'Stripe.js failed to load.' }),
      },
      'Payment Error',
      'Could not redirect to checkout. Please try again.',
    ],
    [
      'prices out of reach',
      { listPrices: refuse({}) },
      'Payment Error',
      'Could not redirect to checkout. Please try again.',
    ],
  ])('%s [spec 8.12, 8.13, 8.14]', async (_, overrides, title, description) => {
    const { toasts } = await buy(overrides);
    expect(toasts).toEqual([{ title, description, destructive: true }]);
  });

  test('logs the specification’s words for a missing session [spec 8.23]', async () => {
    await buy({ createSession: async () => ({}) });
    expect(console.error).toHaveBeenCalledWith(
      'The checkout failed',
      expect.objectContaining({ message: 'No session ID returned from server' }),
    );
  });
});
