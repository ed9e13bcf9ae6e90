import { connectFirestoreEmulator, type Firestore, initializeFirestore, memoryLocalCache } from 'firebase/firestore';
import { loadConfig } from '../config';
import { once } from '../once';
import { firebaseApp } from './app';
import { hostAndPort } from './endpoint';

/** In memory only: the photos are private and must not stay on a shared computer. */
export const firestore = once(async (): Promise<Firestore> => {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const db = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (config.endpoints?.firestore) connectFirestoreEmulator(db, ...hostAndPort(config.endpoints.firestore));
  return db;
});
