import { runService } from '@heirlight/emulator-kit/http/serviceProcess';
import { createStripe } from './server';

/** Known to everyone who reads this file; they guard nothing but a service on this machine. */
const LOCAL_SECRET_KEY = 'sk_test_local_heirlight';
const LOCAL_WEBHOOK_SECRET = 'whsec_local_heirlight';

const { env } = process;

void runService({
  name: 'The local Stripe',
  defaultPort: 12_111,
  create: ({ origin }) =>
    createStripe({
      secretKey: env.STRIPE_SECRET_KEY || LOCAL_SECRET_KEY,
      priceIds: {
        pack_5: env.PRICE_5 || 'price_local_5',
        pack_25: env.PRICE_25 || 'price_local_25',
        pack_50: env.PRICE_50 || 'price_local_50',
      },
      webhook: env.STRIPE_WEBHOOK_URL
        ? { url: env.STRIPE_WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET || LOCAL_WEBHOOK_SECRET }
        : null,
      origin,
    }),
});
