import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred, flush } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../dialogs/dialogs';
import { sessionStore } from '../session/sessionStore';
import { takeBalance } from './balanceBefore';
import { resumePurchase, wantedPackStore } from './wantedPack';

const PRICES = { prices: { pack_5: null, pack_25: 'price_25', pack_50: null } };
const SESSION = { sessionId: 'cs_1', url: 'https://checkout/cs_1' };
const { signal } = new AbortController();
const failure = (error: object) => Object.assign(new Error(), error);

let toasts: Toast[] = [];
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;
beforeEach(() => {
  toasts = [];
  stopToasts = subscribeToasts((toast) => toasts.push(toast));
  sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1', email: 'ada@example.com' }) });
  closeDialog();
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  stopToasts();
  log.mockRestore();
});

function setUp({ prices = PRICES as unknown, session = SESSION as unknown } = {}) {
  const { purchases, call, checkout } = fakeDomain();
  call.mockResolvedValueOnce(prices).mockResolvedValueOnce(session);
  return { ...purchases, call, checkout };
}

describe('buyPack', () => {
  test('creates a session for the pack’s price and leaves for the checkout [spec 5.14, 7.7]', async () => {
    creditsStore.set({ status: 'ready', restoresAvailable: 3 });
    const { buyPack, call, checkout } = setUp();
    await buyPack('pack_25', { signal });
    expect(call).toHaveBeenLastCalledWith('createCheckoutSession', {
      priceId: 'price_25',
      userId: 'u1',
      email: 'ada@example.com',
    });
    expect(checkout.redirect).toHaveBeenCalledWith('cs_1', { signal });
    expect(takeBalance('u1')).toBe(3);
    expect(checkout.goTo).not.toHaveBeenCalled();
    expect(toasts).toEqual([]);
  });

  test('signed out: asks for a login and calls nothing [spec 5.14, 6.3, 8.7]', async () => {
    sessionStore.set({ status: 'signedOut' });
    const { buyPack, call } = setUp();
    await buyPack('pack_25', { signal });
    expect(toasts).toEqual([
      { title: 'Please log in first! 🔐', description: 'You need to be logged in to purchase a plan.' },
    ]);
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'signup' });
    expect(call).not.toHaveBeenCalled();
  });

  describe('what a visitor wanted to buy', () => {
    let stop = () => {};
    beforeEach(async () => {
      sessionStore.set({ status: 'signedOut' });
      stop = resumePurchase();
      openDialog('pricing');
      await setUp().buyPack('pack_25', { signal });
    });
    afterEach(() => {
      stop();
      wantedPackStore.set(null);
    });
    const logIn = () => {
      sessionStore.set({ status: 'signedIn', user: aUser() });
      closeDialog();
    };

    test('goes on after the login: the prices open, once, and forget it when they close', () => {
      expect(wantedPackStore.get()).toBe('pack_25');
      logIn();
      expect([dialogStore.get().open, wantedPackStore.get()]).toEqual(['pricing', 'pack_25']);
      closeDialog();
      expect([dialogStore.get().open, wantedPackStore.get()]).toEqual([null, null]);
    });

    test('is forgotten by whoever closes the login', () => {
      closeDialog();
      logIn();
      expect([dialogStore.get().open, wantedPackStore.get()]).toEqual([null, null]);
    });
  });

  test('without a network it says so calmly, and asks for nothing', async () => {
    connectivityStore.set('offline');
    const { buyPack, call } = setUp();
    await buyPack('pack_25', { signal });
    expect(toasts).toMatchObject([{ title: 'You are offline' }]);
    expect(toasts[0]?.destructive).toBeUndefined();
    expect(call).not.toHaveBeenCalled();
    connectivityStore.set('online');
  });

  test('waits for a session that is still being restored', async () => {
    sessionStore.set({ status: 'loading' });
    const { buyPack, checkout } = setUp();
    const bought = buyPack('pack_25', { signal });
    await flush();
    expect(toasts).toEqual([]);
    sessionStore.set({ status: 'signedIn', user: aUser() });
    await bought;
    expect(checkout.redirect).toHaveBeenCalledTimes(1);
  });

  test('no price: 🚧 Payments Not Configured [spec 5.14, 8.11]', async () => {
    const { buyPack, call } = setUp({ prices: { prices: { pack_5: 'x', pack_25: null, pack_50: 'y' } } });
    await buyPack('pack_25', { signal });
    expect(toasts[0]?.title).toBe('🚧 Payments Not Configured');
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('asks for the prices once per page, and again after a failure', async () => {
    const { buyPack, listPrices, call } = setUp({ prices: PRICES, session: new Error('unused') });
    await Promise.all([listPrices(), listPrices()]);
    expect(call).toHaveBeenCalledTimes(1);
    call.mockReset();
    call.mockResolvedValue(SESSION);
    await buyPack('pack_25', { signal });
    expect(call).toHaveBeenCalledTimes(1);
    const other = setUp();
    other.call.mockReset();
    other.call.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(PRICES);
    await expect(other.listPrices()).rejects.toThrow('down');
    expect(await other.listPrices()).toEqual(PRICES.prices);
  });

  test('falls back to the session’s URL if Stripe.js does not redirect', async () => {
    const { buyPack, checkout } = setUp();
    checkout.redirect.mockRejectedValue(new Error('Stripe.js failed to load.'));
    await buyPack('pack_25', { signal });
    expect(checkout.goTo).toHaveBeenCalledWith('https://checkout/cs_1');
    expect(toasts).toEqual([]);
  });

  test('logs the specification’s words for a missing session [spec 8.23]', async () => {
    const { buyPack } = setUp({ session: {} });
    await buyPack('pack_25', { signal });
    expect(log).toHaveBeenCalledWith(
      'The checkout failed',
      expect.objectContaining({ message: 'No session ID returned from server' }),
    );
  });

  test.each<[string, { prices?: unknown; session?: unknown; redirect?: Error }, string, string]>([
    [
      'credentials refused',
      { session: { error: { message: 'auth: invalid_credentials' } } },
      'Authentication Error',
      'Please log out and log back in, then try again.',
    ],
    [
      'a token the server does not take',
      { session: failure({ code: 'functions/unauthenticated' }) },
      'Authentication Error',
      'Please log out and log back in, then try again.',
    ],
    [
      'a user the server does not take',
      { session: failure({ details: { code: 'wrong_user' } }) },
      'Authentication Error',
      'Please log out and log back in, then try again.',
    ],
    [
      'a session the server says is over',
      { session: failure({ details: { code: 'signed_out' } }) },
      'Authentication Error',
      'Please log out and log back in, then try again.',
    ],
    [
      'no session created',
      { session: { error: { message: 'Failed to create checkout session' } } },
      'Session Error',
      'Unable to create payment session. Please try again.',
    ],
    [
      'Stripe refusing the session',
      { session: failure({ details: { code: 'checkout_failed' } }) },
      'Session Error',
      'Unable to create payment session. Please try again.',
    ],
    [
      'a response without a session',
      { session: {} },
      'Payment Error',
      'Could not redirect to checkout. Please try again.',
    ],
    [
      'no Stripe.js and no URL',
      { session: { sessionId: 'cs_1' }, redirect: new Error('Stripe.js failed to load.') },
      'Payment Error',
      'Could not redirect to checkout. Please try again.',
    ],
    [
      'prices out of reach',
      { prices: failure({}) },
      'Payment Error',
      'Could not redirect to checkout. Please try again.',
    ],
  ])('%s [spec 8.12, 8.13, 8.14]', async (_, { prices = PRICES, session = SESSION, redirect }, title, description) => {
    const { buyPack, call, checkout } = setUp();
    call.mockReset();
    for (const response of [prices, session]) {
      if (response instanceof Error) call.mockRejectedValueOnce(response);
      else call.mockResolvedValueOnce(response);
    }
    if (redirect) checkout.redirect.mockRejectedValue(redirect);
    await buyPack('pack_25', { signal });
    expect(toasts).toEqual([{ title, description, destructive: true }]);
    expect(checkout.goTo).not.toHaveBeenCalled();
  });
});

describe('a cancelled purchase', () => {
  /** Each request of the purchase waits for the test. */
  function held() {
    const { purchases, call, checkout } = fakeDomain();
    const [prices, session, redirect] = [deferred<unknown>(), deferred<unknown>(), deferred()];
    call.mockReturnValueOnce(prices.promise).mockReturnValueOnce(session.promise);
    checkout.redirect.mockReturnValue(redirect.promise);
    const abort = new AbortController();
    const done = purchases.buyPack('pack_25', abort);
    const isSilent = async () => {
      await done;
      expect([toasts, dialogStore.get().open, log.mock.calls]).toEqual([[], null, []]);
      expect(checkout.goTo).not.toHaveBeenCalled();
    };
    return { call, checkout, prices, session, redirect, abort, isSilent };
  }

  test('before the session is known: asks for no login', async () => {
    sessionStore.set({ status: 'loading' });
    const { abort, call, isSilent } = held();
    abort.abort();
    sessionStore.set({ status: 'signedOut' });
    await isSilent();
    expect(call).not.toHaveBeenCalled();
  });

  test('while the prices load: asks for no session, even without a price', async () => {
    for (const answer of [PRICES, { prices: { ...PRICES.prices, pack_25: null } }]) {
      const { abort, call, prices, isSilent } = held();
      await flush();
      abort.abort();
      prices.resolve(answer);
      await isSilent();
      expect(call).toHaveBeenCalledTimes(1);
    }
  });

  test('while the session is being created: does not redirect, and shows no failure', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      const { abort, checkout, prices, session, isSilent } = held();
      prices.resolve(PRICES);
      await flush();
      abort.abort();
      if (settle === 'resolve') session.resolve(SESSION);
      else session.reject(new Error('Failed to create checkout session'));
      await isSilent();
      expect(checkout.redirect).not.toHaveBeenCalled();
    }
  });

  test('while Stripe.js loads: does not go to the URL either', async () => {
    const { abort, checkout, prices, session, redirect, isSilent } = held();
    prices.resolve(PRICES);
    session.resolve(SESSION);
    await flush();
    expect(checkout.redirect).toHaveBeenCalledTimes(1);
    abort.abort();
    redirect.reject(new Error('aborted'));
    await isSilent();
  });
});
