import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { type FirebaseApp, initializeApp } from 'firebase/app';
import { loadConfig } from '../../lib/config';
import { once } from '../../lib/once';

/** The one Firebase app of this page, with App Check if it is configured. */
const firebaseApp = once(async (): Promise<FirebaseApp> => {
  const config = await loadConfig();
  const app = initializeApp(config.firebase);
  if (config.appCheckSiteKey) {
    const { initializeAppCheck, ReCaptchaEnterpriseProvider } = await import('firebase/app-check');
    initializeAppCheck(app, {
      provider: new ReCaptchaEnterpriseProvider(config.appCheckSiteKey),
      isTokenAutoRefreshEnabled: true,
    });
  }
  return app;
});

/**
 * Makes one product of the SDK (Auth, Firestore …) at its first use, and hands out the same one from then on.
 * The returned function throws if the runtime configuration cannot be read; its next call tries again.
 */
export function product<Product>(
  make: (app: FirebaseApp, endpoints: NonNullable<ClientConfig['endpoints']>) => Product,
): () => Promise<Product> {
  return once(async () => {
    const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
    return make(app, config.endpoints ?? {});
  });
}

/** Splits `http://host:port` as the SDK's emulator functions want it. */
export function hostAndPort(endpoint: string): [host: string, port: number] {
  const url = new URL(endpoint);
  return [url.hostname, Number(url.port)];
}
