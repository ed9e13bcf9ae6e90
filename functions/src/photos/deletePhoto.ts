import { ledgerEntryId } from '@heirlight/contract/account';
import type { DeletePhotoRequest, DeletePhotoResponse } from '@heirlight/contract/callables';
import { FAILED_PHOTO_REFUND } from '@heirlight/contract/limits';
import { type EntryDraft, postEntries } from '../ledger/ledger';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { noteUse } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { type PhotoRecord, photoRef } from '../restore/photoRecord';
import { removeFilesOf, type Tombstone, tombstoneRef } from './tombstones';

export type DeleteDeps = Pick<Deps, 'db' | 'files' | 'now' | 'faultPoint' | 'log'>;

/** The client shows these texts as they are (spec, section 8: "the error string in the response data"). */
const STILL_PROCESSING = 'This photo is still being restored. Please wait until it is done.';
const NOT_FOUND = 'This photo does not exist any more.';

/** Gives the restore of a failed photo back. */
export const refundOf = ({ id, created_at }: PhotoRecord): EntryDraft => ({
  id: ledgerEntryId.refund(id),
  reason: 'refund',
  ref: id,
  delta: FAILED_PHOTO_REFUND,
  // The money for this restore may have been returned already.
  settlesAtMost: FAILED_PHOTO_REFUND,
  spentAt: created_at,
});

type Outcome = { error: string } | { tombstone: Tombstone; creditRefunded: boolean };

/**
 * One transaction: deletes the photo, gives the restore of a failed one back, and notes the files still to delete. If
 * the money for it was returned, the restore settles what is owed instead.
 */
function commit(photoId: string, uid: string, { db, now }: DeleteDeps): Promise<Outcome> {
  const ref = photoRef(db, photoId);
  return transact(db, async (transaction): Promise<Outcome> => {
    const photo = (await transaction.get(ref)).data();
    // The same response as for no photo, so that ids cannot be probed.
    if (photo?.user_id !== uid) return { error: NOT_FOUND };
    if (photo.status === 'processing') return { error: STILL_PROCESSING };
    const isFailed = photo.status === 'failed';
    // The provider worked for nothing. Deleting is never refused; starting more such restores is, beyond a limit.
    const wasFreeTry = isFailed && photo.prediction_id !== null;
    const use = { db, name: 'freeTriesPerUser', key: uid, now: now() } as const;
    const countTry = wasFreeTry ? await noteUse(transaction, use) : () => {};
    const { posted } = await postEntries(transaction, {
      db,
      uid,
      entries: isFailed ? [refundOf(photo)] : [],
      now: now(),
    });
    const tombstone: Tombstone = {
      photo_id: photoId,
      user_id: uid,
      original_path: photo.original_path,
      deleted_at: now(),
    };
    countTry();
    transaction.delete(ref);
    transaction.set(tombstoneRef(db, photoId), tombstone);
    return { tombstone, creditRefunded: posted.some(({ delta }) => delta > 0) };
  });
}

/**
 * The callable `delete-photo`. Deletes only the caller's photos; a second call finds nothing. The sweeper removes files
 * that could not be removed now. Every refusal is the response's `error`.
 */
export async function deletePhoto(
  { photoId }: DeletePhotoRequest,
  caller: Caller,
  deps: DeleteDeps,
): Promise<DeletePhotoResponse> {
  await deps.faultPoint('delete.beforeCommit');
  const outcome = await commit(photoId, caller.uid, deps);
  if ('error' in outcome) return outcome;
  await deps.faultPoint('delete.afterCommit');
  try {
    const deletedFiles = await removeFilesOf(outcome.tombstone, deps);
    return { creditRefunded: outcome.creditRefunded, deletedFiles };
  } catch (error) {
    deps.log.error('Files of a deleted photo remain for the sweeper', { photoId, reason: messageOf(error) });
    return { creditRefunded: outcome.creditRefunded, deletedFiles: [] };
  }
}
