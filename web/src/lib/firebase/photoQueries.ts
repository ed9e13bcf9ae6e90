import { PHOTOS } from '@heirlight/contract/paths';
import { collection, limit, onSnapshot, orderBy, query, where } from 'firebase/firestore';
import type { Photo } from '../photos';
import { firestore } from './firestore';
import { toPhoto } from './photoMapping';

export interface PhotoWatch {
  userId: string;
  /** Most photos to read. */
  count: number;
  /** What the server says, newest first. */
  onPhotos: (photos: Photo[]) => void;
  /** Whether the stream is connected and up to date. */
  onHealth: (delivering: boolean) => void;
  /** The stream is over; it does not come back by itself. */
  onError: (error: unknown) => void;
}

/** Follows a user's newest photos live. What comes from the cache is only a sign of a broken stream, never shown. */
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
      if (fromServer) onPhotos(snapshot.docs.map(toPhoto));
    },
    onError,
  );
}
