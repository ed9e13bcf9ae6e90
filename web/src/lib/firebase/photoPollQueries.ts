import { PHOTOS } from '@heirlight/contract/paths';
import { collection, getDocs, limit, orderBy, query, where } from 'firebase/firestore/lite';
import type { Photo } from '../photos';
import type { SeenPhoto } from '../statusChanges';
import { firestoreLite } from './firestoreLite';
import { toPhoto } from './photoMapping';

/** A user's newest photos, by one plain request. */
export async function readPhotos({ userId, count }: { userId: string; count: number }): Promise<Photo[]> {
  const photos = collection(await firestoreLite(), PHOTOS);
  const newest = query(photos, where('user_id', '==', userId), orderBy('created_at', 'desc'), limit(count));
  return (await getDocs(newest)).docs.map(toPhoto);
}

/** The user's photos in processing, by one plain request: the check that ends the polling. */
export async function readProcessing(userId: string): Promise<SeenPhoto[]> {
  const photos = collection(await firestoreLite(), PHOTOS);
  const processing = query(photos, where('user_id', '==', userId), where('status', '==', 'processing'));
  return (await getDocs(processing)).docs.map((document) => ({ id: document.id, status: 'processing' }));
}
