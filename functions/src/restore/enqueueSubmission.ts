import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { SUBMIT_RESTORE } from './queues';

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
