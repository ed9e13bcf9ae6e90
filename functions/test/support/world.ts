import { randomUUID } from 'node:crypto';
import type { LedgerEntry } from '@heirlight/contract/account';
import type { RateLimitName } from '@heirlight/contract/limits';
import { parseUploadPath, resultFiles, USERS, uploadPath } from '@heirlight/contract/paths';
import { perToolWithChoice, type ToolId } from '@heirlight/contract/tools';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import { fetchCredits } from '../../src/account/fetchCredits';
import { deletionTasks } from '../../src/deletion/tasks';
import { paymentTasks } from '../../src/payments/tasks';
import { type PhotoRecord, readPhoto } from '../../src/photos/photoRecord';
import { addressHash } from '../../src/platform/addressHash';
import type { Caller } from '../../src/platform/caller';
import type { BackendConfig } from '../../src/platform/config';
import type { Deps } from '../../src/platform/deps';
import type { FaultPoint } from '../../src/platform/faultPoints';
import { countUseNow } from '../../src/platform/rateLimit';
import { uploadToken } from '../../src/platform/uploadToken';
import { type StartRequest, startRestore } from '../../src/restore/startRestore';
import { restoreTasks } from '../../src/restore/tasks';
import { type FakePayments, fakePayments } from './fakePayments';
import { type FakeProvider, fakeProvider } from './fakeProvider';
import { openFirestore, type TestFirestore } from './firestore';
import { type Hold, type Holdable, holdNext } from './hold';
import { type MemoryFiles, memoryFiles } from './memoryFiles';
import { type MemoryTasks, memoryTasks } from './memoryTasks';
import { testJpeg, testPng } from './pictures';

export const OUTPUT_URL = 'https://files.replicate.delivery/out.png';

export interface World extends Deps {
  files: MemoryFiles;
  provider: FakeProvider;
  payments: FakePayments;
  tasks: MemoryTasks;
  config: BackendConfig;
  /** Holds the next call of a method until the test releases it; see `holdNext`. */
  hold(name: Holdable, when?: 'before' | 'after'): Hold;
  /**
   * Runs `work` up to its next call of `name`, then `meanwhile`, then the rest of `work`. Returns what `work` returns.
   * @throws Error if `work` ends without that call
   */
  during<T>(name: Holdable, work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T>;
  /** Moves the clock. */
  pass(ms: number): void;
  /** What the provider's file host serves. */
  output: { body: Buffer | string; status: number; headers?: Record<string, string> };
  removedUsers: string[];
  /** Users whom an admin has disabled. */
  disabledUsers: string[];
  /** The addresses of users, by uid, where they are not the caller's usual one. */
  emails: Map<string, string>;
  /** Whether Firebase Auth says that everybody's address is verified. */
  emailsVerified: boolean;
  /** The fault point at which `untilCrash` stops, as a crash does. */
  crashAt: FaultPoint | null;
  visited: Set<FaultPoint>;
  caller(uid?: string): Caller;
  /**
   * Puts an upload into the caller's folder; for PhotoScaler unless told, whose result is finished soonest. Returns its
   * path, photo id and URL.
   */
  upload(
    caller: Caller,
    options?: { tool?: ToolId; bytes?: Buffer; photoId?: string; custom?: Record<string, string> },
  ): Promise<{
    path: string;
    photoId: string;
    url: string;
  }>;
  /** Starts the restore of an upload, and hands its job to the provider. */
  start(request: StartRequest): Promise<void>;
  /** A run of a schedule, five minutes after the last, and its tasks until none waits. Returns what the run returns. */
  sweep(run: (deps: World) => Promise<number>): Promise<number>;
  setBalance(uid: string, restores: number): Promise<void>;
  /** Makes a rate limit's counter say `uses` in the window that is now. */
  use(name: RateLimitName, key: string, uses: number): Promise<void>;
  photo(photoId: string): Promise<PhotoRecord | null>;
  balance(uid: string): Promise<number>;
  ledger(uid: string): Promise<Array<LedgerEntry<unknown> & { id: string }>>;
}

/** An upload that was started, and the picture of it on its card. */
export function withThumbnail(path: string): string[] {
  const { userId = '', photoId = '' } = parseUploadPath(path) ?? {};
  return [path, resultFiles.originalThumbnail({ userId, photoId })];
}

/** What awaits it never continues, like a process that is gone. */
const never = () => new Promise<void>(() => {});

/** Runs `work` until it ends or reaches the world's crash point. Returns whether it crashed. */
export async function untilCrash(world: World, work: (deps: World) => Promise<unknown>): Promise<boolean> {
  let crash: () => void = () => {};
  const crashed = new Promise<true>((resolve) => {
    crash = () => resolve(true);
  });
  const point = world.crashAt;
  const faultPoint: Deps['faultPoint'] = async (name) => {
    world.visited.add(name);
    if (name !== point) return;
    crash();
    await never();
  };
  const hasCrashed = await Promise.race([crashed, work({ ...world, faultPoint }).then(() => false)]);
  if (hasCrashed) world.tasks.crash();
  return hasCrashed;
}

/** Everything outside the use cases: a real Firestore, the rest in memory, and a clock that the test moves. */
export function createWorld(db: Firestore): World {
  let nowMs = Date.UTC(2026, 10, 20, 12);
  const now = () => new Date(nowMs);
  const visited = new Set<FaultPoint>();
  const world: World = {
    // A layer of its own, so that holding a call of this world holds no other world's.
    db: Object.create(db),
    files: memoryFiles(now),
    provider: fakeProvider(),
    payments: fakePayments(),
    tasks: memoryTasks([...restoreTasks, ...paymentTasks, ...deletionTasks], { now, deps: () => world }),
    config: {
      welcomeRestores: 1,
      welcomeNeedsVerifiedEmail: false,
      enforceAppCheck: false,
      appOrigin: 'https://heirlight.app',
      functionsBaseUrl: 'https://functions.test',
      picturesBaseUrl: null,
      replicateApiBaseUrl: 'https://api.replicate.com/v1',
      outputOrigins: ['https://*.replicate.delivery', 'https://replicate.delivery'],
      stripeApiBaseUrl: 'https://api.stripe.com',
      prices: { pack_5: 'price_5', pack_25: 'price_25', pack_50: null },
      checkout: { receipts: 'none', tax: 'none', termsUrl: 'none' },
      promotionFirstOrdersOnly: false,
      withdrawalDays: 14,
      credentialsCertificate: 'none',
      credentialsTimeStampUrl: 'none',
      models: perToolWithChoice(({ model }) => model),
    },
    output: { body: '', status: 200 },
    async fetch() {
      const { body, status, headers } = world.output;
      const bytes = body === '' ? await testPng() : body;
      return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
        status,
        ...(headers ? { headers } : {}),
      });
    },
    now,
    newId: randomUUID,
    uploadToken: (path) => uploadToken('a secret of the server', path),
    hashAddress: addressHash('test'),
    findFaces: async () => [],
    credentials: null,
    visited,
    crashAt: null,
    faultPoint: async (name) => void visited.add(name),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    removedUsers: [],
    disabledUsers: [],
    emails: new Map(),
    emailsVerified: true,
    users: {
      async get(uid) {
        const isGone = world.removedUsers.includes(uid);
        const emailVerified = world.emailsVerified;
        const disabled = world.disabledUsers.includes(uid);
        const email = world.emails.get(uid) ?? `${uid}@example.com`;
        const user = { uid, email, emailVerified, disabled, tokensValidAfter: new Date(0) };
        return isGone ? null : user;
      },
      find: async (email) => {
        const known = [...world.emails].find(([, address]) => address === email)?.[0];
        return world.users.get(known ?? email.replace(/@example\.com$/, ''));
      },
      async remove(uid) {
        world.removedUsers.push(uid);
      },
    },
    hold: (name, when) => holdNext(world, name, when),
    async during(name, work, meanwhile) {
      const { reached, release } = world.hold(name);
      const working = work();
      const isHeld = await Promise.race([reached.then(() => true), working.then(() => false)]);
      if (!isHeld) throw new Error(`${name} was never called`);
      try {
        await meanwhile();
      } finally {
        release();
      }
      return working;
    },
    pass(ms) {
      nowMs += ms;
    },
    caller: (uid = `user-${randomUUID()}`) => ({
      uid,
      email: `${uid}@example.com`,
      emailVerified: true,
      signedInAt: now(),
    }),
    async upload(caller, { tool = 'photoscaler', bytes, photoId = randomUUID(), custom = {} } = {}) {
      const path = uploadPath({ userId: caller.uid, photoId, fileName: 'grandma.jpg' });
      world.files.upload({ path, bytes: bytes ?? (await testJpeg()), tool, custom });
      const url = `${world.files.baseUrl}/v0/b/${world.files.bucketName}/o/${encodeURIComponent(path)}?alt=media&token=t`;
      return { path, photoId, url };
    },
    async start(request) {
      await startRestore(request, world);
      await world.tasks.run();
    },
    async sweep(run) {
      world.pass(5 * 60_000);
      const swept = await run(world);
      do await world.tasks.run();
      while (world.tasks.waiting().length > 0);
      return swept;
    },
    async setBalance(uid, restores) {
      const account = db.collection(USERS).doc(uid);
      const entry = { delta: restores, reason: 'welcome', ref: uid, balance_after: restores, created_at: now() };
      await account.set({ restores_available: restores, restores_owed: 0, created_at: now() });
      await account.collection('ledger').doc('welcome').set(entry);
    },
    async use(name, key, uses) {
      const counts = async () => {
        const { docs } = await db.collection('rateLimits').get();
        return new Map(docs.map((counter) => [counter.ref.path, counter.get('count')]));
      };
      const before = await counts();
      await countUseNow({ db, name, key, now: now() });
      for (const [path, count] of await counts()) {
        if (before.get(path) !== count) await db.doc(path).update({ count: uses });
      }
    },
    photo: (photoId) => readPhoto(db, photoId),
    async balance(uid) {
      return (await db.collection(USERS).doc(uid).get()).get('restores_available') ?? 0;
    },
    async ledger(uid) {
      const entries = await db.collection(USERS).doc(uid).collection('ledger').get();
      return entries.docs.map((entry) => ({ ...(entry.data() as LedgerEntry<unknown>), id: entry.id }));
    },
  };
  return world;
}

/** Signs up with this address. Returns the caller and the restores. */
export async function signUp(world: World, email: string): Promise<{ caller: Caller; restores: number }> {
  const caller = world.caller();
  world.emails.set(caller.uid, email);
  return { caller, restores: await fetchCredits({ user_id_in: caller.uid }, caller, world) };
}

/** Everything logged by `work`, each as "level message". */
export async function linesOf(world: World, work: (deps: World) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  await work({ ...world, log: { info: at('info'), warn: at('warn'), error: at('error') } });
  return lines;
}

/** Before each test of a file, gives `take` a new world on an empty database. */
export function eachInNewWorld(take: (world: World) => void): void {
  let firestore: TestFirestore;
  beforeAll(async () => {
    firestore = await openFirestore();
  });
  afterAll(() => firestore.close());
  beforeEach(async () => {
    await firestore.clear();
    take(createWorld(firestore.db));
  });
}

/** The invariant of the ledger: its entries add up to the balance, which is never negative. */
export async function ledgerSum(world: World, uid: string): Promise<number> {
  const entries = await world.ledger(uid);
  const sum = entries.reduce((total, entry) => total + entry.delta, 0);
  const balance = await world.balance(uid);
  if (sum !== balance || balance < 0) throw new Error(`${uid}: the ledger says ${sum}, the balance ${balance}`);
  return sum;
}
