import type { RestoreAgainRequest, RestoreAgainResponse } from '@heirlight/contract/callables';
import { groupIdOf } from '@heirlight/contract/photo';
import type { ToolId } from '@heirlight/contract/tools';
import { accountRef } from '../account/accountRecord';
import { countFreeTries } from '../photos/deletePhoto';
import { type PhotoRecord, photoRef, readPhoto } from '../photos/photoRecord';
import { removeFilesOf, type Tombstone } from '../photos/tombstones';
import type { Caller } from '../platform/caller';
import { getAll } from '../platform/documents';
import { AppError, messageOf } from '../platform/errors';
import { countUse } from '../platform/rateLimit';
import { transact } from '../platform/transact';
import { copyAsOriginal, copyPath } from './copyAsOriginal';
import { enqueueSubmission } from './enqueueSubmission';
import { noteRejection, rejectedSince, rejectionRef } from './rejections';
import { removeUpload } from './removeFiles';
import { type Replacement, replaceFailed, replacementOf } from './replaceFailed';
import { requireMayRestore, requireRestore } from './requireRestore';
import { type StartDeps, startRestore } from './startRestore';
import { GROUP_KEY, NAME_KEY, SOURCE_KEY, TOOL_KEY, VERSION_KEY } from './uploadMetadata';

/**
 * One transaction: the failed photo's restore pays for the new one, which takes its place. Returns null if that was done
 * before.
 *
 * @throws AppError `photo_not_found` when the failed photo was deleted meanwhile: its restore has come back
 */
function swap(failedId: string, { file, record }: Replacement, { db, now }: StartDeps): Promise<Tombstone | null> {
  const { id, user_id: uid } = record;
  return transact(db, async (transaction) => {
    const refs = [photoRef(db, id), photoRef(db, failedId), accountRef(db, uid), rejectionRef(db, id)] as const;
    const [existing, snapshot, account, rejection] = await getAll(transaction, ...refs);
    if (existing.exists) return null;
    const rejected = rejectedSince(rejection.data(), { uid, since: file.createdAt });
    if (rejected) throw new AppError(rejected, `Another call has rejected ${file.path}`);
    const failed = snapshot.data();
    if (failed?.status !== 'failed') throw new AppError('photo_not_found', `${failedId} was deleted meanwhile`);
    if (account.data()?.deleted_at) throw new AppError('signed_out', `The account ${uid} was deleted`);
    const countTries = await countFreeTries(transaction, [failed], { db, now });
    const countRestore = await countUse(transaction, { db, name: 'restorePerUser', key: uid, now: now() });
    const { tombstone } = await replaceFailed(transaction, { failed, record }, { db, now });
    countTries();
    countRestore();
    return tombstone;
  });
}

/** Copies the failed photo and swaps it for the copy. A rejected copy is removed. Returns null if that was done before. */
async function replace(
  failed: PhotoRecord,
  request: { photoId: string; tool: ToolId },
  deps: StartDeps,
): Promise<Tombstone | null> {
  const { photoId } = request;
  const { id, user_id: uid } = failed;
  try {
    const replacement = await replacementOf(failed, request, deps);
    await deps.faultPoint('tryAgain.afterCopy');
    return await swap(id, replacement, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!(await noteRejection({ photoId, uid, code: error.code }, deps))) return null;
    await removeUpload({ uid, photoId, path: copyPath(failed, photoId) }, deps);
    throw error;
  }
}

/** Tries a failed photo again, with its own restore: it costs nothing, also at a balance of 0. */
async function tryAgain(
  failed: PhotoRecord,
  request: { photoId: string; tool: ToolId },
  deps: StartDeps,
): Promise<RestoreAgainResponse> {
  const { photoId } = request;
  await requireMayRestore(failed.user_id, deps);
  const tombstone = await replace(failed, request, deps);
  await deps.faultPoint('tryAgain.afterSwap');
  await enqueueSubmission(photoId, deps);
  if (!tombstone) return { photoId };
  try {
    await removeFilesOf(tombstone, deps);
  } catch (error) {
    deps.log.error('Files of a replaced photo remain for the sweeper', {
      photoId: failed.id,
      reason: messageOf(error),
    });
  }
  return { photoId, replaces: failed.id };
}

/**
 * The callable `restore-again`: one more restore of a photo the caller has, without an upload. It restores the photo's
 * original, or its restored picture. A failed photo's restore pays for the new photo, which takes its place. Repeating a
 * request with the same `requestId` changes nothing.
 *
 * @throws AppError as startRestore, `photo_not_found` when the photo is not the caller's, and `invalid_request`
 */
export async function restoreAgain(
  { photoId, modelId: tool, requestId, version = 'original' }: RestoreAgainRequest,
  caller: Caller,
  deps: StartDeps,
): Promise<RestoreAgainResponse> {
  // First, because a failed source is gone when its request is repeated.
  const again = await readPhoto(deps.db, requestId);
  if (again?.user_id === caller.uid) return { photoId: requestId };
  const source = await readPhoto(deps.db, photoId);
  if (source?.user_id !== caller.uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
  if (again) throw new AppError('invalid_request', `The id ${requestId} is taken`);
  if (version === 'restored' && source.status !== 'succeeded') {
    throw new AppError('invalid_request', `The photo ${photoId} has no restored picture`);
  }
  if (source.status === 'failed') return tryAgain(source, { photoId: requestId, tool }, deps);
  try {
    await requireRestore(caller.uid, deps);
  } catch (error) {
    // Another call with this `requestId` may have spent the last restore meanwhile, on this very photo.
    if ((await readPhoto(deps.db, requestId))?.user_id === caller.uid) return { photoId: requestId };
    throw error;
  }
  const custom = {
    [TOOL_KEY]: tool,
    [SOURCE_KEY]: source.id,
    [VERSION_KEY]: version,
    [GROUP_KEY]: groupIdOf(source),
    ...(source.name === null ? {} : { [NAME_KEY]: source.name }),
  };
  const path = await copyAsOriginal({ source, version, photoId: requestId, custom }, deps);
  await deps.faultPoint('restoreAgain.afterCopy');
  return startRestore({ uid: caller.uid, path, tool }, deps);
}
