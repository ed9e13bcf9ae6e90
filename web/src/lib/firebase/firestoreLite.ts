import { connectFirestoreEmulator, type Firestore, getFirestore } from 'firebase/firestore/lite';
import { loadConfig } from '../config';
import { once } from '../once';
import { firebaseApp } from './app';
import { hostAndPort } from './endpoint';

/**
 * Firestore over plain requests. The full SDK answers every query over the very stream that is down when polling is
 * needed, so the poll brings its own transport; it is loaded only then.
 */
export const firestoreLite = once(async (): Promise<Firestore> => {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const db = getFirestore(app);
  if (config.endpoints?.firestore) connectFirestoreEmulator(db, ...hostAndPort(config.endpoints.firestore));
  return db;
});
