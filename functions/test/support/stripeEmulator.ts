import { TAX_CODE } from '@heirlight/contract/packs';
import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startStripe } from '@heirlight/stripe-emulator';
import { afterAll, beforeAll } from '@jest/globals';
import { stripeClient } from '../../scripts/stripeClient';
import { stripeGateway } from '../../src/platform/stripeGateway';

const STRIPE_KEY = 'sk_test_functions';
const STRIPE_WEBHOOK_SECRET = 'whsec_functions';

/** Starts the Stripe emulator for a test file. Its one product costs 600 cents and has the price `price_25`. */
export function useStripeEmulator() {
  let server: RunningServer;
  beforeAll(async () => {
    const price = { id: 'price_25', currency: 'usd', unitAmount: 600, taxBehavior: 'inclusive' } as const;
    server = await startStripe({
      secretKey: STRIPE_KEY,
      seed: {
        products: [{ id: 'product_25', name: '25 restores', taxCode: TAX_CODE, price }],
        promotionCodes: [],
        // What an owner sets in the dashboard before the switches of the checkout can be used.
        settings: { termsOfServiceUrl: 'https://heirlight.app/terms', taxCountry: 'DE' },
      },
    });
  });
  afterAll(() => server.close());
  return {
    gateway: (secretKey = STRIPE_KEY) =>
      stripeGateway({ secretKey, webhookSecret: STRIPE_WEBHOOK_SECRET, baseUrl: server.origin }),
    /** Stripe's own client, to look at what the gateway made. */
    client: () => stripeClient({ STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_API_BASE_URL: server.origin }),
    /** What buyers and banks do; see the emulator's `control.ts`. */
    async act(sessionId: string, act: string, fields: object = {}): Promise<void> {
      const url = `${server.origin}/_control/sessions/${sessionId}/${act}`;
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(fields) });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}
