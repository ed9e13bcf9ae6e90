import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { noteResponse } from './connectivity';
import { once } from './once';

/** URL of the runtime configuration, next to `index.html`. */
const CONFIG_URL = '/config.json';

/** Downloads the runtime configuration. @throws if the file is missing or incomplete. */
export async function readConfig(): Promise<ClientConfig> {
  const response = await fetch(CONFIG_URL, { cache: 'no-cache' });
  noteResponse(response);
  if (!response.ok) throw new Error(`${CONFIG_URL} could not be read: HTTP ${response.status}`);
  const config = (await response.json()) as Partial<ClientConfig>;
  if (!config.firebase?.apiKey || !config.firebase.projectId) {
    throw new Error(`${CONFIG_URL} lacks firebase.apiKey or firebase.projectId`);
  }
  return { ...config, firebase: config.firebase, stripePublishableKey: config.stripePublishableKey ?? '' };
}

/** Reads the runtime configuration once per page. After a failure the next call tries again. */
export const loadConfig = once(readConfig);
