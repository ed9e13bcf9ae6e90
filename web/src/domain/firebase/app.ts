import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { type FirebaseApp, initializeApp } from 'firebase/app';
import type { AppCheck } from 'firebase/app-check';
import { loadConfig } from '../../lib/config';
import { once } from '../../lib/once';

const appCheckCode = () => import('firebase/app-check');

/** The one Firebase app of this page, with App Check if it is configured. */
const firebaseApp = once(async (): Promise<{ app: FirebaseApp; appCheck: AppCheck | null }> => {
  const config = await loadConfig();
  const app = initializeApp(config.firebase);
  if (!config.appCheckSiteKey) return { app, appCheck: null };
  const { initializeAppCheck, ReCaptchaEnterpriseProvider } = await appCheckCode();
  const appCheck = initializeAppCheck(app, {
    provider: new ReCaptchaEnterpriseProvider(config.appCheckSiteKey),
    isTokenAutoRefreshEnabled: true,
  });
  return { app, appCheck };
});

/** Returns what App Check vouches for this page with, for requests that the SDK does not send; null without it. */
export async function appCheckToken(): Promise<string | null> {
  const { appCheck } = await firebaseApp();
  if (!appCheck) return null;
  const { getToken } = await appCheckCode();
  return (await getToken(appCheck)).token;
}

/**
 * Makes one product of the SDK (Auth, Firestore …) at its first use, and hands out the same one from then on.
 * The returned function throws if the runtime configuration cannot be read; its next call tries again.
 */
export function product<Product>(
  make: (app: FirebaseApp, endpoints: NonNullable<ClientConfig['endpoints']>) => Product,
): () => Promise<Product> {
  return once(async () => {
    const [{ app }, config] = await Promise.all([firebaseApp(), loadConfig()]);
    return make(app, config.endpoints ?? {});
  });
}

/** Splits `http://host:port` as the SDK's emulator functions want it. */
export function hostAndPort(endpoint: string): [host: string, port: number] {
  const url = new URL(endpoint);
  return [url.hostname, Number(url.port)];
}
