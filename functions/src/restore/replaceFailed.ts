// Why: docs/decisions/2026-11-23-failed-restores-are-free.md
import { ledgerEntryId } from '@heirlight/contract/account';
import { RESTORE_COST } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { postEntries } from '../ledger/ledger';
import { refundOf } from '../photos/deletePhoto';
import { derivedOf, originOf, type PhotoRecord, photoRef } from '../photos/photoRecord';
import { type Tombstone, tombstoneRef } from '../photos/tombstones';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { isMissingFile, type StoredFile } from '../platform/fileStore';
import type { Transaction } from '../platform/firestoreTypes';
import { copyAsOriginal } from './copyAsOriginal';
import { newRecord } from './newRecord';
import { receiveUpload } from './receiveUpload';
import { RETRY_KEY, TOOL_KEY } from './uploadMetadata';

export interface Replacement {
  file: StoredFile;
  record: PhotoRecord;
}

/**
 * Copies a failed photo's original, which goes with it. Returns the copy, and the record of the photo that is to take
 * the failed one's place, still to be stored. Nothing starts the copy by itself: its metadata says what does.
 *
 * @throws AppError `photo_not_found` when the original is gone, or the copy, as another call of the request was rejected;
 *   `invalid_image` or `image_too_large` as receiveUpload
 */
export async function replacementOf(
  failed: PhotoRecord,
  { photoId, tool }: { photoId: string; tool: ToolId },
  deps: Pick<Deps, 'files' | 'uploadToken' | 'config' | 'now'>,
): Promise<Replacement> {
  const { files, now } = deps;
  const { user_id: uid } = failed;
  const path = await copyAsOriginal(
    { source: failed, photoId, custom: { [TOOL_KEY]: tool, [RETRY_KEY]: failed.id } },
    deps,
  );
  const isRemoved = new AppError('photo_not_found', `Another call has removed ${path}`);
  const file = await files.stat(path);
  if (!file) throw isRemoved;
  try {
    const original = await receiveUpload({ photoId, uid, tool, file }, deps);
    return { file, record: newRecord({ photoId, uid, tool, original, origin: originOf(failed) }, now()) };
  } catch (error) {
    throw isMissingFile(error) ? isRemoved : error;
  }
}

/**
 * In the caller's transaction, after its other reads: the failed photo's restore comes back and pays for the new photo,
 * which takes its place. What was written about the failed one since goes with it.
 *
 * @throws AppError `no_restores_left` when the restore did not come back because its money had, or came back before and
 *   was used, `invalid_request` when the new photo's id was used before
 */
export async function replaceFailed(
  transaction: Transaction,
  { failed, record }: { failed: PhotoRecord; record: PhotoRecord },
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<{ tombstone: Tombstone; balance: number }> {
  const { id, user_id: uid } = record;
  const debit = { id: ledgerEntryId.restore(id), reason: 'restore', ref: id, delta: -RESTORE_COST } as const;
  const entries = [refundOf(failed), debit];
  const { balance, posted } = await postEntries(transaction, { db, uid, entries, now: now() });
  const [refund, spent] = posted;
  // A failed photo that was deleted and brought back had its refund then.
  if (!spent?.isNew || !(refund?.isNew || failed.is_refunded))
    throw new AppError('invalid_request', `The id ${id} was used before`);
  const origin = originOf(failed);
  const tombstone = { photo_id: failed.id, user_id: uid, original_path: failed.original_path, deleted_at: now() };
  transaction.create(photoRef(db, id), { ...record, ...origin, ...derivedOf({ ...origin, tool: record.tool }) });
  transaction.delete(photoRef(db, failed.id));
  transaction.set(tombstoneRef(db, failed.id), tombstone);
  return { tombstone, balance };
}
