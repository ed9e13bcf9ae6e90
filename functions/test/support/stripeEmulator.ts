import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startStripe } from '@heirlight/stripe-emulator';
import { afterAll, beforeAll } from '@jest/globals';
import { stripeGateway } from '../../src/platform/stripeGateway';

const STRIPE_KEY = 'sk_test_functions';
const STRIPE_WEBHOOK_SECRET = 'whsec_functions';

/** Starts the Stripe emulator for a test file. Its one product costs 600 cents and has the price `price_25`. */
export function useStripeEmulator() {
  let server: RunningServer;
  beforeAll(async () => {
    const price = { id: 'price_25', currency: 'usd', unitAmount: 600 };
    server = await startStripe({
      secretKey: STRIPE_KEY,
      seed: { products: [{ id: 'product_25', name: '25 restores', price }], promotionCodes: [] },
    });
  });
  afterAll(() => server.close());
  return {
    gateway: (secretKey = STRIPE_KEY) =>
      stripeGateway({ secretKey, webhookSecret: STRIPE_WEBHOOK_SECRET, baseUrl: server.origin }),
    /** What buyers and banks do; see the emulator's `control.ts`. */
    async act(sessionId: string, act: string, fields: object = {}): Promise<void> {
      const url = `${server.origin}/_control/sessions/${sessionId}/${act}`;
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(fields) });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}
