import { createHash } from 'node:crypto';
import { STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { isToolId } from '@heirlight/contract/tools';
import { accountRef } from '../account/accountRecord';
import { type PhotoRecord, photoRef, readPhoto } from '../photos/photoRecord';
import { removeFilesOf, type Tombstone } from '../photos/tombstones';
import { getAll } from '../platform/documents';
import { AppError } from '../platform/errors';
import { transact } from '../platform/transact';
import { enqueueSubmission } from '../restore/enqueueSubmission';
import { endStuck } from '../restore/finishRestoreTask';
import { removeUpload } from '../restore/removeFiles';
import { replaceFailed, replacementOf } from '../restore/replaceFailed';
import { adminRequestRef } from './adminRequests';
import { isOpen, note, success } from './answer';
import { RejectedRequest } from './rejectedRequest';
import type { AdminDeps, Work } from './work';

type Retry = Work<'retry'>;

/** The id of the photo that a request makes: the same in every attempt. */
function photoIdOf(requestId: string): string {
  const hex = createHash('sha256').update(`retry ${requestId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/**
 * The photo as it is once it has ended: one that is stuck is ended now.
 *
 * @throws RejectedRequest when there is nothing to retry
 */
async function endedPhoto({ photo: photoId, uid }: Retry, deps: AdminDeps): Promise<PhotoRecord | null> {
  const photo = await readPhoto(deps.db, photoId);
  if (!photo)
    throw new RejectedRequest(`There is no photo ${photoId}. Whoever deletes a failed one gets its restore back.`);
  if (photo.user_id !== uid) throw new RejectedRequest(`The photo ${photoId} is not of the account ${uid}.`);
  if (photo.status === 'succeeded') throw new RejectedRequest(`The photo ${photoId} has its result.`);
  if (photo.status === 'failed') return photo;
  if (deps.now().getTime() - photo.created_at.getTime() <= STUCK_AFTER_MS) {
    const minutes = STUCK_AFTER_MS / 60_000;
    throw new RejectedRequest(`The photo ${photoId} is being restored. It counts as stuck after ${minutes} minutes.`);
  }
  await endStuck(photo, deps);
  return readPhoto(deps.db, photoId);
}

/**
 * Returns the record of the photo that takes the failed one's place.
 *
 * @throws RejectedRequest when it cannot be restored
 */
async function copyOf(source: PhotoRecord, { id }: Retry, deps: AdminDeps): Promise<PhotoRecord> {
  const { db } = deps;
  const { tool } = source;
  const photoId = photoIdOf(id);
  if (!isToolId(tool)) throw new RejectedRequest(`The tool ${tool} is gone. Grant a restore instead.`);
  if (await readPhoto(db, photoId)) throw new RejectedRequest(`An earlier request with the id ${id} was carried out.`);
  try {
    return (await replacementOf(source, { photoId, tool }, deps)).record;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new RejectedRequest(`The original of ${source.id} is gone. Grant a restore instead.`, { cause: error });
  }
}

/**
 * One transaction: the failed photo's restore comes back and pays for the new photo, which takes its place. Notes
 * the request's success. Returns null when another attempt did so.
 *
 * @throws RejectedRequest when the photo was deleted meanwhile
 * @throws AppError as replaceFailed
 */
async function swap(failedId: string, record: PhotoRecord, { id, uid }: Retry, deps: AdminDeps) {
  const { db, now } = deps;
  return transact(db, async (transaction): Promise<Tombstone | null> => {
    const refs = [adminRequestRef(db, id), photoRef(db, failedId), accountRef(db, uid)] as const;
    const [request, snapshot, account] = await getAll(transaction, ...refs);
    const failed = snapshot.data();
    if (!isOpen(request)) return null;
    if (failed?.status !== 'failed' || account.data()?.deleted_at) {
      throw new RejectedRequest(`The photo ${failedId} was deleted meanwhile.`);
    }
    const { tombstone, balance } = await replaceFailed(transaction, { failed, record }, { db, now });
    const result = { photo: record.id, replaces: failedId };
    transaction.update(request.ref, { ...success(now()), balance_after: balance, result });
    return tombstone;
  });
}

/**
 * Restores a failed or stuck photo once more, without a second debit: a new photo takes its place and its restore. Once
 * they have changed places, the sweeps finish what is interrupted here.
 */
export async function retry(work: Retry, deps: AdminDeps): Promise<void> {
  const source = await endedPhoto(work, deps);
  if (source?.status === 'succeeded') {
    // The provider had the result all along.
    const result = { photo: source.id, status: source.status };
    return note(work.id, { ...success(deps.now()), result }, deps);
  }
  if (!source) throw new RejectedRequest(`The photo ${work.photo} was deleted meanwhile.`);
  const record = await copyOf(source, work, deps);
  await deps.faultPoint('admin.afterCopy');
  let tombstone: Tombstone | null;
  try {
    tombstone = await swap(source.id, record, work, deps);
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code !== null || error instanceof RejectedRequest) {
      await removeUpload({ uid: work.uid, photoId: record.id, path: record.original_path }, deps);
    }
    if (code === 'invalid_request')
      throw new RejectedRequest(`An earlier request with the id ${work.id} was carried out.`);
    if (code !== 'no_restores_left') throw error;
    const text = `The money for the photo ${source.id} went back, and the account has no restore left. Grant one first.`;
    throw new RejectedRequest(text, { cause: error });
  }
  if (!tombstone) return;
  await deps.faultPoint('admin.afterSwap');
  await enqueueSubmission(record.id, deps);
  await removeFilesOf(tombstone, deps);
}
