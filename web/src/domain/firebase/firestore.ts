import { userFields } from '@heirlight/contract/account';
import { PHOTOS, USERS } from '@heirlight/contract/paths';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  documentId,
  endAt,
  initializeFirestore,
  limit,
  memoryLocalCache,
  onSnapshot,
  orderBy,
  type QueryDocumentSnapshot,
  query,
  startAfter,
  type Timestamp,
  where,
} from 'firebase/firestore';
import { object } from 'valibot';
import { hostAndPort, product } from './app';
import { fitting, time } from './fitting';
import { type PhotoCursor, type PhotoPage, toPhotos } from './photoDocument';

const accountDocument = object(userFields(time));

/** Cached in memory only: the photos are private and must not stay on a shared computer. */
const firestore = product((app, { firestore: endpoint }) => {
  const db = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (endpoint) connectFirestoreEmulator(db, ...hostAndPort(endpoint));
  return db;
});

export interface PhotoWatch {
  userId: string;
  /** Only photos older than this one. */
  after: PhotoCursor | null;
  /** How far: so many photos, or up to this one. */
  end: { count: number } | { at: PhotoCursor };
  /** Called with what the server says, newest first. */
  onPhotos: (page: PhotoPage) => void;
  /** Called with whether the stream is connected and up to date. */
  onHealth: (delivering: boolean) => void;
  /** The stream has ended; it does not come back by itself. */
  onError: (error: unknown) => void;
}

function cursorOf(document: QueryDocumentSnapshot | undefined): PhotoCursor | null {
  if (!document) return null;
  const createdAt: Timestamp = document.get('created_at');
  return { createdAt, at: createdAt.toDate(), id: document.id };
}

/**
 * Follows a part of a user's photos live, newest first, until the returned function is called. A snapshot from the cache
 * only says that the stream is broken; it is never shown.
 */
export async function watchPhotos(watch: PhotoWatch): Promise<() => void> {
  const { userId, after, end, onPhotos, onHealth, onError } = watch;
  const part = query(
    collection(await firestore(), PHOTOS),
    where('user_id', '==', userId),
    orderBy('created_at', 'desc'),
    orderBy(documentId(), 'desc'),
    ...(after ? [startAfter(after.createdAt, after.id)] : []),
    'at' in end ? endAt(end.at.createdAt, end.at.id) : limit(end.count),
  );
  return onSnapshot(
    part,
    { includeMetadataChanges: true },
    (snapshot) => {
      const fromServer = !snapshot.metadata.fromCache;
      onHealth(fromServer);
      if (!fromServer) return;
      const photos = toPhotos(snapshot.docs);
      // The photo at a fixed end may be gone; the page still ends there.
      if ('at' in end) onPhotos({ photos, last: end.at, isFull: true });
      else onPhotos({ photos, last: cursorOf(snapshot.docs.at(-1)), isFull: snapshot.size === end.count });
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
