import type { Truth } from '../../functions/test/conservation/books';
import { passTime, sweep } from '../suite/restores';
import { act, calm, webhooksUnderWay } from '../suite/standIns';
import { readTruth } from '../suite/truth';
import { until } from '../suite/until';
import { photosWith } from './ownPhotos';
import type { Job, Story } from './suiteBackend';

/** Older than the sweeper waits for any job. */
const GIVEN_UP_AFTER_MIN = 61;
/** The slowest repetitions of a webhook, after half a minute and more. */
const QUIET_LIMIT_MS = 180_000;
/** The sweeper looks at 50 photos a time; more sweeps than this would mean that it gets nowhere. */
const MAX_SWEEPS = 40;

const quiet = () =>
  until('every webhook has arrived', async () => ((await webhooksUnderWay()) === 0 ? true : undefined), QUIET_LIMIT_MS);

/** Lets every report arrive that still has to, time pass and the sweeper come by, and the owners clear up what failed. */
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
