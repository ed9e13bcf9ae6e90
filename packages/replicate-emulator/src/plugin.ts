import { type Plugin, servicePlugin } from '@heirlight/emulator-kit/plugin';

export interface ReplicatePluginOptions {
  /** Absolute path of this package's bundle, `dist/replicate.mjs`. */
  bundle: string;
  token: string;
  webhookSecret: string;
}

export function replicatePlugin({ bundle, token, webhookSecret }: ReplicatePluginOptions): Plugin {
  return servicePlugin({
    name: 'replicate',
    port: 5055,
    bundle,
    hasData: true,
    env: () => ({ REPLICATE_API_TOKEN: token, REPLICATE_WEBHOOK_SECRET: webhookSecret }),
  });
}
