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

/**
 * Returns the upload that a version is compared with: the oldest photo of its group that was not made from a restored
 * picture. Null for a version that has the upload as its own original, and where the upload is deleted.
 */
export function uploadFor(version: PhotoRecord, group: readonly PhotoRecord[]): PhotoRecord | null {
  if (version.source_version !== 'restored') return null;
  const uploads = group.filter(({ source_version }) => source_version !== 'restored');
  return uploads.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())[0] ?? null;
}
