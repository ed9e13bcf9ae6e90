import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { suiteUrls } from '../src/suiteUrls';

/** An administrator's SDKs against the running suite. A function, because the addresses must be set before first use. */
export function admin() {
  process.env.FIRESTORE_EMULATOR_HOST = new URL(suiteUrls.firestore).host;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(suiteUrls.auth).host;
  process.env.FIREBASE_STORAGE_EMULATOR_HOST = new URL(suiteUrls.storage).host;
  const app = getApps()[0] ?? initializeApp({ projectId: suiteUrls.projectId, storageBucket: suiteUrls.bucket });
  return { auth: getAuth(app), db: getFirestore(app), bucket: getStorage(app).bucket() };
}
