import { ledgerEntryId } from '@heirlight/contract/account';
import { MAX_NAME_LENGTH, RESTORE_COST } from '@heirlight/contract/limits';
import { parseUploadPath } from '@heirlight/contract/paths';
import { groupIdOf, type SourceVersion } from '@heirlight/contract/photo';
import { tidyText } from '@heirlight/contract/photoText';
import { isToolId, type ToolId } from '@heirlight/contract/tools';
import { accountRef } from '../account/accountRecord';
import { type AccountDeps, ensureAccount } from '../account/ensureAccount';
import { ledgerRef, postEntries } from '../ledger/ledger';
import { derivedOf, type PhotoOrigin, type PhotoRecord, photoRef, readPhoto } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { AppError, messageOf } from '../platform/errors';
import { isMissingFile, missingFile, type StoredFile } from '../platform/fileStore';
import { checkUse, countUse, countUseNow } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { embeddedOfSource, embeddedOfUpload } from './embedded';
import { SUBMIT_RESTORE } from './queues';
import { type Original, receiveUpload } from './receiveUpload';
import { noteRefusal, refusalOf, refusalRef, refusedSince } from './refusals';
import { removeMade } from './removeResults';
import type { SubmitDeps } from './submitRestore';

export type StartDeps = Omit<SubmitDeps, 'provider'> & AccountDeps & Pick<Deps, 'uploadToken' | 'tasks'>;

export interface StartRequest {
  uid: string;
  /** Storage path of the caller's own upload. */
  path: string;
  /** Asked-for tool, used only where the upload itself names none. */
  tool?: ToolId;
}

/** Custom metadata of an upload: which tool, and the name that the photo gets. */
export const TOOL_KEY = 'tool';
export const NAME_KEY = 'name';
/** Of an upload: what the chosen file said about itself. */
export const EMBEDDED_KEY = 'embedded';
/** Of a copy: the photo it is of, which of its pictures, and the photo's group. The rules let no upload have a source. */
export const SOURCE_KEY = 'source';
export const VERSION_KEY = 'version';
export const GROUP_KEY = 'group';
/** Marks the copy of a failed photo's original: another try starts it, and pays with that photo's restore. */
export const RETRY_KEY = 'retry';

/** Final refusals: the file is removed, and nothing was debited. */
const REFUSALS = new Set([
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

export interface NewPhoto {
  photoId: string;
  uid: string;
  tool: ToolId;
  original: Original;
  origin: PhotoOrigin;
}

/** Where a file that starts a restore comes from. `source` is the photo that it is a copy of, unless that is deleted. */
function originOfFile(photoId: string, { custom }: StoredFile, source: PhotoRecord | undefined): PhotoOrigin {
  const sourceId = custom[SOURCE_KEY] ?? null;
  const name = tidyText(custom[NAME_KEY] ?? '', { longest: MAX_NAME_LENGTH });
  if (sourceId === null) {
    return {
      group_id: photoId,
      source_photo_id: null,
      source_version: null,
      name,
      date_text: null,
      caption: null,
      embedded: embeddedOfUpload(custom[EMBEDDED_KEY]),
    };
  }
  const version: SourceVersion = custom[VERSION_KEY] === 'restored' ? 'restored' : 'original';
  return {
    group_id: source ? groupIdOf(source) : (custom[GROUP_KEY] ?? sourceId),
    source_photo_id: sourceId,
    source_version: version,
    name: source ? source.name : name,
    date_text: source?.date_text ?? null,
    caption: source?.caption ?? null,
    embedded: source ? embeddedOfSource(source, version) : null,
  };
}

/** The document of a photo whose job is still to be handed over. */
export function newRecord({ photoId, uid, tool, original, origin }: NewPhoto, now: Date): PhotoRecord {
  return {
    ...original,
    id: photoId,
    user_id: uid,
    restored_url: null,
    status: 'processing',
    created_at: now,
    tool,
    restored_path: null,
    restored_thumbnail_path: null,
    restored_thumbnail_url: null,
    restored_screen_path: null,
    restored_screen_url: null,
    restored_tiles_path: null,
    restored_tiles_url: null,
    prediction_id: null,
    refused_prediction_id: null,
    error: null,
    completed_at: null,
    restored_size: null,
    progress_percent: null,
    faces: null,
    ...origin,
    is_favourite: false,
    shared_at: null,
    ...derivedOf({ ...origin, tool }),
  };
}

/**
 * One transaction: takes the restore and creates the photo, or neither. Returns `exists` if that was done before for
 * this file, `taken` for another file, and `deleted` if the photo was deleted since.
 *
 * @throws AppError when another call has refused the upload
 */
function debit(
  photo: Omit<NewPhoto, 'origin'> & { file: StoredFile },
  { db, now }: StartDeps,
): Promise<PhotoRecord | 'exists' | 'taken' | 'deleted'> {
  const { photoId, uid, file } = photo;
  const entryId = ledgerEntryId.restore(photoId);
  return transact(db, async (transaction) => {
    const [existing, spent, account, refusal] = await getAll(
      transaction,
      photoRef(db, photoId),
      ledgerRef(db, uid, entryId),
      accountRef(db, uid),
      refusalRef(db, photoId),
    );
    const known = existing.data();
    if (known) return known.original_path === file.path ? 'exists' : 'taken';
    // The owner deleted the photo. A late trigger must not bring it back for free.
    if (spent.exists) return 'deleted';
    if (account.data()?.deleted_at) {
      throw new AppError('signed_out', `The account ${uid} was deleted`);
    }
    // Another call has refused this file and removes it. A file that is sent again is newer than the note.
    const refused = refusedSince(refusal.data(), { uid, since: file.createdAt });
    if (refused) throw new AppError(refused, `Another call has refused ${file.path}`);
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

/** Removes an upload, and what was made of it. */
export async function removeUpload(
  { uid, photoId, path }: { uid: string; photoId: string; path: string },
  { files }: Pick<Deps, 'files'>,
): Promise<void> {
  await files.remove(path);
  await removeMade({ userId: uid, photoId }, { files });
}

/** An id stands for one file of one person. A second file under the same id is removed. */
async function refuseStray(path: string, { files }: StartDeps): Promise<never> {
  await files.remove(path);
  throw new AppError('not_your_upload', `The photo id of ${path} belongs to another file`);
}

/** Counts only refusals: an outage, after which the trigger is repeated, uses nothing up. */
async function countRefusal(uid: string, { db, now }: StartDeps): Promise<void> {
  try {
    await countUseNow({ db, name: 'refusedPerUser', key: uid, now: now() });
  } catch (error) {
    // Concurrent calls have filled the window.
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * Checks that anything may be restored for this account, before a picture is read. Nothing may be for a disabled one,
 * whose token lives for up to an hour.
 *
 * @throws AppError `signed_out`, `rate_limited` or `too_many_failures`
 */
export async function requireMayRestore(uid: string, { db, users, now }: Pick<StartDeps, 'db' | 'users' | 'now'>) {
  const user = await users.get(uid);
  if (!user || user.disabled) throw new AppError('signed_out', `The account ${uid} is disabled or gone`);
  for (const name of ['restorePerUser', 'refusedPerUser', 'freeTriesPerUser'] as const) {
    await checkUse({ db, name, key: uid, now: now() });
  }
  return user;
}

/**
 * Checks what can be known before a picture is read: a refused restore costs its sender nothing, but reading and
 * decoding are expensive for us. The debit decides again.
 *
 * @throws AppError as requireMayRestore, `email_not_verified` or `no_restores_left`
 */
export async function requireRestore(uid: string, deps: StartDeps): Promise<void> {
  const user = await requireMayRestore(uid, deps);
  const { balance, awaitsVerification } = await ensureAccount({ uid, emailVerified: user.emailVerified }, deps);
  if (balance >= RESTORE_COST) return;
  if (awaitsVerification) throw new AppError('email_not_verified', `${uid} has only the welcome restores to come`);
  throw new AppError('no_restores_left', `${uid} has no restore for an upload`);
}

/**
 * Hands the photo to the queue that hands its job to the provider. The restore has been taken by now: without a queue the
 * sweep tries again, so it is no reason to fail the call.
 */
export async function enqueueSubmission(photoId: string, { tasks, log }: Pick<Deps, 'tasks' | 'log'>): Promise<void> {
  try {
    await tasks.enqueue(SUBMIT_RESTORE, { photoId }, { id: photoId });
  } catch (error) {
    log.error('A restore waits for the sweep', { photoId, reason: messageOf(error) });
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
  if (record === 'taken') return await refuseStray(path, deps);
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
 *   Later calls get the same refusal.
 */
export async function startRestore(request: StartRequest, deps: StartDeps): Promise<{ photoId: string }> {
  const photoId = ownUpload(request);
  const existing = await readPhoto(deps.db, photoId);
  if (existing) {
    if (existing.original_path !== request.path) await refuseStray(request.path, deps);
    const { status, prediction_id } = existing;
    if (status === 'processing' && prediction_id === null) await enqueueSubmission(photoId, deps);
    return { photoId };
  }
  try {
    await startNew(request, photoId, deps);
  } catch (error) {
    const { uid, path } = request;
    if (isMissingFile(error)) {
      // Another call for the same upload may have been refused before, and taken it away.
      const code = (await refusalOf({ photoId, uid }, deps)) ?? 'photo_not_found';
      throw new AppError(code, `There is no file at ${path}`, { cause: error });
    }
    if (error instanceof AppError && REFUSALS.has(error.code)) {
      if (!(await noteRefusal({ photoId, uid, code: error.code }, deps))) return await startRestore(request, deps);
      await removeUpload({ uid, photoId, path }, deps);
      await countRefusal(uid, deps);
    }
    throw error;
  }
  return { photoId };
}
