import { userFields } from '@heirlight/contract/account';
import { PHOTOS, USERS } from '@heirlight/contract/paths';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  initializeFirestore,
  limit,
  memoryLocalCache,
  onSnapshot,
  orderBy,
  query,
  where,
} from 'firebase/firestore';
import { object } from 'valibot';
import { hostAndPort, product } from './app';
import { fitting, time } from './fitting';
import { type Photo, toPhotos } from './photoDocument';

const accountDocument = object(userFields(time));

/** Cached in memory only: the photos are private and must not stay on a shared computer. */
const firestore = product((app, { firestore: endpoint }) => {
  const db = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (endpoint) connectFirestoreEmulator(db, ...hostAndPort(endpoint));
  return db;
});

export interface PhotoWatch {
  userId: string;
  /** Most photos to read. */
  count: number;
  /** Called with what the server says, newest first. */
  onPhotos: (photos: Photo[]) => void;
  /** Called with whether the stream is connected and up to date. */
  onHealth: (delivering: boolean) => void;
  /** The stream has ended; it does not come back by itself. */
  onError: (error: unknown) => void;
}

/**
 * Follows a user's newest photos live, until the returned function is called. A snapshot from the cache only says that
 * the stream is broken; it is never shown.
 */
export async function watchPhotos({ userId, count, onPhotos, onHealth, onError }: PhotoWatch): Promise<() => void> {
  const newest = query(
    collection(await firestore(), PHOTOS),
    where('user_id', '==', userId),
    orderBy('created_at', 'desc'),
    limit(count),
  );
  return onSnapshot(
    newest,
    { includeMetadataChanges: true },
    (snapshot) => {
      const fromServer = !snapshot.metadata.fromCache;
      onHealth(fromServer);
      if (fromServer) onPhotos(toPhotos(snapshot.docs));
    },
    onError,
  );
}

/**
 * Reports the live balance of an account, in restores, until the returned function is called. Reports nothing while the
 * account has no document yet, or one that does not fit.
 */
export async function watchAccount(userId: string, report: (restores: number) => void): Promise<() => void> {
  return onSnapshot(
    doc(await firestore(), USERS, userId),
    (snapshot) => {
      if (!snapshot.exists() || snapshot.metadata.fromCache) return;
      const account = fitting(accountDocument, snapshot);
      if (account) report(account.restores_available);
    },
    (error) => console.error('The live balance stopped', error),
  );
}
