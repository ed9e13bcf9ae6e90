// Why: docs/decisions/2026-11-23-one-photo-many-versions.md
import { anyEqual } from '../platform/anyEqual';
import type { Firestore, Transaction } from '../platform/firestoreTypes';
import { type PhotoRecord, photos } from './photoRecord';

/**
 * Reads every photo of a group: an upload and what was restored from it. Each cost a restore, so they are few. Photos
 * from before groups say only what they were restored from.
 */
export async function readGroup(
  transaction: Transaction,
  { db, uid, groupId }: { db: Firestore; uid: string; groupId: string },
): Promise<PhotoRecord[]> {
  const inGroup = anyEqual({ group_id: groupId, source_photo_id: groupId, id: groupId });
  const { docs } = await transaction.get(photos(db).where('user_id', '==', uid).where(inGroup));
  return docs.map((snapshot) => snapshot.data());
}
