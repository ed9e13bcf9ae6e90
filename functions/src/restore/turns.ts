/**
 * Whose turn it is. Of each account only the oldest few photos are at the provider at once: what comes back is finished
 * ten at a time for everybody, and somebody's fifty must not keep another's one waiting.
 */
// Why: docs/decisions/2026-11-23-limits-per-account.md
import { MOST_JOBS_PER_ACCOUNT } from '@heirlight/contract/limits';
import { type PhotoRecord, photos } from '../photos/photoRecord';
import { countOf } from '../platform/aggregate';
import type { Deps } from '../platform/deps';
import { messageOf } from '../platform/errors';
import { SUBMIT_RESTORE } from './queues';

const inRestore = (db: Deps['db'], uid: string) =>
  photos(db).where('user_id', '==', uid).where('status', '==', 'processing');

/** Whether fewer than MOST_JOBS_PER_ACCOUNT older photos of its account are being restored. Once true, it stays so. */
export async function isItsTurn({ user_id, created_at }: PhotoRecord, { db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await countOf(inRestore(db, user_id).where('created_at', '<', created_at))) < MOST_JOBS_PER_ACCOUNT;
}

/**
 * Hands over the photos of an account whose turn has come because another of them has ended. Where that fails, the sweep
 * finds photos without a job.
 */
export async function callNext(uid: string, { db, tasks, log }: Pick<Deps, 'db' | 'tasks' | 'log'>): Promise<void> {
  try {
    const admitted = await inRestore(db, uid).orderBy('created_at').limit(MOST_JOBS_PER_ACCOUNT).get();
    for (const { id: photoId, prediction_id } of admitted.docs.map((snapshot) => snapshot.data())) {
      if (prediction_id !== null) continue;
      // Its first task may be running. The name is used once: a turn comes once.
      await tasks.enqueue(SUBMIT_RESTORE, { photoId, mayHaveJob: true }, { id: `${photoId}-turn` });
    }
  } catch (error) {
    log.warn('Restores wait for the sweep', { uid, reason: messageOf(error) });
  }
}
