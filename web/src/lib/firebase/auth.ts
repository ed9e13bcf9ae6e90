import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from 'firebase/auth';
import { loadConfig } from '../config';
import { once } from '../once';
import { firebaseApp } from './app';

/** Without the pop-up machinery of `getAuth`: only e-mail and password are used, and it would load an iframe. */
export const firebaseAuth = once(async (): Promise<Auth> => {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.endpoints?.auth) connectAuthEmulator(auth, config.endpoints.auth, { disableWarnings: true });
  return auth;
});
