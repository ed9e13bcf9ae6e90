// Why: docs/decisions/2026-11-23-a-restore-in-task-queues.md
import { parseUploadPath } from '@heirlight/contract/paths';
import { AppError } from '../platform/errors';
import { type StartDeps, startRestore } from './startRestore';

/**
 * Handles a task of `start-restore`: starts an upload that no call has started, or rejects and removes it.
 *
 * @throws what storage or database threw: a later attempt may succeed. Rejections are final.
 */
export async function startRestoreTask(
  { path, isNeglected }: { path: string; isNeglected: boolean },
  deps: StartDeps,
): Promise<void> {
  try {
    await startRestore({ uid: parseUploadPath(path)?.userId ?? '', path }, deps);
    if (isNeglected) deps.log.info('The sweep had to start an upload', { path });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info('An upload started no restore', { path, code: error.code, reason: error.message });
    // startRestore keeps the file after this rejection, because the callable may still name a tool.
    if (isNeglected && error.code === 'invalid_request') await deps.files.remove(path);
  }
}
