import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { FieldValue, getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { suiteUrls } from './suiteUrls';

// The SDKs read these when they are first used, below.
process.env.FIRESTORE_EMULATOR_HOST = new URL(suiteUrls.firestore).host;
process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(suiteUrls.auth).host;
process.env.FIREBASE_STORAGE_EMULATOR_HOST = new URL(suiteUrls.storage).host;
process.env.GCLOUD_PROJECT = suiteUrls.projectId;
// No test runs on Google's machines: the SDK need not ask the network whether it does, and warn when a proxy replies.
process.env.METADATA_SERVER_DETECTION = 'none';

const app = getApps()[0] ?? initializeApp({ projectId: suiteUrls.projectId, storageBucket: suiteUrls.bucket });

/** An administrator's view of the running suite: what the Firebase console would show. */
export const auth = getAuth(app);
export const db = getFirestore(app);
export const bucket = getStorage(app).bucket();

/** Names of every file below a prefix, sorted. */
export async function filesBelow(prefix: string): Promise<string[]> {
  const [files] = await bucket.getFiles({ prefix });
  return files.map((file) => file.name).sort();
}

/** Restores available; 0 without an account. */
export const balanceOf = async (uid: string): Promise<number> =>
  (await db.doc(`users/${uid}`).get()).get('restores_available') ?? 0;

/** Sets a balance the way the product does: by a ledger entry, so that the sums stay right. */
export async function setBalance(uid: string, balance: number): Promise<void> {
  await db.runTransaction(async (transaction) => {
    const user = db.doc(`users/${uid}`);
    const current = (await transaction.get(user)).data()?.restores_available ?? 0;
    transaction.set(
      user,
      { restores_available: balance, restores_owed: 0, created_at: FieldValue.serverTimestamp() },
      { merge: true },
    );
    transaction.create(user.collection('ledger').doc(), {
      delta: balance - current,
      reason: 'purchase',
      ref: 'test',
      balance_after: balance,
      created_at: FieldValue.serverTimestamp(),
    });
  });
}
