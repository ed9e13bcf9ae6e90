import type { RestoreRequest, RestoreResponse } from '@heirlight/contract/callables';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { pathOfDownloadUrl } from '../platform/fileStore';
import { type StartDeps, startRestore } from './startRestore';

/**
 * The callable `replicate-restore`: `imageUrl` is only read as the path of the caller's own upload.
 *
 * @throws AppError as startRestore
 */
export async function requestRestore(
  { imageUrl, modelId }: RestoreRequest,
  caller: Caller,
  deps: StartDeps,
): Promise<RestoreResponse> {
  const path = pathOfDownloadUrl(deps.files, imageUrl);
  if (path === null) throw new AppError('not_your_upload', 'imageUrl is no file of this bucket');
  return startRestore({ uid: caller.uid, path, tool: modelId }, deps);
}
