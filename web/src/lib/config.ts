import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { once } from './once';

/** The address of the runtime configuration, next to `index.html`. */
const CONFIG_URL = '/config.json';

/**
 * The runtime configuration, read once per page.
 * @throws when the file is missing or incomplete; the next call tries again.
 */
export const loadConfig = once(async (): Promise<ClientConfig> => {
  const response = await fetch(CONFIG_URL, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${CONFIG_URL} answered ${response.status}`);
  const config = (await response.json()) as Partial<ClientConfig>;
  if (!config.firebase?.apiKey || !config.firebase.projectId) {
    throw new Error(`${CONFIG_URL} lacks firebase.apiKey or firebase.projectId`);
  }
  return { ...config, firebase: config.firebase, stripePublishableKey: config.stripePublishableKey ?? '' };
});
