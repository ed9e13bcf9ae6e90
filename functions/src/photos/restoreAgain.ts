import type { RestoreAgainRequest, RestoreResponse } from '@heirlight/contract/callables';
import { parseUploadPath, uploadPath } from '@heirlight/contract/paths';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { isMissingFile } from '../platform/fileStore';
import { countUseNow } from '../platform/rateLimit';
import { type PhotoRecord, readPhoto } from './photoRecord';
import { requireRestore, SOURCE_KEY, type StartDeps, startRestore } from './startRestore';

async function readOriginal(
  { id, original_path: path }: PhotoRecord,
  { files }: Pick<StartDeps, 'files'>,
): Promise<Buffer> {
  try {
    return await files.read(path);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    throw new AppError('photo_not_found', `The original of ${id} is gone`, { cause: error });
  }
}

/**
 * Copies the original, because deleting a photo deletes its files. Of two calls with one `requestId` the later one must
 * not replace the file whose URL the earlier one has stored in the photo, so it writes only if there is none.
 * firebase-tools' emulator ignores that condition; there the URL holds because both calls use the path's token.
 *
 * @param custom the copy's metadata
 * @throws AppError `photo_not_found` when the original is gone
 */
export async function copyOriginal(
  { source, photoId, custom }: { source: PhotoRecord; photoId: string; custom: Record<string, string> },
  deps: Pick<StartDeps, 'files' | 'uploadToken'>,
): Promise<string> {
  const { files } = deps;
  const name = parseUploadPath(source.original_path)?.name ?? 'photo';
  // sanitizeFileName takes an extension off; `name` has lost its own already.
  const path = uploadPath({ userId: source.user_id, photoId, fileName: `${name}.jpg` });
  if (await files.stat(path)) return path;
  const bytes = await readOriginal(source, deps);
  const token = deps.uploadToken(path);
  await files.write({ path, bytes, contentType: 'image/jpeg', token, custom, onlyIfAbsent: true });
  return path;
}

/**
 * The callable `restore-again`: one more restore of a photo the caller has, without an upload. Repeating a request
 * with the same `requestId` changes nothing.
 *
 * @throws AppError as startRestore, `photo_not_found` when the photo is not the caller's, and `invalid_request`
 */
export async function restoreAgain(
  { photoId, modelId: tool, requestId }: RestoreAgainRequest,
  caller: Caller,
  deps: StartDeps,
): Promise<RestoreResponse> {
  // Here and not in startRestore: what it bounds is the copying.
  await countUseNow({ db: deps.db, name: 'restorePerAddress', key: caller.address, now: deps.now() });

  const source = await readPhoto(deps.db, photoId);
  if (source?.user_id !== caller.uid) throw new AppError('photo_not_found', `${photoId} is no photo of the caller`);
  const again = await readPhoto(deps.db, requestId);
  if (again) {
    if (again.user_id !== caller.uid) throw new AppError('invalid_request', `The id ${requestId} is taken`);
    return { photoId: requestId };
  }
  try {
    await requireRestore(caller.uid, deps);
  } catch (error) {
    // Another call with this `requestId` may have spent the last restore meanwhile, on this very photo.
    if ((await readPhoto(deps.db, requestId))?.user_id === caller.uid) return { photoId: requestId };
    throw error;
  }
  const custom = { tool, [SOURCE_KEY]: source.id };
  const path = await copyOriginal({ source, photoId: requestId, custom }, deps);
  await deps.faultPoint('restoreAgain.afterCopy');
  return startRestore({ uid: caller.uid, path, tool }, deps);
}
