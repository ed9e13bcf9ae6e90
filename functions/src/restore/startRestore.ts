import { ledgerEntryId } from '@heirlight/contract/account';
import { RESTORE_COST } from '@heirlight/contract/limits';
import { parseUploadPath } from '@heirlight/contract/paths';
import { isToolId, type ToolId } from '@heirlight/contract/tools';
import { accountRef } from '../account/accountRecord';
import type { AccountDeps } from '../account/ensureAccount';
import { ledgerRef, postEntries } from '../ledger/ledger';
import { type PhotoRecord, photoRef, readPhoto } from '../photos/photoRecord';
import { recoverableRef } from '../photos/recoverable';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { AppError } from '../platform/errors';
import { isMissingFile, missingFile, type StoredFile } from '../platform/fileStore';
import { countUse, countUseNow } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { enqueueSubmission } from './enqueueSubmission';
import { type NewPhoto, newRecord } from './newRecord';
import { receiveUpload } from './receiveUpload';
import { noteRejection, recentRejection, rejectedSince, rejectionRef } from './rejections';
import { removeUpload } from './removeFiles';
import { requireRestore } from './requireRestore';
import type { SubmitDeps } from './submitRestore';
import { originOfFile, RETRY_KEY, SOURCE_KEY, TOOL_KEY } from './uploadMetadata';

export type StartDeps = Omit<SubmitDeps, 'provider'> & AccountDeps & Pick<Deps, 'uploadToken' | 'tasks' | 'newId'>;

export interface StartRequest {
  uid: string;
  /** Storage path of the caller's own upload. */
  path: string;
  /** Asked-for tool, used only where the upload itself names none. */
  tool?: ToolId;
}

/** Final rejections: the file is removed, and nothing was debited. */
const REJECTIONS = new Set([
  'invalid_image',
  'image_too_large',
  'no_restores_left',
  'email_not_verified',
  'rate_limited',
  'too_many_failures',
  'signed_out',
]);

function ownUpload({ uid, path }: StartRequest): string {
  const parts = parseUploadPath(path);
  if (!parts || parts.userId !== uid) throw new AppError('not_your_upload', `${path} is not an upload of ${uid}`);
  return parts.photoId;
}

/**
 * One transaction: takes the restore and creates the photo, or neither. Returns `exists` if that was done before for
 * this file, `taken` for another file, and `deleted` if the photo was deleted since.
 *
 * @throws AppError when another call has rejected the upload
 */
function debit(
  photo: Omit<NewPhoto, 'origin'> & { file: StoredFile },
  { db, now }: StartDeps,
): Promise<PhotoRecord | 'exists' | 'taken' | 'deleted'> {
  const { photoId, uid, file } = photo;
  const entryId = ledgerEntryId.restore(photoId);
  return transact(db, async (transaction) => {
    const [existing, spent, account, rejection] = await getAll(
      transaction,
      photoRef(db, photoId),
      ledgerRef(db, uid, entryId),
      accountRef(db, uid),
      rejectionRef(db, photoId),
    );
    const known = existing.data();
    if (known) return known.original_path === file.path ? 'exists' : 'taken';
    // The owner deleted the photo. A late trigger must not bring it back for free, nor remove what can be brought back.
    if (spent.exists) return (await transaction.get(recoverableRef(db, photoId))).exists ? 'exists' : 'deleted';
    if (account.data()?.deleted_at) {
      throw new AppError('signed_out', `The account ${uid} was deleted`);
    }
    // Another call has rejected this file and removes it. A file that is sent again is newer than the note.
    const rejected = rejectedSince(rejection.data(), { uid, since: file.createdAt });
    if (rejected) throw new AppError(rejected, `Another call has rejected ${file.path}`);
    // Read here, so that words stored meanwhile are not lost.
    const sourceId = file.custom[SOURCE_KEY];
    const source = sourceId === undefined ? undefined : (await transaction.get(photoRef(db, sourceId))).data();
    const at = now();
    const countRestore = await countUse(transaction, { db, name: 'restorePerUser', key: uid, now: at });
    await postEntries(transaction, {
      db,
      uid,
      entries: [{ id: entryId, reason: 'restore', ref: photoId, delta: -RESTORE_COST }],
      now: at,
    });
    countRestore();
    const record = newRecord({ ...photo, origin: originOfFile(photoId, file, source) }, at);
    transaction.create(photoRef(db, photoId), record);
    return record;
  });
}

/** An id stands for one file of one person. A second file under the same id is removed. */
async function rejectStray(path: string, { files }: StartDeps): Promise<never> {
  await files.remove(path);
  throw new AppError('not_your_upload', `The photo id of ${path} belongs to another file`);
}

/** Counts only rejections: an outage, after which the trigger is repeated, uses nothing up. */
async function countRejection(uid: string, { db, now }: StartDeps): Promise<void> {
  try {
    await countUseNow({ db, name: 'refusedPerUser', key: uid, now: now() });
  } catch (error) {
    // Concurrent calls have filled the window.
    if (!(error instanceof AppError)) throw error;
  }
}

async function startNew(request: StartRequest, photoId: string, deps: StartDeps): Promise<void> {
  const { files, faultPoint } = deps;
  const { uid, path } = request;
  const upload = { uid, photoId, path };
  const file = await files.stat(path);
  if (!file) throw missingFile(path);
  if (file.custom[RETRY_KEY]) return;
  await requireRestore(uid, deps);
  const tool = isToolId(file.custom[TOOL_KEY]) ? file.custom[TOOL_KEY] : request.tool;
  if (!tool) throw new AppError('invalid_request', `The upload ${path} names no tool`);

  const original = await receiveUpload({ photoId, uid, tool, file }, deps);
  await faultPoint('restore.beforeDebit');
  const record = await debit({ photoId, uid, tool, file, original }, deps);
  if (record === 'exists') return;
  if (record === 'taken') return await rejectStray(path, deps);
  if (record === 'deleted') {
    // This late call may have written the files again after the deletion removed them.
    await removeUpload(upload, deps);
    return;
  }
  await faultPoint('restore.afterDebit');
  await enqueueSubmission(photoId, deps);
  await faultPoint('restore.afterEnqueue');
}

/**
 * Starts the restore of an uploaded photo: takes one restore, creates the photo as processing and enqueues its job for
 * the provider. The callable and the Storage trigger both call it, in any order, any number of times; one job comes
 * of it. A crash on the way is finished by the next call or by the sweeper.
 *
 * @throws AppError `not_your_upload`, `photo_not_found`, `invalid_image`, `image_too_large`, `no_restores_left`,
 *   `email_not_verified`, `rate_limited`, `too_many_failures` or `signed_out`; nothing was debited then, and a refused
 *   file is removed.
 *   Later calls get the same rejection.
 */
export async function startRestore(request: StartRequest, deps: StartDeps): Promise<{ photoId: string }> {
  const photoId = ownUpload(request);
  const existing = await readPhoto(deps.db, photoId);
  if (existing) {
    if (existing.original_path !== request.path) await rejectStray(request.path, deps);
    const { status, prediction_id } = existing;
    if (status === 'processing' && prediction_id === null) await enqueueSubmission(photoId, deps);
    return { photoId };
  }
  try {
    await startNew(request, photoId, deps);
  } catch (error) {
    const { uid, path } = request;
    if (isMissingFile(error)) {
      // An earlier call for the same upload may have been rejected and have removed the file.
      const code = (await recentRejection({ photoId, uid }, deps)) ?? 'photo_not_found';
      throw new AppError(code, `There is no file at ${path}`, { cause: error });
    }
    if (error instanceof AppError && REJECTIONS.has(error.code)) {
      // A photo that was deleted and can be brought back needs its file.
      if ((await recoverableRef(deps.db, photoId).get()).exists) return { photoId };
      if (!(await noteRejection({ photoId, uid, code: error.code }, deps))) return await startRestore(request, deps);
      await removeUpload({ uid, photoId, path }, deps);
      await countRejection(uid, deps);
    }
    throw error;
  }
  return { photoId };
}
