import { SCHEDULE } from '@heirlight/contract/functionNames';
import { type Complaint, complaintsAbout, type Truth } from '@heirlight/functions/conservation';
import { auth, db } from '../src/admin';
import { act, calm, quiet } from '../src/emulators';
import { passTime, sweep } from '../src/restores';
import { readTruth } from '../src/truth';
import { until } from '../src/until';
import type { Job, Story } from './overHttp';
import { photosWith } from './ownPhotos';

/** Older than the sweeper waits for any job. */
const GIVEN_UP_AFTER_MIN = 61;
/** The sweeper takes 50 photos at a time; if it needs more sweeps than this, it makes no progress. */
const MAX_SWEEPS = 40;
const LAST_CALLS_END_MS = 60_000;

/** Waits until nothing is left to remove of a deleted account, whoever ended it. */
const removed = (uid: string) =>
  until(`the account ${uid} is removed`, async () => {
    const account = (await db.doc(`users/${uid}`).get()).data();
    if (account?.deletion_pending === false) return true;
    await sweep([SCHEDULE.deletions]);
    return undefined;
  });

/** Waits until what buyers gave back is refunded: Stripe refuses it while the payment is disputed. */
const refunded = () =>
  until('withdrawals are refunded', async () => {
    const { docs } = await db.collection('payments').where('withdrawal.is_open', '==', true).get();
    if (docs.length === 0) return true;
    await Promise.all(docs.map(({ ref }) => ref.update({ next_check_at: new Date() })));
    await sweep([SCHEDULE.payments]);
    return undefined;
  });

/** Lets outstanding webhooks arrive, lets time pass, runs the sweeper, and deletes what failed, as its owners do. */
async function settle(
  { successions, deletedAccounts, photos, sales }: Story,
  remove: (job: Job) => Promise<void>,
): Promise<void> {
  const accounts = successions.flat();
  await calm();
  for (const uid of accounts) {
    if (!deletedAccounts.has(uid)) await auth.updateUser(uid, { disabled: false });
  }
  await Promise.all([...deletedAccounts].map(removed));
  await refunded();
  for (const { id } of sales.filter(({ isPending }) => isPending)) {
    await act(id, 'settle', { outcome: 'succeeded' }).catch(() => undefined);
  }
  await quiet();
  for (let sweeps = 0; ; sweeps++) {
    const left = await photosWith(accounts, 'processing');
    if (left.length === 0) break;
    if (sweeps === MAX_SWEEPS) throw new Error(`The sweeper does not come to an end: ${left.length} photos left`);
    await Promise.all(left.map(({ id }) => passTime(id, GIVEN_UP_AFTER_MIN)));
    await sweep();
    await quiet();
  }
  const byId = new Map(photos.map((job) => [job.uploaded.photoId, job]));
  for (const { id } of await photosWith(accounts, 'failed')) {
    const job = byId.get(id);
    if (job) await remove(job);
  }
}

/**
 * Waits until nothing runs any more and compares the database with the truth. A call that finds its photo deleted
 * removes what it has written, and a task that has begun is not counted as waiting: what is wrong must still be wrong a
 * minute later.
 */
export async function judge(
  story: Story,
  remove: (job: Job) => Promise<void>,
): Promise<{ truth: Truth; complaints: Complaint[] }> {
  await settle(story, remove);
  const { successions, deletedAccounts, deletions, groups } = story;
  const deadline = Date.now() + LAST_CALLS_END_MS;
  for (;;) {
    const truth = {
      ...(await readTruth(successions.flat(), deletions)),
      deletedAccounts,
      successions,
      deletedGroups: groups.all(),
    };
    const complaints = await complaintsAbout(db, truth);
    if (complaints.length === 0 || Date.now() > deadline) return { truth, complaints };
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
