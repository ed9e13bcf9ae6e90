import { SCHEDULE } from '@heirlight/contract/functionNames';
import { GIVE_UP_AFTER_MS, PAYMENT_CHECK_AFTER_MS, STUCK_AFTER_MS } from '@heirlight/contract/limits';
import { expect } from '@jest/globals';
import { auth, balanceOf, db } from '../src/admin';
import {
  act,
  armFaultPoint,
  balanceBecomes,
  checkout,
  faultPointWasReached,
  jobsOf,
  resend,
  sessionsOf,
  troubleFirestore,
  troubleReplicate,
  troubleStripe,
} from '../src/emulators';
import { call, newPerson, type Person } from '../src/people';
import { smallPicture } from '../src/pictures';
import { credits, ended, passTime, photoOf, restore, sweep, type Uploaded, upload } from '../src/restores';
import { until } from '../src/until';

const FORGETFUL = { transactionIdleMs: 1_000 };
const LONG_AGO_MIN = STUCK_AFTER_MS / 60_000 + 1;
const PACK = 5;

export interface Scene {
  /** Newly welcomed: one restore. */
  person: Person;
  /** For each deleted photo: whether the response named a refund. */
  deletions: Map<string, boolean[]>;
}

/** One thing that goes wrong, from its first step until everything is at rest again. */
export interface Story {
  fault: string;
  run(scene: Scene): Promise<void>;
}

async function uploadOne({ person }: Scene): Promise<Uploaded> {
  const uploaded = await upload(person, { bytes: await smallPicture() });
  expect(uploaded.status).toBe(200);
  return uploaded;
}

const photoExists = (photoId: string) => until('the photo exists', () => photoOf(photoId));

async function remove({ person, deletions }: Scene, photoId: string): Promise<void> {
  const { result } = await call('delete-photo', { photoId }, person.idToken);
  const { error, creditRefunded } = (result ?? { error: 'broke off' }) as { error?: string; creditRefunded?: boolean };
  if (error === undefined) deletions.set(photoId, [creditRefunded ?? false]);
}

async function deleteFailed(scene: Scene, photoId: string, code: string): Promise<void> {
  expect(await ended(photoId)).toMatchObject({ status: 'failed', error: { code } });
  await remove(scene, photoId);
  expect(scene.deletions.get(photoId)).toEqual([true]);
}

/** Starts one scheduled function again and again until `look` is true. */
const sweptUntil = (name: string, what: string, look: () => Promise<boolean>) =>
  until(what, async () => {
    await sweep([name]);
    return (await look()) || undefined;
  });
async function sweptToSuccess(photoId: string): Promise<void> {
  await passTime(photoId, LONG_AGO_MIN);
  await sweptUntil(
    SCHEDULE.restores,
    `photo ${photoId} succeeds`,
    async () => (await photoOf(photoId))?.status === 'succeeded',
  );
}

/** Lets the time pass after which the sweeper asks Stripe about an open payment, by making its past earlier. */
async function passTimeOfPayment(sessionId: string): Promise<void> {
  const ref = db.doc(`payments/${sessionId}`);
  const created_at = new Date(Date.now() - PAYMENT_CHECK_AFTER_MS);
  await ref.update({ created_at, next_check_at: new Date() });
}

const killed = (point: string, run: Story['run']): Story => ({
  fault: `killed at ${point}`,
  async run(scene) {
    armFaultPoint(point);
    await run(scene);
  },
});

/** The upload's own trigger does the work and dies. Nobody asks again; only the sweeper runs. */
const killedStart = (point: string) =>
  killed(point, async (scene) => {
    const { photoId } = await uploadOne(scene);
    await faultPointWasReached();
    await photoExists(photoId);
    await sweptToSuccess(photoId);
    expect(await jobsOf(photoId)).toHaveLength(1);
  });

/** A run of a task dies with its process, and the queue runs it again. */
const killedTask = (point: string) =>
  killed(point, async (scene) => {
    const { photoId } = await uploadOne(scene);
    await faultPointWasReached();
    expect(await ended(photoId)).toMatchObject({ status: 'succeeded' });
    expect(await jobsOf(photoId)).toHaveLength(1);
  });

const killedPayment = (point: string) =>
  killed(point, async ({ person }) => {
    const session = await checkout(person);
    await act(session ?? '', 'pay');
    await faultPointWasReached();
    await balanceBecomes(person, 1 + PACK);
  });

const killedCheckout = (point: string) =>
  killed(point, async ({ person }) => {
    expect(await checkout(person).catch(() => undefined)).toBeUndefined();
    await faultPointWasReached();
    const session = await checkout(person);
    expect(await sessionsOf(person.uid)).toHaveLength(1);
    await act(session ?? '', 'pay');
    await balanceBecomes(person, 1 + PACK);
  });

async function failOne(scene: Scene): Promise<string> {
  await troubleReplicate({ predictions: [{ kind: 'fail', message: 'out of memory' }] });
  const { photoId } = await uploadOne(scene);
  await ended(photoId);
  return photoId;
}

const killedDelete = (point: string): Story => ({
  fault: `killed at ${point}`,
  async run(scene) {
    const photoId = await failOne(scene);
    armFaultPoint(point);
    await remove(scene, photoId).catch(() => undefined);
    await faultPointWasReached();
    // Only the response was lost: the photo is gone and the restore is back.
    await remove(scene, photoId).catch(() => undefined);
    if (!scene.deletions.has(photoId)) scene.deletions.set(photoId, [true]);
    await balanceBecomes(scene.person, 1);
    const tombstone = db.doc(`deletedPhotos/${photoId}`);
    await sweptUntil(SCHEDULE.files, 'the tombstone is gone', async () => !(await tombstone.get()).exists);
  },
});

const refusedJob = (kind: string, code: string): Story => ({
  fault: `provider refuses: ${kind}`,
  async run(scene) {
    await troubleReplicate({ creates: [{ kind }] });
    const { photoId } = await uploadOne(scene);
    await deleteFailed(scene, photoId, code);
  },
});

const brokenOutput = (kind: string): Story => ({
  fault: `output ${kind}`,
  async run(scene) {
    await troubleReplicate({ outputs: [{ kind }] });
    const { photoId } = await uploadOne(scene);
    await deleteFailed(scene, photoId, 'bad_output');
  },
});

/** Trouble that passes: the restore succeeds all the same. */
const weathered = (fault: string, trouble: () => Promise<unknown>): Story => ({
  fault,
  async run(scene) {
    await trouble();
    const { photoId } = await uploadOne(scene);
    expect(await ended(photoId)).toMatchObject({ status: 'succeeded' });
    expect(await jobsOf(photoId)).toHaveLength(1);
  },
});

/** Buys under trouble; the credit comes once. */
const bought = (fault: string, trouble: () => Promise<unknown>, deliver?: () => Promise<void>): Story => ({
  fault,
  async run({ person }) {
    await trouble();
    const session = await checkout(person);
    expect(await sessionsOf(person.uid)).toHaveLength(1);
    await act(session ?? '', 'pay');
    await deliver?.();
    await balanceBecomes(person, 1 + PACK);
  },
});

const restoreUnderFirestore = (fault: string, plan: object, afterwards: object = {}): Story => ({
  fault: `Firestore ${fault}`,
  async run(scene) {
    const uploaded = await uploadOne(scene);
    await troubleFirestore(plan);
    await restore(scene.person, uploaded).catch(() => undefined);
    await troubleFirestore(afterwards);
    await restore(scene.person, uploaded);
    await photoExists(uploaded.photoId);
    await sweptToSuccess(uploaded.photoId);
    await troubleFirestore(plan);
    await remove(scene, uploaded.photoId).catch(() => undefined);
    await troubleFirestore(afterwards);
    await remove(scene, uploaded.photoId);
    if (!scene.deletions.has(uploaded.photoId)) scene.deletions.set(uploaded.photoId, [false]);
  },
});

export const STORIES: readonly Story[] = [
  {
    fault: 'killed at account.afterWelcome',
    async run(scene) {
      // The person of the scene has an account already.
      scene.person = await newPerson();
      armFaultPoint('account.afterWelcome');
      await credits(scene.person).catch(() => undefined);
      await faultPointWasReached();
      expect(await credits(scene.person)).toBe(1);
    },
  },
  killedStart('restore.afterDebit'),
  killedStart('restore.afterEnqueue'),
  killedTask('restore.afterCreate'),
  killedTask('restore.afterSubmit'),
  killedTask('webhook.beforeEnqueue'),
  killedTask('webhook.afterEnqueue'),
  killedTask('finish.afterFetch'),
  killedTask('finish.afterFirstFile'),
  killedTask('finish.afterFiles'),
  killedTask('finish.afterSucceeded'),
  killedDelete('delete.beforeCommit'),
  killedDelete('delete.afterCommit'),
  killedDelete('delete.afterFiles'),
  killedCheckout('checkout.afterCreate'),
  killedPayment('payment.beforeCommit'),
  killedPayment('payment.afterCommit'),
  {
    fault: 'killed at deleteAccount.afterPhotos',
    async run({ person }) {
      armFaultPoint('deleteAccount.afterPhotos');
      await call('delete-account', { confirm: 'DELETE' }, person.idToken).catch(() => undefined);
      await faultPointWasReached();
      const isGone = () =>
        auth.getUser(person.uid).then(
          () => false,
          () => true,
        );
      await sweptUntil(SCHEDULE.deletions, 'the sign-in is gone', isGone);
    },
  },
  restoreUnderFirestore('aborts', { abortNextCommits: 4 }),
  restoreUnderFirestore('delays', { delayMs: 200 }),
  // A transaction whose first reply is lost keeps its locks until it has been idle for a minute, here for a second.
  ...[1, 3].map((count) =>
    restoreUnderFirestore(`drops ${count} replies`, { dropNextReplies: count, ...FORGETFUL }, FORGETFUL),
  ),
  restoreUnderFirestore('is unavailable', { failNext: { count: 2, status: 'UNAVAILABLE' } }),
  refusedJob('no_credit', 'provider_unavailable'),
  refusedJob('error', 'provider_unavailable'),
  // Half a minute without a response is the request's own limit.
  refusedJob('timeout', 'provider_unavailable'),
  weathered('provider too busy for a moment', () => troubleReplicate({ creates: [{ kind: 'throttle' }] })),
  weathered('provider’s answer lost', () => troubleReplicate({ creates: [{ kind: 'drop' }] })),
  ...['truncated', 'html', 'oversize', 'redirect', 'missing'].map(brokenOutput),
  {
    fault: 'output cut off half-way, every time',
    async run(scene) {
      await troubleReplicate({ outputs: [{ kind: 'cut' }] });
      const { photoId } = await uploadOne(scene);
      await until('the job ends', async () => (await jobsOf(photoId))[0]?.status === 'succeeded' || undefined);
      await passTime(photoId, GIVE_UP_AFTER_MS / 60_000 + 1);
      await sweptUntil(
        SCHEDULE.restores,
        'the photo is given up',
        async () => (await photoOf(photoId))?.status === 'failed',
      );
      await deleteFailed(scene, photoId, 'provider_timeout');
    },
  },
  {
    fault: 'provider webhooks lost',
    async run(scene) {
      await troubleReplicate({ webhooks: [{ kind: 'lose', count: 20 }] });
      const { photoId } = await uploadOne(scene);
      await until('the job ends', async () => (await jobsOf(photoId))[0]?.status === 'succeeded' || undefined);
      expect((await photoOf(photoId))?.status).toBe('processing');
      await sweptToSuccess(photoId);
    },
  },
  weathered('provider webhooks doubled', () => troubleReplicate({ webhooks: [{ kind: 'duplicate', count: 5 }] })),
  weathered('provider webhooks reordered', () => troubleReplicate({ webhooks: [{ kind: 'reorder', count: 2 }] })),
  bought('Stripe fails with 500', () => troubleStripe({ sessions: [{ kind: 'error' }] })),
  bought('Stripe’s answer lost', () => troubleStripe({ sessions: [{ kind: 'drop' }] })),
  bought('Stripe webhooks reordered', () => troubleStripe({ webhooks: [{ kind: 'reorder', count: 2 }] })),
  bought('Stripe webhooks doubled', () => troubleStripe({ webhooks: [{ kind: 'duplicate', count: 10 }] })),
  bought(
    'Stripe webhooks lost, sent again',
    () => troubleStripe({ webhooks: [{ kind: 'lose', count: 3 }] }),
    async () => {
      await troubleStripe({});
      await resend('checkout.session.completed');
      await resend('checkout.session.completed');
    },
  ),
  {
    fault: 'Stripe webhooks lost for ever',
    async run({ person }) {
      await troubleStripe({ webhooks: [{ kind: 'lose', count: 20 }] });
      const session = (await checkout(person)) ?? '';
      await act(session, 'pay');
      expect((await db.doc(`payments/${session}`).get()).get('status')).toBe('open');
      await passTimeOfPayment(session);
      await sweptUntil(
        SCHEDULE.payments,
        'the purchase is credited',
        async () => (await balanceOf(person.uid)) === 1 + PACK,
      );
      // The report comes after all, days late.
      await troubleStripe({});
      await resend('checkout.session.completed');
      await sweep([SCHEDULE.payments]);
    },
  },
  {
    fault: 'Stripe: refund before completion',
    async run({ person }) {
      await troubleStripe({ webhooks: [{ kind: 'delay', delayMs: 1_500, type: 'checkout.session.completed' }] });
      const session = (await checkout(person)) ?? '';
      await act(session, 'pay');
      await act(session, 'refund');
      const ref = db.doc(`payments/${session}`);
      await until('the refund is noted', async () => (await ref.get()).get('status') === 'reversed' || undefined);
      await resend('checkout.session.completed');
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await balanceBecomes(person, 1);
    },
  },
];
