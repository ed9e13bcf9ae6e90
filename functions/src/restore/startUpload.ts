import { parseUploadPath } from '@heirlight/contract/paths';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { START_RESTORE } from './queues';
import { type StartDeps, startRestore } from './startRestore';

/** By then the page has called, unless its tab was closed; so an upload is decoded once. */
const CALL_COMES_WITHIN_S = 30;

/**
 * The Storage event `photo-uploaded`, the second way into a restore: enqueues the upload, for later.
 *
 * @param generation Storage's number of the stored content: a file that is sent again is another task
 */
export async function noteUpload(
  { path, generation }: { path: string; generation: string },
  { tasks }: Pick<Deps, 'tasks'>,
): Promise<void> {
  const upload = parseUploadPath(path);
  if (!upload) return;
  await tasks.enqueue(START_RESTORE, { path }, { id: `${upload.photoId}-${generation}`, delayS: CALL_COMES_WITHIN_S });
}

/**
 * Handles a task of `start-restore`: starts an upload that no call has started, or refuses and removes it.
 *
 * @throws what storage or database threw: a later attempt may succeed. Refusals are final.
 */
export async function startUpload(
  { path, isNeglected }: { path: string; isNeglected: boolean },
  deps: StartDeps,
): Promise<void> {
  try {
    await startRestore({ uid: parseUploadPath(path)?.userId ?? '', path }, deps);
    if (isNeglected) deps.log.info('The sweep had to start an upload', { path });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info('An upload started no restore', { path, code: error.code, reason: error.message });
    // startRestore keeps the file after this refusal, because the callable may still name a tool.
    if (isNeglected && error.code === 'invalid_request') await deps.files.remove(path);
  }
}
