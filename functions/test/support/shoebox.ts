import { randomUUID } from 'node:crypto';
import { photoRef } from '../../src/photos/photoRecord';
import type { Caller } from '../../src/platform/caller';
import { enqueueSubmission } from '../../src/restore/enqueueSubmission';
import { finishRestore } from '../../src/restore/finishRestore';
import { startRestore } from '../../src/restore/startRestore';
import { OUTPUT_URL, type World } from './world';

/**
 * Restores of one account, handed to the queue as `startRestore` does; only the first is a whole upload with its debit.
 * Returns the photos' ids, oldest first.
 */
export async function shoebox(world: World, count: number, caller: Caller = world.caller()): Promise<string[]> {
  const { path, photoId } = await world.upload(caller);
  await startRestore({ uid: caller.uid, path }, world);
  const first = await world.photo(photoId);
  if (!first) throw new Error('There is no photo');
  const ids = [photoId, ...Array.from({ length: count - 1 }, () => randomUUID())];
  for (const [i, id] of ids.entries()) {
    const created_at = new Date(first.created_at.getTime() + i);
    if (i > 0) await photoRef(world.db, id).set({ ...first, id, created_at });
    await enqueueSubmission(id, world);
    await world.tasks.run();
  }
  return ids;
}

/** Ends the photo's job, and runs what is enqueued then. */
export async function endJob(world: World, photoId: string, status: 'succeeded' | 'failed' = 'failed'): Promise<void> {
  const photo = await world.photo(photoId);
  if (!photo?.prediction_id) throw new Error(`${photoId} has no job`);
  await finishRestore(photo, world.provider.end({ status, outputUrl: OUTPUT_URL }, photo.prediction_id), world);
  await world.tasks.run();
}
