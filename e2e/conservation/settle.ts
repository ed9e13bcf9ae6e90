import type { Truth } from '@heirlight/functions/conservation';
import { act, calm, quiet } from '../src/emulators';
import { passTime, sweep } from '../src/restores';
import { readTruth } from '../src/truth';
import type { Job, Story } from './overHttp';
import { photosWith } from './ownPhotos';

/** Older than the sweeper waits for any job. */
const GIVEN_UP_AFTER_MIN = 61;
/** The sweeper takes 50 photos at a time; if it needs more sweeps than this, it makes no progress. */
const MAX_SWEEPS = 40;

/** Lets outstanding webhooks arrive, lets time pass, runs the sweeper, and deletes what failed, as its owners do. */
export async function settle(story: Story, remove: (job: Job) => Promise<void>): Promise<Truth> {
  const { people, photos, sales, deletions } = story;
  await calm();
  for (const { id } of sales.filter(({ isPending }) => isPending)) {
    await act(id, 'settle', { outcome: 'succeeded' }).catch(() => undefined);
  }
  await quiet();
  for (let sweeps = 0; ; sweeps++) {
    const left = await photosWith(people, 'processing');
    if (left.length === 0) break;
    if (sweeps === MAX_SWEEPS) throw new Error(`The sweeper does not come to an end: ${left.length} photos left`);
    await Promise.all(left.map(({ id }) => passTime(id, GIVEN_UP_AFTER_MIN)));
    await sweep();
    await quiet();
  }
  const byId = new Map(photos.map((job) => [job.uploaded.photoId, job]));
  for (const { id } of await photosWith(people, 'failed')) {
    const job = byId.get(id);
    if (job) await remove(job);
  }
  return readTruth(people, deletions);
}
