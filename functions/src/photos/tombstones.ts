import { resultFolder } from '@heirlight/contract/paths';
import { type InferOutput, object, string } from 'valibot';
import type { Deps } from '../platform/deps';
import { collectionOf, time } from '../platform/documents';
import { listAll } from '../platform/fileStore';
import type { Firestore } from '../platform/firestoreTypes';
import { leaveLinks } from './linkPictures';

/** A deleted photo whose files may still exist. Removed after them. */
const tombstone = object({ photo_id: string(), user_id: string(), original_path: string(), deleted_at: time });
export type Tombstone = InferOutput<typeof tombstone>;

export const tombstones = collectionOf('deletedPhotos', tombstone);
export const tombstoneRef = (db: Firestore, photoId: string) => tombstones(db).doc(photoId);

/** Removes a deleted photo's files, then its tombstone. Returns the paths that this call removed. */
export async function removeFilesOf(
  tombstone: Tombstone,
  deps: Pick<Deps, 'db' | 'files' | 'newId' | 'faultPoint'>,
): Promise<string[]> {
  const { db, files, faultPoint } = deps;
  const { photo_id: photoId, user_id: userId, original_path } = tombstone;
  const results = await listAll(files, resultFolder({ userId, photoId }));
  const copies = await leaveLinks(photoId, deps);
  const paths = [original_path, ...results.map((file) => file.path)];
  const removed = await Promise.all(paths.map(async (path) => ((await files.remove(path)) ? [path] : [])));
  await faultPoint('delete.afterFiles');
  await tombstoneRef(db, photoId).delete();
  await faultPoint('delete.afterTombstone');
  return [...removed.flat(), ...copies];
}
