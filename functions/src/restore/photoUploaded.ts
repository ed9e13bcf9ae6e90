import { parseUploadPath } from '@heirlight/contract/paths';
import type { Deps } from '../platform/deps';
import { START_RESTORE } from './queues';

/** By then the page has called, unless its tab was closed; so an upload is decoded once. */
const CALL_COMES_WITHIN_S = 30;

/**
 * The Storage event `photo-uploaded`, the second way into a restore: enqueues the upload, for later.
 *
 * @param generation Storage's number of the stored content: a file that is sent again is another task
 */
export async function photoUploaded(
  { path, generation }: { path: string; generation: string },
  { tasks }: Pick<Deps, 'tasks'>,
): Promise<void> {
  const upload = parseUploadPath(path);
  if (!upload) return;
  await tasks.enqueue(START_RESTORE, { path }, { id: `${upload.photoId}-${generation}`, delayS: CALL_COMES_WITHIN_S });
}
