import { connectStorageEmulator, type FirebaseStorage, getStorage } from 'firebase/storage';
import { loadConfig } from '../config';
import { once } from '../once';
import { firebaseApp } from './app';
import { hostAndPort } from './endpoint';

export const firebaseStorage = once(async (): Promise<FirebaseStorage> => {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const storage = getStorage(app);
  if (config.endpoints?.storage) connectStorageEmulator(storage, ...hostAndPort(config.endpoints.storage));
  return storage;
});
