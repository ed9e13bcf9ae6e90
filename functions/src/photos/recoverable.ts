import { UNDO_DELETION_MS } from '@heirlight/contract/limits';
import { groupIdOf } from '@heirlight/contract/photo';
import { type InferOutput, object, record, string, unknown } from 'valibot';
import type { Deps } from '../platform/deps';
import { collectionOf, time } from '../platform/documents';
import { messageOf } from '../platform/errors';
import type { Firestore } from '../platform/firestoreTypes';
import { transact } from '../platform/transact';
import type { PhotoRecord } from './photoRecord';
import { tombstoneRef } from './tombstones';

/**
 * A photo that was deleted with others, as one set: its files stay for a day, so that the set can be brought back. It
 * is in a collection of its own because nothing that lists photos may show it.
 */
const recoverable = object({
  photo_id: string(),
  user_id: string(),
  set_id: string(),
  group_id: string(),
  original_path: string(),
  deleted_at: time,
  /** The photo's document as it was, whatever fields it has. */
  photo: record(string(), unknown()),
});
export type Recoverable = InferOutput<typeof recoverable>;

export const recoverablePhotos = collectionOf('recoverablePhotos', recoverable);
export const recoverableRef = (db: Firestore, photoId: string) => recoverablePhotos(db).doc(photoId);

/** What is kept of a photo that is deleted as one of a set. */
export function recoverableOf(photo: PhotoRecord, { setId, at }: { setId: string; at: Date }): Recoverable {
  return {
    photo_id: photo.id,
    user_id: photo.user_id,
    set_id: setId,
    group_id: groupIdOf(photo),
    original_path: photo.original_path,
    deleted_at: at,
    photo: { ...photo },
  };
}

const EXPIRED_PER_RUN = 100;

/** Turns photos whose day is over into deleted ones, whose files go. Returns how many. */
export async function expireRecoverable({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Promise<number> {
  const until = new Date(now().getTime() - UNDO_DELETION_MS);
  const { docs } = await recoverablePhotos(db)
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at')
    .limit(EXPIRED_PER_RUN)
    .get();
  let expired = 0;
  for (const { ref, id } of docs) {
    try {
      expired += await transact(db, async (transaction) => {
        // It may have been brought back since.
        const photo = (await transaction.get(ref)).data();
        if (!photo) return 0;
        const { photo_id, user_id, original_path, deleted_at } = photo;
        transaction.delete(ref);
        transaction.set(tombstoneRef(db, photo_id), { photo_id, user_id, original_path, deleted_at });
        return 1;
      });
    } catch (error) {
      log.error('A photo stays recoverable until the next run', { photoId: id, reason: messageOf(error) });
    }
  }
  return expired;
}
