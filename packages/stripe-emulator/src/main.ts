import { runService } from '@heirlight/emulator-kit/http';
import type { Seed } from './seed';
import { createStripe } from './server';

/** Public defaults: they only guard a service on this machine. */
const LOCAL_SECRET_KEY = 'sk_test_local';
const LOCAL_WEBHOOK_SECRET = 'whsec_local';

const { env } = process;

/** `STRIPE_SEED`: a `Seed` as JSON. @throws SyntaxError when it is not JSON */
const seed = (): { seed?: Seed } => (env.STRIPE_SEED ? { seed: JSON.parse(env.STRIPE_SEED) as Seed } : {});

void runService({
  name: 'The local Stripe',
  defaultPort: 12_111,
  create: ({ origin, data }) =>
    createStripe({
      data,
      secretKey: env.STRIPE_SECRET_KEY || LOCAL_SECRET_KEY,
      ...(env.STRIPE_ACCOUNT_NAME ? { accountName: env.STRIPE_ACCOUNT_NAME } : {}),
      ...seed(),
      webhook: env.STRIPE_WEBHOOK_URL
        ? { url: env.STRIPE_WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET || LOCAL_WEBHOOK_SECRET }
        : null,
      origin,
    }),
});
