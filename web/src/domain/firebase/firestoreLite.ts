import { PHOTOS } from '@heirlight/contract/paths';
import {
  collection,
  connectFirestoreEmulator,
  getDocs,
  getFirestore,
  limit,
  orderBy,
  query,
  where,
} from 'firebase/firestore/lite';
import { hostAndPort, product } from './app';
import { type Photo, toPhotos } from './photoDocument';

/**
 * Firestore over plain requests. The full SDK sends every query over the stream that is down when polling is needed, so
 * polling brings its own transport. It is downloaded only then.
 */
const firestoreLite = product((app, { firestore: endpoint }) => {
  const db = getFirestore(app);
  if (endpoint) connectFirestoreEmulator(db, ...hostAndPort(endpoint));
  return db;
});

/** Reads a user's newest photos with one request. */
export async function readPhotos({ userId, count }: { userId: string; count: number }): Promise<Photo[]> {
  const photos = collection(await firestoreLite(), PHOTOS);
  const newest = query(photos, where('user_id', '==', userId), orderBy('created_at', 'desc'), limit(count));
  return toPhotos((await getDocs(newest)).docs);
}

/** Returns whether any photo of the user is processing, with one request. */
export async function hasProcessing(userId: string): Promise<boolean> {
  const photos = collection(await firestoreLite(), PHOTOS);
  const processing = query(photos, where('user_id', '==', userId), where('status', '==', 'processing'));
  return !(await getDocs(processing)).empty;
}
