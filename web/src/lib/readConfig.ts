import type { ClientConfig } from '@heirlight/contract/clientConfig';

declare global {
  interface Window {
    /** The answer that the inline script has asked for where a session is expected (inline.ts). */
    earlyConfig?: Promise<Response | null> | undefined;
  }
}

/** URL of the runtime configuration, next to `index.html`. */
export const CONFIG_URL = '/config.json';

/** Two scripts take the early answer, and only one could read it. One that is of no use is asked for again. */
async function request(): Promise<Response> {
  const early = await window.earlyConfig;
  return early?.ok ? early.clone() : fetch(CONFIG_URL, { cache: 'no-cache' });
}

/**
 * Downloads the runtime configuration.
 *
 * @param noteResponse learns from the response whether there is a network
 * @throws if the file is missing or incomplete
 */
export async function readConfig(noteResponse?: (response: Response) => void): Promise<ClientConfig> {
  const response = await request();
  noteResponse?.(response);
  if (!response.ok) throw new Error(`${CONFIG_URL} could not be read: HTTP ${response.status}`);
  const config = (await response.json()) as Partial<ClientConfig>;
  if (!config.firebase?.apiKey || !config.firebase.projectId) {
    window.earlyConfig = undefined;
    throw new Error(`${CONFIG_URL} lacks firebase.apiKey or firebase.projectId`);
  }
  return { ...config, firebase: config.firebase, stripePublishableKey: config.stripePublishableKey ?? '' };
}
