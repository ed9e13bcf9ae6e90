import { PHOTOS } from '@heirlight/contract/paths';
import type { PhotoDocument } from '@heirlight/contract/photo';
import type { DocumentReference, Firestore, Timestamp } from '../platform/firestoreTypes';

/** `photos/{id}` as the server keeps it: the contract's fields and two claims that make each step happen once. */
export interface PhotoRecord<T = Timestamp> extends PhotoDocument<T> {
  /** When somebody last began to hand the job to the provider. */
  submission_started_at: T;
  /** When somebody last began to store the result; null before. */
  finishing_started_at: T | null;
  /** Token of every server-made file of this photo, fixed by the first to store one. */
  result_token: string | null;
}

export const photoRef = (db: Firestore, photoId: string): DocumentReference => db.collection(PHOTOS).doc(photoId);

export async function readPhoto(db: Firestore, photoId: string): Promise<PhotoRecord | null> {
  return ((await photoRef(db, photoId).get()).data() as PhotoRecord | undefined) ?? null;
}
