import { type FirebaseApp, initializeApp } from 'firebase/app';
import { loadConfig } from '../config';
import { once } from '../once';

/**
 * The one Firebase app of this page, App Check included when configured.
 * @throws when the runtime configuration cannot be read; the next call tries again.
 */
export const firebaseApp = once(async (): Promise<FirebaseApp> => {
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
