/** @jest-environment jsdom */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { loadStripe as LoadStripe, Stripe } from '@stripe/stripe-js';
import { stripeJs } from './stripeJs';

/** jsdom's window; the workspace compiles without the DOM's types. */
const page = globalThis as unknown as { document: { querySelector(selector: string): unknown } };
const ORIGIN = 'http://127.0.0.1:12111';
let loadStripe: typeof LoadStripe;
const answers: Record<string, object> = {
  cs_test_known: { url: `${ORIGIN}/c/pay/cs_test_known` },
  cs_test_none: { error: { code: 'resource_missing', message: "No such checkout.session: 'cs_test_none'" } },
};
const asked: string[] = [];

/** The script, run as a page would run it, with navigation watched. */
function run(script: string, navigate: (url: string) => void): void {
  const fakeWindow = new Proxy(globalThis, {
    get: (target, name) => (name === 'location' ? { assign: navigate } : Reflect.get(target, name)),
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const fakeDocument = { currentScript: { src: `${ORIGIN}/basil/stripe.js` } };
  const fakeFetch = async (url: string) => {
    asked.push(url);
    return { json: async () => answers[url.split('/').pop() ?? ''] };
  };
  new Function('window', 'document', 'fetch', 'URL', script)(fakeWindow, fakeDocument, fakeFetch, URL);
}

describe('Stripe.js', () => {
  const navigate = jest.fn<(url: string) => void>();
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});

  beforeAll(async () => {
    run(stripeJs, navigate);
    ({ loadStripe } = await import('@stripe/stripe-js'));
  });

  afterAll(() => warn.mockRestore());

  const load = async (): Promise<Stripe> => {
    const stripe = await loadStripe('pk_test_local');
    if (!stripe) throw new Error('loadStripe gave nothing');
    return stripe;
  };

  it('is taken by loadStripe as the release it expects', async () => {
    expect(await load()).toHaveProperty('redirectToCheckout');
    expect(warn).not.toHaveBeenCalled();
    expect(page.document.querySelector('script')).toBeNull();
  });

  it('redirects to the hosted page of a Session', async () => {
    void (await load()).redirectToCheckout({ sessionId: 'cs_test_known' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toContain(`${ORIGIN}/_stripejs/sessions/cs_test_known`);
    expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/c/pay/cs_test_known`);
  });

  it('returns an error for a Session it does not know', async () => {
    const { error } = await (await load()).redirectToCheckout({ sessionId: 'cs_test_none' });
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'resource_missing' });
  });

  it('refuses a secret key', async () => {
    await expect(loadStripe('sk_test_oops')).rejects.toThrow('publishable key');
  });
});
