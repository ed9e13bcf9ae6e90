import { createHmac, randomUUID } from 'node:crypto';
import type { RestoreAgainRequest } from '@heirlight/contract/callables';
import {
  GIVE_UP_AFTER_MS,
  ORPHAN_AFTER_MS,
  PAYMENT_CHECK_MAX_PAUSE_MS,
  UNDO_DELETION_MS,
} from '@heirlight/contract/limits';
import { packById, perPack } from '@heirlight/contract/packs';
import { fetchCredits } from '../../src/account/fetchCredits';
import { deleteAccount } from '../../src/deletion/deleteAccount';
import { sweepDeletions } from '../../src/deletion/sweepDeletions';
import { userDeleted } from '../../src/deletion/userDeleted';
import { createCheckoutSession } from '../../src/payments/createCheckoutSession';
import { requestWithdrawal } from '../../src/payments/requestWithdrawal';
import { returnedAmount } from '../../src/payments/reversal';
import { stripeWebhook } from '../../src/payments/stripeWebhook';
import { sweepPayments } from '../../src/payments/sweepPayments';
import { deletePhoto } from '../../src/photos/deletePhoto';
import { undoDeletion } from '../../src/photos/undoDeletion';
import type { Caller } from '../../src/platform/caller';
import { AppError, RetryableError } from '../../src/platform/errors';
import { photoUploaded } from '../../src/restore/photoUploaded';
import { replicateWebhook } from '../../src/restore/replicateWebhook';
import { restoreAgain } from '../../src/restore/restoreAgain';
import { startRestore } from '../../src/restore/startRestore';
import { sweepFiles } from '../../src/restore/sweepFiles';
import { sweepRestores } from '../../src/restore/sweepRestores';
import { testJpeg, testPng } from '../support/pictures';
import { OUTPUT_URL, type World } from '../support/world';
import { atOnce, type Operation, type OwnerOperation } from './operations';
import { cameBack, photoGroups } from './photoGroups';
import { shopOwner } from './shopOwner';
import type { Truth } from './truth';

type AnyOperation = Operation | OwnerOperation;

const SECRET = `whsec_${Buffer.from('conservation').toString('base64')}`;
const BROKEN_URL = `${OUTPUT_URL}?broken`;
const PRICES = perPack(({ photos }) => `price_${photos}`);
/** More sweeps than this would mean that they get nowhere. */
const MAX_SWEEPS = 40;
/** At the end, one photo of so many is deleted and can be brought back. */
const KEPT_OF = 3;

interface Job {
  photoId: string;
  caller: Caller;
  path: string;
}

/** Planned troubles of bucket and queues, after which a user, or the platform, tries again. */
const PLANNED = ['Storage refused to write', 'The queue refused'];

/** A rejection the product means, or a planned one; anything else is a bug. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isMeant = (error instanceof AppError && error.code !== 'internal') || error instanceof RetryableError;
    if (!isMeant && !(error instanceof Error && PLANNED.includes(error.message))) throw error;
  }
}

function* inTurn<T>(items: readonly T[]): Generator<T, never> {
  for (;;) yield* items;
}

/** Calls the use cases as the deployed functions do, on a real Firestore. Provider, bucket and Stripe are in memory. */
export async function useCaseBackend(world: World, accounts: number) {
  const people = Array.from({ length: accounts }, () => world.caller());
  const successions = people.map(({ uid }) => [uid]);
  const deletedAccounts = new Set<string>();
  const photos: Job[] = [];
  const deletions = new Map<string, boolean[]>();
  const groups = photoGroups();
  const sets: { setId: string; caller: Caller }[] = [];
  const [upload, output] = [await testJpeg({ width: 20, height: 16 }), await testPng({ width: 20, height: 16 })];
  const owner = shopOwner(world, {
    unlessRefused,
    replaced(photoId, by, wasRefunded) {
      deletions.set(photoId, [...(deletions.get(photoId) ?? []), wasRefunded]);
      const job = photos.find((one) => one.photoId === photoId);
      if (job) photos.push({ ...job, photoId: by, path: job.path.replace(photoId, by) });
      groups.add(by, photoId);
    },
  });
  const queueTroubles = inTurn(['refuse', 'lose', 'duplicate'] as const);
  world.config.prices = PRICES;
  world.fetch = async (url) =>
    new Response(String(url) === BROKEN_URL ? '<html>Not found</html>' : new Uint8Array(output), { status: 200 });

  const person = (account: number): Caller => people[account % people.length] as Caller;
  const photoAt = (index: number): Job | undefined => photos[index % photos.length];
  const sessionAt = (index: number) => [...world.payments.sessions.values()][index % world.payments.sessions.size];

  function deliver(photoId: string, body: object) {
    const rawBody = Buffer.from(JSON.stringify(body));
    const [id, timestamp] = [randomUUID(), String(Math.floor(world.now().getTime() / 1000))];
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
    const readPrediction = () => world.provider.jobs.get((body as { id: string }).id) ?? null;
    return replicateWebhook(
      { id, timestamp, signature: `v1,${mac}`, rawBody, photoId, secret: SECRET, readPrediction },
      world,
    );
  }

  async function remove({ photoId, caller }: Job): Promise<void> {
    const { error, creditRefunded } = await deletePhoto({ photoId }, caller, world);
    if (error === undefined) deletions.set(photoId, [...(deletions.get(photoId) ?? []), creditRefunded ?? false]);
  }

  /** Deletes a photo with its versions, for good or as one of a set. */
  async function removeGroup({ photoId, caller }: Job, setId?: string): Promise<void> {
    const request = { photoId, group: true, ...(setId !== undefined && { setId }) };
    const { error, creditsRefunded: refunds = 0 } = await deletePhoto(request, caller, world);
    if (error === undefined) groups.deleted(photoId, { uid: caller.uid, refunds, isOfSet: setId !== undefined });
  }

  /** Sends a photo from a device, which starts its restore as the bucket does. */
  async function send(caller: Caller, { photoId, device }: { photoId: string; device: number }): Promise<Job> {
    const job = { ...(await world.upload(caller, { tool: 'photoscaler', bytes: upload, photoId })), caller };
    await unlessRefused(photoUploaded({ path: job.path, generation: `${device}` }, world));
    await unlessRefused(startRestore({ uid: caller.uid, path: job.path }, world));
    return job;
  }

  /** Restores a photo again. A failed one is gone then, like a deleted one. */
  async function again(body: RestoreAgainRequest, caller: Caller): Promise<void> {
    const { replaces } = await restoreAgain(body, caller, world);
    if (replaces === undefined) return;
    const wasRefunded = await cameBack(world.db, { uid: caller.uid, replaced: replaces, by: body.requestId });
    deletions.set(replaces, [...(deletions.get(replaces) ?? []), wasRefunded]);
  }

  function stripeEvent(sessionId: string, type: string) {
    const isAboutSession = type.startsWith('checkout.');
    const paymentIntentId = world.payments.sessions.get(sessionId)?.paymentIntentId ?? null;
    const event = { id: randomUUID(), type, sessionId: isAboutSession ? sessionId : null, paymentIntentId };
    return stripeWebhook({ rawBody: Buffer.from(JSON.stringify(event)), signature: 'valid' }, world);
  }

  const perform: { [K in AnyOperation['kind']]: (operation: Extract<AnyOperation, { kind: K }>) => Promise<unknown> } =
    {
      signUp({ account, times }) {
        const caller = person(account);
        return atOnce(times, () => unlessRefused(fetchCredits({ user_id_in: caller.uid }, caller, world)));
      },
      async disable({ account, isDisabled }) {
        const { uid } = person(account);
        world.disabledUsers = world.disabledUsers.filter((disabled) => disabled !== uid);
        if (isDisabled) world.disabledUsers.push(uid);
      },
      async leave({ account, by }) {
        const caller = person(account);
        if (deletedAccounts.has(caller.uid)) return;
        deletedAccounts.add(caller.uid);
        if (by === 'product') {
          await deleteAccount({ confirm: 'DELETE' }, { ...caller, signedInAt: world.now() }, world);
        } else {
          world.removedUsers.push(caller.uid);
          await userDeleted(caller.uid, world);
        }
        const again = world.caller();
        world.emails.set(again.uid, world.emails.get(caller.uid) ?? caller.email ?? '');
        people[account % people.length] = again;
        successions[account % people.length]?.push(again.uid);
      },
      async withdraw({ session, times }) {
        const { sessionId, uid } = sessionAt(session) ?? {};
        if (!sessionId || !uid) return;
        await atOnce(times, () => unlessRefused(requestWithdrawal({ sessionId }, world.caller(uid), world)));
      },
      grant: ({ account, restores, times }) =>
        owner.ask({ action: 'grant', uid: person(account).uid, restores }, times),
      async moneyBack({ session, restores, times }) {
        const { sessionId, uid } = sessionAt(session) ?? {};
        if (sessionId) await owner.ask({ action: 'refund', uid, payment: sessionId, restores }, times);
      },
      async retry({ photo, times }) {
        const job = photoAt(photo);
        if (job) await owner.ask({ action: 'retry', uid: job.caller.uid, photo: job.photoId }, times);
        await world.tasks.run();
      },
      async upload({ account, times }) {
        const caller = person(account);
        const job = { ...(await world.upload(caller, { tool: 'photoscaler', bytes: upload })), caller };
        photos.push(job);
        groups.add(job.photoId);
        await unlessRefused(photoUploaded({ path: job.path, generation: '1' }, world));
        await atOnce(times, () => unlessRefused(startRestore({ uid: caller.uid, path: job.path }, world)));
        await world.tasks.run();
      },
      async tray({ account, times }) {
        const caller = person(account);
        const photoIds = Array.from({ length: times }, () => randomUUID());
        for (const photoId of photoIds) groups.add(photoId);
        const [jobs = []] = await Promise.all(
          [1, 2].map((device) => Promise.all(photoIds.map((photoId) => send(caller, { photoId, device })))),
        );
        photos.push(...jobs);
        await world.tasks.run();
      },
      async uploadAgain({ photo, times }) {
        const job = photoAt(photo);
        if (job) await atOnce(times, () => unlessRefused(startRestore({ uid: job.caller.uid, path: job.path }, world)));
        await world.tasks.run();
      },
      async restoreAgain({ photo, version, times }) {
        const job = photoAt(photo);
        if (!job) return;
        const requestId = randomUUID();
        const body = { photoId: job.photoId, modelId: 'photoscaler' as const, requestId, version };
        photos.push({ ...job, photoId: requestId, path: job.path.replace(job.photoId, requestId) });
        groups.add(requestId, job.photoId);
        await atOnce(times, () => unlessRefused(again(body, job.caller)));
        await world.tasks.run();
      },
      async report({ photo, report, times }) {
        const job = photoAt(photo);
        const prediction = job && (await world.provider.find(job.photoId));
        if (!job || !prediction) return;
        if (prediction.status === 'starting' || prediction.status === 'processing') {
          const status = report === 'broken' ? 'succeeded' : report;
          const outputUrl = report === 'broken' ? BROKEN_URL : report === 'succeeded' ? OUTPUT_URL : null;
          world.provider.end({ status, outputUrl }, prediction.id);
        }
        await atOnce(times, () => deliver(job.photoId, { id: prediction.id }));
        await world.tasks.run();
      },
      async delete({ photo, times }) {
        const job = photoAt(photo);
        if (job) await atOnce(times, () => remove(job));
      },
      async deleteGroup({ photo, times }) {
        const job = photoAt(photo);
        if (job) await atOnce(times, () => removeGroup(job));
      },
      async deleteSet({ photo, count, times }) {
        const job = photoAt(photo);
        if (!job) return;
        const { caller } = job;
        const setId = randomUUID();
        sets.push({ setId, caller });
        const own = photos.filter((one) => one.caller.uid === caller.uid);
        for (const one of own.slice(own.indexOf(job)).slice(0, count))
          await atOnce(times, () => removeGroup(one, setId));
      },
      async undoDeletion({ set, times }) {
        const { setId, caller } = sets.at(-1 - (set % sets.length)) ?? {};
        if (setId && caller) await atOnce(times, () => unlessRefused(undoDeletion({ setId }, caller, world)));
      },
      checkout({ account, pack, times }) {
        const caller = person(account);
        const body = { priceId: PRICES[pack], userId: caller.uid, email: '' };
        return atOnce(times, () => unlessRefused(createCheckoutSession(body, caller, world)));
      },
      async pay({ session, late }) {
        const truth = sessionAt(session);
        if (!truth || truth.state === 'paid' || truth.state === 'expired') return;
        if (late && truth.state === 'open') world.payments.change(truth.sessionId, { state: 'pending' });
        else world.payments.pay(truth.sessionId);
      },
      async event({ session, type, times }) {
        const truth = sessionAt(session);
        if (truth) await atOnce(times, () => stripeEvent(truth.sessionId, type));
        await world.tasks.run();
      },
      async refund({ session, percent }) {
        const truth = sessionAt(session);
        if (!truth?.charge) return;
        const { amount: charged, refunds } = truth.charge;
        const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
        const amount = Math.ceil((charged * percent) / 100) - refunded;
        if (amount <= 0) return;
        const refund = { id: `re_${truth.sessionId}_${refunds.length}`, state: 'given', amount } as const;
        world.payments.change(truth.sessionId, { charge: { ...truth.charge, refunds: [...refunds, refund] } });
      },
      async dispute({ session, isWon }) {
        const truth = sessionAt(session);
        if (!truth?.charge) return;
        const [before] = truth.charge.disputes;
        if (before ? before.state === 'won' || !isWon : isWon) return;
        const dispute = {
          id: `dp_${truth.sessionId}`,
          state: isWon ? 'won' : 'holds',
          amount: truth.charge.amount,
        } as const;
        world.payments.change(truth.sessionId, { charge: { ...truth.charge, disputes: [dispute] } });
      },
      async trouble({ trouble }) {
        if (trouble === 'storage') world.files.failNext('write');
        else if (trouble === 'queue') world.tasks.trouble = queueTroubles.next().value;
        else world.provider.nextCreate = trouble;
      },
      async sweep({ minutes }) {
        world.pass(minutes * 60_000);
        await sweepPayments(world);
        await sweepRestores(world);
        await sweepFiles(world);
        await world.tasks.run();
      },
    };

  /** Refunds what buyers gave back: Stripe refuses it while the payment is disputed. */
  async function refundWithdrawals(): Promise<void> {
    const waiting = world.db.collection('payments').where('withdrawal.is_open', '==', true);
    for (let sweeps = 0; !(await waiting.get()).empty; sweeps++) {
      if (sweeps === MAX_SWEEPS) throw new Error('A withdrawal is never refunded');
      world.pass(PAYMENT_CHECK_MAX_PAUSE_MS);
      await world.sweep(sweepPayments);
    }
  }

  async function sweepFilesUntilQuiet(): Promise<void> {
    for (let quiet = 0, sweeps = 0; quiet < 2 && sweeps < MAX_SWEEPS; sweeps++) {
      quiet = (await sweepFiles(world)) === 0 ? quiet + 1 : 0;
    }
  }

  async function processing(): Promise<number> {
    return (await world.db.collection('photos').where('status', '==', 'processing').get()).size;
  }

  return {
    perform: async (operation: AnyOperation) => void (await perform[operation.kind](operation as never)),

    /** Lets every delivery arrive that still has to, time pass and the sweeper come by, and the owners clear up. */
    async settle(): Promise<Truth> {
      world.disabledUsers = [];
      world.tasks.trouble = null;
      await owner.deliverRest();
      await sweepDeletions(world);
      await world.tasks.run();
      await refundWithdrawals();
      for (const { sessionId } of world.payments.sessions.values()) {
        await stripeEvent(sessionId, 'checkout.session.completed');
      }
      await world.tasks.run();
      for (let sweeps = 0; (await processing()) > 0; sweeps++) {
        if (sweeps === MAX_SWEEPS) throw new Error('The sweeper does not come to an end');
        world.pass(GIVE_UP_AFTER_MS);
        await sweepRestores(world);
        await world.tasks.run();
      }
      const failed = await world.db.collection('photos').where('status', '==', 'failed').get();
      const byId = new Map(photos.map((job) => [job.photoId, job]));
      for (const { id } of failed.docs) {
        const job = byId.get(id);
        if (job) await remove(job);
      }
      world.pass(ORPHAN_AFTER_MS + 1);
      await sweepFilesUntilQuiet();
      // Of earlier sets nothing is left. This one can be brought back yet: files without a photo are old enough to go.
      const last = randomUUID();
      for (const job of photos.filter((_, index) => index % KEPT_OF === 0)) await removeGroup(job, last);
      world.pass(UNDO_DELETION_MS - 1);
      await sweepFilesUntilQuiet();
      const jobs = await Promise.all(
        photos.map(async ({ photoId }) => [photoId, await world.provider.find(photoId)] as const),
      );
      return {
        accounts: successions.flat(),
        deletedAccounts,
        successions,
        sessions: [...world.payments.sessions.values()].map(({ sessionId, uid, pack, state, charge }) => ({
          id: sessionId,
          uid: uid ?? '',
          photos: packById(pack ?? '')?.photos ?? 0,
          isPaid: state === 'paid',
          charged: charge?.amount ?? 0,
          returned: returnedAmount({
            refunds: Object.fromEntries((charge?.refunds ?? []).map((refund) => [refund.id, refund])),
            disputes: Object.fromEntries((charge?.disputes ?? []).map((dispute) => [dispute.id, dispute])),
          }),
        })),
        succeededJobs: new Set(jobs.flatMap(([id, job]) => (job?.status === 'succeeded' ? [id] : []))),
        deletions,
        deletedGroups: groups.all(),
        grants: owner.grants,
        files: world.files.paths(),
      };
    },
  };
}
