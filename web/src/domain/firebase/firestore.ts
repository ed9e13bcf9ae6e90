import { type LedgerEntry, ledgerFields, userFields } from '@heirlight/contract/account';
import { LEDGER, PHOTOS, USERS } from '@heirlight/contract/paths';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  documentId,
  endAt,
  getDocFromServer,
  getDocsFromServer,
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
import { type Photo, type PhotoCursor, type PhotoPage, toPhotos } from './photoDocument';

const accountDocument = object(userFields(time));
const ledgerDocument = object(ledgerFields(time));

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

/** A user's photos, newest first, from behind a photo on. */
async function photosOf(userId: string, after: PhotoCursor | null) {
  return query(
    collection(await firestore(), PHOTOS),
    where('user_id', '==', userId),
    orderBy('created_at', 'desc'),
    orderBy(documentId(), 'desc'),
    ...(after ? [startAfter(after.createdAt, after.id)] : []),
  );
}

/**
 * Follows a part of a user's photos live, newest first, until the returned function is called. A snapshot from the
 * cache only says that the stream is broken; it is never shown.
 */
export async function watchPhotos(watch: PhotoWatch): Promise<() => void> {
  const { userId, after, end, onPhotos, onHealth, onError } = watch;
  const part = query(
    await photosOf(userId, after),
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

/** Reads a part of a user's photos once, newest first. @throws FirestoreError */
export async function readPhotoPage(page: {
  userId: string;
  after: PhotoCursor | null;
  count: number;
}): Promise<PhotoPage> {
  const { userId, after, count } = page;
  const { docs, size } = await getDocsFromServer(query(await photosOf(userId, after), limit(count)));
  return { photos: toPhotos(docs), last: cursorOf(docs.at(-1)), isFull: size === count };
}

/** Reads those of these photos that still exist, by their ids. @throws FirestoreError */
export async function readPhotosById(ids: readonly string[]): Promise<Photo[]> {
  const db = await firestore();
  const read = await Promise.all(ids.map((id) => getDocFromServer(doc(db, PHOTOS, id))));
  return toPhotos(read.filter((snapshot) => snapshot.exists()));
}

/** A part of a user's ledger, newest first. */
export interface LedgerPage {
  entries: (LedgerEntry<Date> & { id: string })[];
  /** Where the next page begins; null at the end. */
  next: QueryDocumentSnapshot | null;
}

/** Reads a part of a user's ledger, newest first. @throws FirestoreError */
export async function readLedger(page: {
  userId: string;
  after: LedgerPage['next'];
  count: number;
}): Promise<LedgerPage> {
  const { userId, after, count } = page;
  const part = query(
    collection(await firestore(), USERS, userId, LEDGER),
    orderBy('created_at', 'desc'),
    ...(after ? [startAfter(after)] : []),
    limit(count),
  );
  const { docs, size } = await getDocsFromServer(part);
  const entries = docs.flatMap((document) => {
    const entry = fitting(ledgerDocument, document);
    return entry ? [{ ...entry, id: document.id }] : [];
  });
  return { entries, next: size === count ? (docs.at(-1) ?? null) : null };
}
