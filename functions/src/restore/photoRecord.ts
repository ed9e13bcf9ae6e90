import { PHOTOS } from '@heirlight/contract/paths';
import { photoFields } from '@heirlight/contract/photo';
import { type InferOutput, nullish, object, string } from 'valibot';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';

/** `photos/{id}` as the server keeps it: the contract's fields and what makes each step happen once. */
const photo = object({
  ...photoFields(time),
  /** Token of every server-made file of this photo. Fixed when it starts, so the URLs hold whoever stores a file. */
  result_token: nullish(string(), null),
});
export type PhotoRecord = InferOutput<typeof photo>;

export const photos = collectionOf(PHOTOS, photo);
export const photoRef = (db: Firestore, photoId: string) => photos(db).doc(photoId);

export async function readPhoto(db: Firestore, photoId: string): Promise<PhotoRecord | null> {
  return (await photoRef(db, photoId).get()).data() ?? null;
}
