import { ledgerEntryId } from '@heirlight/contract/account';
import type { DeletePhotoRequest, DeletePhotoResponse } from '@heirlight/contract/callables';
import { FAILED_PHOTO_REFUND } from '@heirlight/contract/limits';
import { groupIdOf } from '@heirlight/contract/photo';
import { type EntryDraft, postEntries } from '../ledger/ledger';
import type { Caller } from '../platform/caller';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import type { Transaction } from '../platform/firestoreTypes';
import { noteUses } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { readGroup } from './group';
import { leaveLinks } from './linkPictures';
import { type PhotoRecord, photoRef } from './photoRecord';
import { recoverableOf, recoverableRef } from './recoverable';
import { removeFilesOf, type Tombstone, tombstoneRef } from './tombstones';

export type DeleteDeps = Pick<Deps, 'db' | 'files' | 'now' | 'newId' | 'faultPoint' | 'log'>;

/** The client shows these texts as they are (spec, section 8: "the error string in the response data"). */
const STILL_PROCESSING = 'This photo is still being restored. Please wait until it is done.';
const VERSION_PROCESSING = 'One version of this photo is still being restored. Please wait until it is done.';
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

/**
 * Counts the failed photos among these for which the provider worked for nothing. Giving a restore back is never refused;
 * starting more such restores is, beyond a limit. Returns a function that writes: call it after the transaction's reads.
 */
export async function countFreeTries(
  transaction: Transaction,
  photos: readonly PhotoRecord[],
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<() => void> {
  const hadJob = (photo: PhotoRecord) => (photo.prediction_id ?? photo.refused_prediction_id) !== null;
  const tries = photos.filter((photo) => photo.status === 'failed' && hadJob(photo));
  const [first] = tries;
  if (!first) return () => {};
  const use = { db, name: 'freeTriesPerUser', key: first.user_id, now: now(), uses: tries.length } as const;
  return noteUses(transaction, use);
}

const refundsIn = (posted: readonly { delta: number }[]) => posted.filter(({ delta }) => delta > 0).length;

type Outcome = { error: string } | { tombstones: Tombstone[]; kept: string[]; refunds: number };

/**
 * One transaction: deletes the photos, gives the restores of failed ones back, and notes the files still to delete, or
 * keeps what brings the photos of a set back. If the money for a restore was returned, it settles what is owed instead.
 */
function commit({ photoId, group, setId }: DeletePhotoRequest, uid: string, { db, now }: DeleteDeps): Promise<Outcome> {
  return transact(db, async (transaction): Promise<Outcome> => {
    const photo = (await transaction.get(photoRef(db, photoId))).data();
    // The same response as for no photo, so that ids cannot be probed.
    if (photo?.user_id !== uid) return { error: NOT_FOUND };
    const photos = group ? await readGroup(transaction, { db, uid, groupId: groupIdOf(photo) }) : [photo];
    if (photo.status === 'processing') return { error: STILL_PROCESSING };
    if (photos.some(({ status }) => status === 'processing')) return { error: VERSION_PROCESSING };
    const countTries = await countFreeTries(transaction, photos, { db, now });
    const entries = photos.filter(({ status }) => status === 'failed').map(refundOf);
    const { posted } = await postEntries(transaction, { db, uid, entries, now: now() });
    countTries();
    for (const { id } of photos) transaction.delete(photoRef(db, id));
    if (setId !== undefined) {
      const kept = photos.map((one) => recoverableOf(one, { setId, at: now() }));
      for (const one of kept) transaction.set(recoverableRef(db, one.photo_id), one);
      return { tombstones: [], kept: kept.map(({ photo_id }) => photo_id), refunds: refundsIn(posted) };
    }
    const tombstones = photos.map(({ id, original_path }) => ({
      photo_id: id,
      user_id: uid,
      original_path,
      deleted_at: now(),
    }));
    for (const tombstone of tombstones) transaction.set(tombstoneRef(db, tombstone.photo_id), tombstone);
    return { tombstones, kept: [], refunds: refundsIn(posted) };
  });
}

/**
 * The callable `delete-photo`. Deletes only the caller's photos, one or a whole group; a second call finds nothing. The
 * sweeper removes files that could not be removed now, and after a day those of a set. Every rejection is the
 * response's `error`.
 */
export async function deletePhoto(
  request: DeletePhotoRequest,
  caller: Caller,
  deps: DeleteDeps,
): Promise<DeletePhotoResponse> {
  await deps.faultPoint('delete.beforeCommit');
  const outcome = await commit(request, caller.uid, deps);
  if ('error' in outcome) return outcome;
  await deps.faultPoint('delete.afterCommit');
  const deletedFiles: string[] = [];
  for (const tombstone of outcome.tombstones) {
    try {
      deletedFiles.push(...(await removeFilesOf(tombstone, deps)));
    } catch (error) {
      const { photo_id: photoId } = tombstone;
      deps.log.error('Files of a deleted photo remain for the sweeper', { photoId, reason: messageOf(error) });
    }
  }
  // Its day is for its owner alone: links to it end now, also where it is brought back.
  for (const photoId of outcome.kept) {
    try {
      await leaveLinks(photoId, deps);
    } catch (error) {
      deps.log.error('Copies of a deleted photo remain until its files go', { photoId, reason: messageOf(error) });
    }
  }
  const { refunds } = outcome;
  return { creditRefunded: refunds > 0, ...(request.group ? { creditsRefunded: refunds } : {}), deletedFiles };
}
