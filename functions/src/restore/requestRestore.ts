import type { RestoreResponse } from '@heirlight/contract/callables';
import { isToolId } from '@heirlight/contract/tools';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { pathOfDownloadUrl } from '../platform/fileStore';
import { readText } from '../platform/requests';
import { type StartDeps, startRestore } from './startRestore';

/**
 * The callable `replicate-restore`: `imageUrl` is only read as the path of the caller's own upload.
 *
 * @throws AppError as startRestore, and `invalid_request`
 */
export async function requestRestore(body: unknown, caller: Caller, deps: StartDeps): Promise<RestoreResponse> {
  const imageUrl = readText(body, 'imageUrl');
  const tool = readText(body, 'modelId');
  if (!isToolId(tool)) throw new AppError('invalid_request', `modelId ${tool} is no tool`);
  const path = pathOfDownloadUrl(deps.files, imageUrl);
  if (path === null) throw new AppError('not_your_upload', 'imageUrl is no file of this bucket');
  return startRestore({ uid: caller.uid, path, tool }, deps);
}
