import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setLogLevel } from 'firebase/firestore';
import { openFirestore, type TestFirestore } from '../test/support/firestore';

type ClientFirestore = ReturnType<RulesTestContext['firestore']>;

let firestore: TestFirestore;
let environment: RulesTestEnvironment;

/** One document per path the backend writes; `owner` is the account they belong to. */
const DOCUMENTS: Record<string, Record<string, unknown>> = {
  'users/owner': { restores_available: 3, restores_owed: 0 },
  'users/owner/ledger/welcome': { delta: 3, reason: 'welcome' },
  'photos/one': { user_id: 'owner', status: 'processing', created_at: new Date(1) },
  'payments/cs_1': { user_id: 'owner', status: 'paid' },
  'checkouts/owner_pack_5': { key: 'k' },
  'rateLimits/x': { count: 1 },
  'knownAddresses/x': { expires_at: new Date(0) },
  'refusals/gone': { user_id: 'owner', code: 'invalid_image' },
  'shares/a_token': { user_id: 'owner', photo_id: 'one' },
  'deletedPhotos/gone': { user_id: 'owner' },
  'recoverablePhotos/gone': { user_id: 'owner' },
  'sweeper/images': { page_token: '' },
  'admin_requests/one': { action: 'grant', uid: 'owner', restores: 5 },
  'stats/2026-11-23': { income_cents: 5 },
  'alerts/balance_owner': { account: 'owner' },
  'outcomes/one': { day: '2026-11-23' },
  'income/cs_1_0': { cents: 5 },
  'anything/else': { user_id: 'owner' },
};
const READABLE_BY_OWNER = new Set(['users/owner', 'users/owner/ledger/welcome', 'photos/one']);

beforeAll(async () => {
  // The SDK warns of every rejection, and most of this file is rejections.
  setLogLevel('error');
  firestore = await openFirestore();
  const [host = '', port] = (process.env.FIRESTORE_EMULATOR_HOST ?? '').split(':');
  environment = await initializeTestEnvironment({
    projectId: `demo-rules-${process.pid}`,
    firestore: { host, port: Number(port), rules: readFileSync(join(__dirname, '../../firestore.rules'), 'utf8') },
  });
  await environment.withSecurityRulesDisabled(async (context) => {
    for (const [path, fields] of Object.entries(DOCUMENTS)) await context.firestore().doc(path).set(fields);
  });
});
afterAll(async () => {
  await environment?.cleanup();
  await firestore.close();
});

const CONTEXTS = {
  anonymous: () => environment.unauthenticatedContext(),
  owner: () => environment.authenticatedContext('owner'),
  other: () => environment.authenticatedContext('other'),
  unverified: () => environment.authenticatedContext('owner', { email_verified: false }),
} satisfies Record<string, () => RulesTestContext>;
type Person = keyof typeof CONTEXTS;
const people = Object.keys(CONTEXTS) as Person[];

const clients = new Map<Person, ClientFirestore>();
/** One client for each person: a client has a connection of its own. */
function clientOf(person: Person): ClientFirestore {
  const client = clients.get(person) ?? CONTEXTS[person]().firestore();
  clients.set(person, client);
  return client;
}

const ACTS = {
  get: (db, path) => db.doc(path).get(),
  set: (db, path) => db.doc(path).set({ restores_available: 99 }),
  merge: (db, path) => db.doc(path).set({ restores_available: 99 }, { merge: true }),
  update: (db, path) => db.doc(path).update({ status: 'succeeded' }),
  delete: (db, path) => db.doc(path).delete(),
  create: (db, path) => db.doc(`${path}-new`).set({ user_id: 'owner' }),
} satisfies Record<string, (db: ClientFirestore, path: string) => Promise<unknown>>;
const acts = Object.keys(ACTS) as Array<keyof typeof ACTS>;

const cells = Object.keys(DOCUMENTS).flatMap((path) =>
  people.flatMap((person) =>
    acts.map((act) => ({
      path,
      person,
      act,
      allowed: act === 'get' && READABLE_BY_OWNER.has(path) && (person === 'owner' || person === 'unverified'),
    })),
  ),
);

test.each(cells)('$person may $act $path: $allowed [spec 6.6]', async ({ path, person, act, allowed }) => {
  const attempt: Promise<unknown> = ACTS[act](clientOf(person), path);
  await (allowed ? assertSucceeds(attempt) : assertFails(attempt));
});

test('photos are listed only when the query itself keeps to the caller [spec 6.4, 7.1]', async () => {
  const photos = (person: Person) => clientOf(person).collection('photos');
  const own = photos('owner').where('user_id', '==', 'owner');
  expect((await assertSucceeds(own.get())).size).toBe(1);
  await assertSucceeds(own.orderBy('created_at', 'desc').limit(20).get());
  await assertSucceeds(own.where('status', '==', 'processing').get());
  await assertSucceeds(own.where('taken_on', '>', '').orderBy('taken_on').limit(300).get());
  await assertFails(photos('owner').get());
  await assertFails(photos('other').where('user_id', '==', 'owner').get());
  await assertFails(photos('owner').where('user_id', 'in', ['owner', 'other']).get());
  await assertFails(photos('anonymous').where('user_id', '==', 'owner').get());
});

test('the ledger is listed by its owner only, and nothing else is listed at all', async () => {
  const list = (person: Person, path: string) => clientOf(person).collection(path).get();
  await assertSucceeds(list('owner', 'users/owner/ledger'));
  await assertFails(list('other', 'users/owner/ledger'));
  for (const path of [
    'users',
    'payments',
    'checkouts',
    'rateLimits',
    'knownAddresses',
    'refusals',
    'shares',
    'deletedPhotos',
    'recoverablePhotos',
    'sweeper',
    'admin_requests',
    'stats',
    'alerts',
    'outcomes',
    'income',
    'anything',
  ]) {
    await assertFails(list('owner', path));
  }
  await assertFails(clientOf('owner').collectionGroup('ledger').get());
});

test('a photo that is gone can be listened to without an error', async () => {
  await assertSucceeds(clientOf('owner').doc('photos/missing').get());
  await assertFails(clientOf('anonymous').doc('photos/missing').get());
});
