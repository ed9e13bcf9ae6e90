import { ERROR_CODES, type ErrorCode } from '@heirlight/contract/errors';
import { type InferOutput, object, picklist, string } from 'valibot';
import { photoRef } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { collectionOf, time } from '../platform/documents';
import type { Firestore } from '../platform/firestoreTypes';
import { transact } from '../platform/transact';

/**
 * Why an upload was rejected, for a call that comes after the file was removed. Counts for a quarter of an hour;
 * Firestore removes it later (TTL on `expires_at`). The collection keeps its older name.
 */
const REJECTIONS = 'refusals';
const KEPT_MS = 15 * 60_000;

const rejection = object({ user_id: string(), code: picklist(ERROR_CODES), noted_at: time, expires_at: time });
type Rejection = InferOutput<typeof rejection>;

const rejections = collectionOf(REJECTIONS, rejection);
export const rejectionRef = (db: Firestore, photoId: string) => rejections(db).doc(photoId);

/**
 * Notes a rejection. Call it before the file is removed, so that later calls find the reason. Returns false and notes
 * nothing if another call for the same upload was faster and the photo exists: then the file must stay.
 */
export function noteRejection(
  { photoId, uid, code }: { photoId: string; uid: string; code: ErrorCode },
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<boolean> {
  return transact(db, async (transaction) => {
    if ((await transaction.get(photoRef(db, photoId))).exists) return false;
    const at = now();
    const note: Rejection = {
      user_id: uid,
      code,
      noted_at: at,
      expires_at: new Date(at.getTime() + KEPT_MS),
    };
    transaction.set(rejectionRef(db, photoId), note);
    return true;
  });
}

/** The code with which this user's upload was rejected at `since` or later; null if it was not. */
export function rejectedSince(
  note: Rejection | undefined,
  { uid, since }: { uid: string; since: Date },
): ErrorCode | null {
  if (note?.user_id !== uid) return null;
  return note.noted_at.getTime() >= since.getTime() ? note.code : null;
}

/** The code with which this user's upload was rejected in the last quarter of an hour; null if it was not. */
export async function recentRejection(
  { photoId, uid }: { photoId: string; uid: string },
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<ErrorCode | null> {
  const note = (await rejectionRef(db, photoId).get()).data();
  return note?.user_id === uid && note.expires_at > now() ? note.code : null;
}
