import { type Addresses, type Plugin, servicePlugin } from '@heirlight/emulator-kit/plugin';
import type { Seed } from './seed';

export interface StripePluginOptions {
  /** Absolute path of this package's bundle, `dist/stripe.mjs`. */
  bundle: string;
  secretKey: string;
  webhookSecret: string;
  accountName: string;
  seed: Seed;
  /** Where the backend takes Stripe's events. */
  webhookUrl(addresses: Addresses): string;
}

export function stripePlugin({ bundle, webhookUrl, ...options }: StripePluginOptions): Plugin {
  return servicePlugin({
    name: 'stripe',
    port: 12_111,
    bundle,
    hasData: true,
    env: ({ addresses }) => ({
      STRIPE_SECRET_KEY: options.secretKey,
      STRIPE_WEBHOOK_SECRET: options.webhookSecret,
      STRIPE_WEBHOOK_URL: webhookUrl(addresses),
      STRIPE_ACCOUNT_NAME: options.accountName,
      STRIPE_SEED: JSON.stringify(options.seed),
    }),
  });
}
