import { createHmac } from 'node:crypto';
import {
  GIVE_UP_AFTER_MS,
  PAYMENT_CHECK_AFTER_MS,
  STUCK_AFTER_MS,
  UNSUBMITTED_AFTER_MS,
} from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fetchCredits } from '../src/account/fetchCredits';
import { deleteAccount } from '../src/deletion/deleteAccount';
import { sweepDeletions } from '../src/deletion/sweepDeletions';
import { createCheckoutSession } from '../src/payments/createCheckoutSession';
import { reconcilePayment } from '../src/payments/reconcilePayment';
import { requestWithdrawal } from '../src/payments/requestWithdrawal';
import { stripeWebhook } from '../src/payments/stripeWebhook';
import { sweepPayments } from '../src/payments/sweepPayments';
import { deletePhoto } from '../src/photos/deletePhoto';
import type { Caller } from '../src/platform/caller';
import { FAULT_POINTS, type FaultPoint } from '../src/platform/faultPoints';
import { replicateWebhook } from '../src/restore/replicateWebhook';
import { restoreAgain } from '../src/restore/restoreAgain';
import { startRestore } from '../src/restore/startRestore';
import { sweepFiles } from '../src/restore/sweepFiles';
import { sweepRestores } from '../src/restore/sweepRestores';
import { endOf, type FaultRow, faultTable } from './support/faultTable';
import { openFirestore, type TestFirestore } from './support/firestore';
import { type Owner, ownerOf } from './support/owner';
import { noisePng, testJpeg } from './support/pictures';
import { createWorld, ledgerSum, OUTPUT_URL, untilCrash, type World, withThumbnail } from './support/world';

const SECRET = `whsec_${Buffer.from('faults').toString('base64')}`;
const REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

let firestore: TestFirestore;
beforeAll(async () => {
  firestore = await openFirestore();
});
const rows: FaultRow[] = [];
afterAll(async () => {
  await firestore.close();
  // `npm run faults` sets it.
  if (process.env.FAULT_TABLE) process.stdout.write(`\n${faultTable(rows)}\n`);
});

interface Scene {
  world: World;
  caller: Caller;
  path: string;
  photoId: string;
  owner: Owner;
  /** The event of the owner's request. */
  deliver(deps?: World): Promise<void>;
}

/** The owner writes a request about the caller; the platform delivers it later. */
async function write(scene: Scene, request: object): Promise<void> {
  scene.deliver = await scene.owner.write({ uid: scene.caller.uid, reason: 'A test', ...request });
}

/** One piece of work that dies at a point, and what may bring it to its end: later calls, later time, the sweeper. */
interface Story {
  points: FaultPoint[];
  /** PhotoScaler if left out. */
  tool?: ToolId;
  arrange?(scene: Scene): Promise<unknown>;
  work(scene: Scene, deps: World): Promise<unknown>;
  recover(scene: Scene): Promise<unknown>;
  /** What must hold in the end, besides the ledger. */
  verify(scene: Scene): Promise<unknown>;
}

async function start({ caller, path }: Scene, deps: World): Promise<void> {
  await startRestore({ uid: caller.uid, path }, deps);
  await deps.tasks.run(deps);
}

async function startAgain({ caller, photoId }: Scene, deps: World): Promise<void> {
  await restoreAgain({ photoId, modelId: 'colorize', requestId: REQUEST_ID }, caller, deps);
  await deps.tasks.run(deps);
}

/** The provider reports the end of the photo's job, and the queue runs what comes of it. */
async function report({ photoId }: Scene, deps: World): Promise<void> {
  const rawBody = Buffer.from(JSON.stringify({ photoId }));
  const [id, timestamp] = ['msg_1', String(Math.floor(deps.now().getTime() / 1000))];
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
  const readPrediction = () => [...deps.provider.jobs.values()].at(-1) ?? null;
  const signed = { id, timestamp, signature: `v1,${mac}`, rawBody, secret: SECRET };
  expect(await replicateWebhook({ ...signed, photoId, readPrediction }, deps)).toMatchObject({ status: 200 });
  await deps.tasks.run(deps);
}

async function startThenEnd(scene: Scene, status: 'succeeded' | 'failed'): Promise<void> {
  await start(scene, scene.world);
  scene.world.provider.end({ status, outputUrl: status === 'succeeded' ? OUTPUT_URL : null });
}

/** Stripe reports that the first session was paid, and the queue runs what comes of it. */
async function reportPayment(deps: World): Promise<void> {
  const event = { id: 'evt_1', type: 'checkout.session.completed', sessionId: 'cs_1', paymentIntentId: null };
  const delivery = { rawBody: Buffer.from(JSON.stringify(event)), signature: 'valid' };
  expect(await stripeWebhook(delivery, deps)).toMatchObject({ status: 200 });
  await deps.tasks.run(deps);
}

async function sweep({ world }: Scene): Promise<void> {
  world.pass(STUCK_AFTER_MS + 1);
  await sweepRestores(world);
  await sweepFiles(world);
  await world.tasks.run();
}

async function expectOneDebit({ world, caller, photoId }: Scene): Promise<void> {
  const debits = (await world.ledger(caller.uid)).filter((entry) => entry.ref === photoId && entry.delta < 0);
  expect(debits).toHaveLength(1);
}

const stories: Record<string, Story> = {
  'the first call of a new account': {
    points: ['account.beforeWelcome', 'account.afterWelcome'],
    work: ({ caller }, deps) => fetchCredits({ user_id_in: caller.uid }, caller, deps),
    recover: ({ caller, world }) => fetchCredits({ user_id_in: caller.uid }, caller, world),
    verify: async ({ world, caller }) => expect(await ledgerSum(world, caller.uid)).toBe(1),
  },
  'starting a restore': {
    points: [
      'restore.beforeDebit',
      'restore.afterDebit',
      'restore.afterEnqueue',
      'restore.afterCreate',
      'restore.afterSubmit',
    ],
    work: start,
    async recover(scene) {
      // The client, told that its call broke off, asks again; later the sweeper comes by.
      await start(scene, scene.world);
      await sweep(scene);
    },
    async verify(scene) {
      await expectOneDebit(scene);
      const photo = await scene.world.photo(scene.photoId);
      expect(photo).toMatchObject({ status: 'processing', prediction_id: 'job1' });
      expect(scene.world.provider.jobs.size).toBe(1);
    },
  },
  'restoring again with another tool': {
    points: ['restoreAgain.afterCopy'],
    async arrange(scene) {
      await scene.world.setBalance(scene.caller.uid, 2);
      await startThenEnd(scene, 'succeeded');
      await report(scene, scene.world);
    },
    work: startAgain,
    recover: (scene) => startAgain(scene, scene.world),
    async verify({ world, caller }) {
      expect(await world.photo(REQUEST_ID)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
      expect(await ledgerSum(world, caller.uid)).toBe(0);
    },
  },
  'trying a failed photo again': {
    points: ['tryAgain.afterCopy', 'tryAgain.afterSwap'],
    async arrange(scene) {
      await startThenEnd(scene, 'failed');
      await report(scene, scene.world);
    },
    work: startAgain,
    async recover(scene) {
      await startAgain(scene, scene.world);
      await sweep(scene);
    },
    async verify({ world, caller, photoId }) {
      const photo = await world.photo(REQUEST_ID);
      expect(photo).toMatchObject({ status: 'processing', prediction_id: 'job2' });
      expect(await world.photo(photoId)).toBeNull();
      expect(world.files.paths()).toEqual(withThumbnail(photo?.original_path ?? ''));
      expect(await ledgerSum(world, caller.uid)).toBe(0);
    },
  },
  'storing a result': {
    points: [
      'webhook.beforeEnqueue',
      'webhook.afterEnqueue',
      'finish.afterFetch',
      'finish.afterFirstFile',
      'finish.afterFiles',
      'finish.afterSucceeded',
    ],
    arrange: (scene) => startThenEnd(scene, 'succeeded'),
    work: report,
    recover: sweep,
    async verify(scene) {
      const photo = await scene.world.photo(scene.photoId);
      expect(photo?.status).toBe('succeeded');
      const stored = await scene.world.files.stat(photo?.restored_path ?? '');
      expect(photo?.restored_url).toContain(`token=${stored?.token}`);
      expect(scene.world.files.paths()).toHaveLength(4);
    },
  },
  'asking once more for a photo': {
    points: ['finish.afterAskedAgain'],
    tool: 'colorize',
    async arrange(scene) {
      await startThenEnd(scene, 'succeeded');
      scene.world.output.body = await noisePng();
    },
    work: report,
    recover: sweep,
    async verify({ world, photoId }) {
      const ids = { prediction_id: 'job2', refused_prediction_id: 'job1' };
      expect(await world.photo(photoId)).toMatchObject({ status: 'processing', ...ids });
      expect(world.provider.requests).toHaveLength(2);
    },
  },
  'noting a failure': {
    points: ['finish.beforeFailed', 'finish.afterFailed'],
    arrange: (scene) => startThenEnd(scene, 'failed'),
    work: report,
    recover: sweep,
    async verify({ world, caller, photoId }) {
      expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
      expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
      expect(await ledgerSum(world, caller.uid)).toBe(1);
    },
  },
  'deleting a failed photo': {
    points: ['delete.beforeCommit', 'delete.afterCommit', 'delete.afterFiles', 'delete.afterTombstone'],
    async arrange(scene) {
      await startThenEnd(scene, 'failed');
      await report(scene, scene.world);
    },
    work: ({ caller, photoId }, deps) => deletePhoto({ photoId }, caller, deps),
    async recover({ caller, photoId, world }) {
      await deletePhoto({ photoId }, caller, world);
      await sweepFiles(world);
    },
    async verify({ world, caller, photoId }) {
      expect(await world.photo(photoId)).toBeNull();
      expect(world.files.paths()).toEqual([]);
      expect(await ledgerSum(world, caller.uid)).toBe(1);
    },
  },
  'giving up on a job that hangs': {
    points: ['sweep.afterCancel'],
    async arrange(scene) {
      await start(scene, scene.world);
      scene.world.pass(GIVE_UP_AFTER_MS + 1);
    },
    async work({ world }, deps) {
      await sweepRestores(deps);
      await world.tasks.run(deps);
    },
    recover: ({ world }) => world.tasks.run(),
    async verify({ world, caller, photoId }) {
      expect(await world.photo(photoId)).toMatchObject({ status: 'failed' });
      expect(await deletePhoto({ photoId }, caller, world)).toMatchObject({ creditRefunded: true });
    },
  },
  'deleting an account': {
    points: [
      'deleteAccount.afterMark',
      'deleteAccount.afterPhotos',
      'deleteAccount.afterFiles',
      'deleteAccount.afterUser',
    ],
    arrange: (scene) => start(scene, scene.world),
    work: ({ caller }, deps) => deleteAccount({ confirm: 'DELETE' }, caller, deps),
    recover: ({ world }) => world.sweep(sweepDeletions),
    async verify({ world, caller, photoId }) {
      expect(await world.photo(photoId)).toBeNull();
      expect(world.files.paths()).toEqual([]);
      expect(world.removedUsers).toContain(caller.uid);
    },
  },
  buying: {
    points: ['checkout.beforeCreate', 'checkout.afterCreate', 'checkout.afterRecord'],
    work: ({ caller }, deps) =>
      createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, deps),
    recover: ({ caller, world }) =>
      createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, world),
    async verify({ world, caller }) {
      expect([...world.payments.sessions.keys()]).toEqual(['cs_1']);
      world.payments.pay('cs_1');
      await reconcilePayment('cs_1', world);
      expect(await ledgerSum(world, caller.uid)).toBe(6);
    },
  },
  'crediting a payment': {
    points: ['payment.beforeEnqueue', 'payment.afterEnqueue', 'payment.beforeCommit', 'payment.afterCommit'],
    async arrange({ caller, world }) {
      await createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, world);
      world.payments.pay('cs_1');
    },
    work: (_scene, deps) => reportPayment(deps),
    // Stripe repeats a report that was not answered.
    recover: ({ world }) => reportPayment(world),
    verify: async ({ world, caller }) => expect(await ledgerSum(world, caller.uid)).toBe(6),
  },
  'a grant of the owner': {
    points: ['admin.beforeAct', 'admin.afterAct'],
    arrange: (scene) => write(scene, { action: 'grant', restores: 5 }),
    work: ({ deliver }, deps) => deliver(deps),
    recover: ({ deliver }) => deliver(),
    async verify({ world, caller, owner }) {
      expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', balance_after: 5 });
      expect(await ledgerSum(world, caller.uid)).toBe(5);
    },
  },
  'a refund of the owner': {
    points: ['admin.afterRefund'],
    async arrange(scene) {
      const { caller, world } = scene;
      await createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, world);
      world.payments.pay('cs_1');
      await reconcilePayment('cs_1', world);
      await write(scene, { action: 'refund', payment: 'cs_1', restores: 2 });
    },
    work: ({ deliver }, deps) => deliver(deps),
    recover: ({ deliver }) => deliver(),
    async verify({ world, caller, owner }) {
      expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', balance_after: 4 });
      expect(world.payments.sessions.get('cs_1')?.charge?.refunds).toHaveLength(1);
      expect(await ledgerSum(world, caller.uid)).toBe(4);
    },
  },
  'withdrawing from a purchase': {
    points: ['withdrawal.afterMark', 'withdrawal.afterRefund'],
    async arrange({ caller, world }) {
      await createCheckoutSession({ priceId: 'price_5', userId: caller.uid, email: '' }, caller, world);
      world.payments.pay('cs_1');
      await reconcilePayment('cs_1', world);
    },
    work: ({ caller }, deps) => requestWithdrawal({ sessionId: 'cs_1' }, caller, deps),
    async recover({ world }) {
      world.pass(PAYMENT_CHECK_AFTER_MS);
      await world.sweep(sweepPayments);
    },
    async verify({ world, caller }) {
      expect(world.payments.sessions.get('cs_1')?.charge?.refunds).toMatchObject([{ amount: 200 }]);
      expect(await ledgerSum(world, caller.uid)).toBe(1);
    },
  },
  'a retry of the owner': {
    points: ['admin.afterCopy', 'admin.afterSwap'],
    async arrange(scene) {
      await startThenEnd(scene, 'failed');
      await report(scene, scene.world);
      await write(scene, { action: 'retry', photo: scene.photoId });
    },
    work: ({ deliver }, deps) => deliver(deps),
    async recover(scene) {
      await scene.deliver();
      scene.world.pass(UNSUBMITTED_AFTER_MS + 1);
      await sweepRestores(scene.world);
      await sweepFiles(scene.world);
      await scene.world.tasks.run();
    },
    async verify({ world, caller, owner, photoId }) {
      const { state, result } = (await owner.answer()) ?? {};
      expect(state).toBe('SUCCESS');
      expect(await world.photo(photoId)).toBeNull();
      expect(await world.photo(result.photo)).toMatchObject({ status: 'processing', prediction_id: 'job2' });
      expect(world.files.paths().some((path) => path.includes(photoId))).toBe(false);
      expect(await ledgerSum(world, caller.uid)).toBe(0);
    },
  },
};

const cells = Object.entries(stories).flatMap(([name, story]) => story.points.map((point) => ({ name, point, story })));

/** Otherwise each story is told once, killed at its last point; faults.long.test.ts tells all. */
const tellsAll = process.env.TEST_LONG === '1' || process.env.FAULT_TABLE !== undefined;
const told = tellsAll ? cells : cells.filter(({ point, story }) => point === story.points.at(-1));

test.each(told)('$name, killed at $point: nothing is lost, nothing happens twice', async ({ name, point, story }) => {
  const row: FaultRow = { work: name, point, end: null };
  rows.push(row);
  await firestore.clear();
  const world = createWorld(firestore.db);
  const caller = world.caller();
  const bytes = await testJpeg({ width: 200, height: 120 });
  const { path, photoId } = await world.upload(caller, { tool: story.tool ?? 'photoscaler', bytes });
  const deliver = () => Promise.reject(new Error('The owner wrote nothing'));
  const scene: Scene = { world, caller, path, photoId, owner: ownerOf(world), deliver };
  await story.arrange?.(scene);

  world.crashAt = point;
  expect(await untilCrash(world, (deps) => story.work(scene, deps))).toBe(true);
  await story.recover(scene);
  await story.verify(scene);
  row.end = await endOf(world, caller.uid);
});

test('every fault point in the code has its story', () => {
  expect(cells.map(({ point }) => point).sort()).toEqual([...FAULT_POINTS].sort());
});
