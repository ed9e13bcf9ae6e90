import { randomUUID } from 'node:crypto';
import {
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { CALLABLES } from '@heirlight/contract/callables';
import { EVENT, QUEUE, SCHEDULE, WEBHOOK } from '@heirlight/contract/functionNames';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auth, bucket, db } from '../src/admin';
import { call, newPerson, type Person, signIn } from '../src/people';
import { smallPicture } from '../src/pictures';
import { suiteUrls } from '../src/suiteUrls';
import {
  CALLERS,
  type Caller,
  EVENT_FUNCTIONS,
  FIRESTORE_OPERATIONS,
  FIRESTORE_ROWS,
  type FirestoreOperation,
  type FirestoreRow,
  FUNCTION_ROWS,
  type FunctionRow,
  SIGNED_ENDPOINTS,
  STORAGE_OPERATIONS,
  STORAGE_ROWS,
  type StorageOperation,
} from './accessMatrix';

const JPEG_METADATA = { contentType: 'image/jpeg', customMetadata: { tool: 'pureface' } };

/** Whoever is let in starts a restore of it. */
let picture: Buffer;
let environment: RulesTestEnvironment;
let owner: Person;
let other: Person;
let revoked: Person;
const photoId = randomUUID();

/** How each caller reaches Firestore and Storage. */
const contexts = {} as Record<Caller, RulesTestContext>;
/** What each caller shows to a function. */
const tokens = {} as Record<Caller, string | undefined>;
const table: { where: string; operation: string; callers: readonly Caller[] }[] = [];

const fill = (template: string) =>
  template.replaceAll('{owner}', owner.uid).replaceAll('{photo}', photoId).replaceAll('{ownerEmail}', owner.email);

/** The library's own default is a bucket of another name. */
const bucketOf = (context: RulesTestContext) => context.storage(`gs://${suiteUrls.bucket}`);

/** Returns whether it went through, or false if it was refused. Throws any other error. */
async function isPermitted(operation: () => Promise<unknown>): Promise<boolean> {
  try {
    await operation();
    return true;
  } catch (error) {
    const code = String((error as { code?: string }).code);
    if (/permission-denied|unauthorized|unauthenticated/.test(code)) return false;
    throw error;
  }
}

async function seed(): Promise<void> {
  await db.doc(`users/${owner.uid}`).set({ restores_available: 1000, restores_owed: 0, created_at: new Date() });
  await db
    .doc(`users/${owner.uid}/ledger/welcome`)
    .set({ delta: 1000, reason: 'welcome', ref: owner.uid, balance_after: 1000, created_at: new Date() });
  const originalPath = `images/${owner.uid}/${photoId}-grandmother.jpg`;
  await db.doc(`photos/${photoId}`).set({
    id: photoId,
    user_id: owner.uid,
    status: 'succeeded',
    tool: 'pureface',
    original_path: originalPath,
    created_at: new Date(),
  });
  for (const { collection, document } of FIRESTORE_ROWS) {
    const ref = db.doc(`${fill(collection)}/${fill(document)}`);
    if (!(await ref.get()).exists) await ref.set({ user_id: owner.uid });
  }
  for (const path of STORAGE_ROWS.map(({ folder, file }) => `${fill(folder)}/${fill(file)}`)) {
    await bucket.file(path).save(picture, { contentType: 'image/jpeg', resumable: false });
  }
}

/** A token says what was true when it was made. */
async function signInAll(): Promise<void> {
  Object.assign(tokens, { owner: owner.idToken, other: other.idToken, revoked: revoked.idToken });
  await auth.updateUser(owner.uid, { emailVerified: false });
  tokens.unverified = await signIn(owner.email);
  await auth.updateUser(owner.uid, { emailVerified: true });
  // Tokens carry whole seconds: one made within the second of its revocation would still count as newer.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await auth.revokeRefreshTokens(revoked.uid);
}

beforeAll(async () => {
  picture = await smallPicture();
  [owner, other, revoked] = await Promise.all([newPerson(), newPerson(), newPerson()]);
  environment = await initializeTestEnvironment({
    projectId: suiteUrls.projectId,
    firestore: { host: '127.0.0.1', port: suiteUrls.firestorePort },
    storage: { host: '127.0.0.1', port: suiteUrls.storagePort },
  });
  contexts.anonymous = environment.unauthenticatedContext();
  contexts.owner = environment.authenticatedContext(owner.uid, { email: owner.email, email_verified: true });
  contexts.other = environment.authenticatedContext(other.uid, { email: other.email, email_verified: true });
  contexts.unverified = environment.authenticatedContext(owner.uid, { email: owner.email, email_verified: false });
  contexts.revoked = environment.authenticatedContext(owner.uid, { auth_time: 1 });
  await Promise.all([seed(), signInAll()]);
});

afterAll(async () => {
  process.stdout.write(`\nAccess matrix: who is let in (${CALLERS.join(', ')})\n`);
  for (const { where, operation, callers } of table) {
    process.stdout.write(`${where.padEnd(38)} ${operation.padEnd(15)} ${callers.join(', ') || '-'}\n`);
  }
  await environment.cleanup();
});

const firestoreOperations: Record<
  FirestoreOperation,
  (row: FirestoreRow, context: RulesTestContext) => Promise<unknown>
> = {
  get: (row, context) =>
    context
      .firestore()
      .doc(`${fill(row.collection)}/${fill(row.document)}`)
      .get(),
  list: (row, context) => {
    const collection = context.firestore().collection(fill(row.collection));
    return row.where ? collection.where(row.where[0], '==', fill(row.where[1])).get() : collection.get();
  },
  create: (row, context) =>
    context
      .firestore()
      .doc(`${fill(row.collection)}/${randomUUID()}`)
      .set({ user_id: owner.uid, restores_available: 5, status: 'succeeded' }),
  update: (row, context) =>
    context
      .firestore()
      .doc(`${fill(row.collection)}/${fill(row.document)}`)
      .update({ restores_available: 999, status: 'succeeded', restored_url: 'https://example.com/' }),
  delete: (row, context) =>
    context
      .firestore()
      .doc(`${fill(row.collection)}/${fill(row.document)}`)
      .delete(),
};

const rowName = ({ collection, where }: FirestoreRow) => (where ? `${collection} where ${where[0]}` : collection);

type Allowed<Operation extends string> = Partial<Record<Operation, readonly Caller[]>>;

/** Tries all operations for all callers and notes who was let in; an operation open to nobody is left out. */
async function whoIsLetIn<Operation extends string>(
  where: string,
  operations: readonly Operation[],
  attempt: (operation: Operation, caller: Caller) => Promise<boolean>,
  { startsFunctions = false } = {},
): Promise<Allowed<Operation>> {
  // The Functions emulator starts a process for each call that comes while another runs.
  const inTurn = async (operation: Operation) => {
    const outcomes: boolean[] = [];
    for (const caller of CALLERS) outcomes.push(await attempt(operation, caller));
    return outcomes;
  };
  const atOnce = (operation: Operation) => Promise.all(CALLERS.map((caller) => attempt(operation, caller)));
  const allowed: Allowed<Operation> = {};
  for (const operation of operations) {
    const outcomes = await (startsFunctions ? inTurn : atOnce)(operation);
    const callers = CALLERS.filter((_, index) => outcomes[index]);
    table.push({ where, operation, callers });
    if (callers.length > 0) allowed[operation] = callers;
  }
  return allowed;
}

describe('Firestore', () => {
  test.each(FIRESTORE_ROWS.map((row) => ({ name: rowName(row), row })))('$name', async ({ name, row }) => {
    const allowed = await whoIsLetIn(name, FIRESTORE_OPERATIONS, (operation, caller) =>
      isPermitted(() => firestoreOperations[operation](row, contexts[caller])),
    );
    expect(allowed).toEqual(row.open);
  });
});

interface StoragePlace {
  folder: string;
  /** Of a file that exists. */
  path: string;
}

const storageOperations: Record<
  StorageOperation,
  (place: StoragePlace, context: RulesTestContext) => Promise<unknown>
> = {
  get: ({ path }, context) => bucketOf(context).ref(path).getMetadata(),
  list: ({ folder }, context) => bucketOf(context).ref(folder).listAll(),
  create: ({ folder }, context) =>
    Promise.resolve(bucketOf(context).ref(`${folder}/${randomUUID()}-new.jpg`).put(picture, JPEG_METADATA)),
  overwrite: ({ path }, context) => Promise.resolve(bucketOf(context).ref(path).put(picture, JPEG_METADATA)),
  updateMetadata: ({ path }, context) =>
    bucketOf(context)
      .ref(path)
      .updateMetadata({ customMetadata: { tool: 'colorize' } }),
  delete: ({ path }, context) => bucketOf(context).ref(path).delete(),
};

describe('Storage', () => {
  test.each(STORAGE_ROWS)('$folder', async ({ folder, file, open }) => {
    const place = { folder: fill(folder), path: `${fill(folder)}/${fill(file)}` };
    const attempt = (operation: StorageOperation, caller: Caller) =>
      isPermitted(() => storageOperations[operation](place, contexts[caller]));
    const allowed = await whoIsLetIn(folder, STORAGE_OPERATIONS, attempt, { startsFunctions: true });
    expect(allowed).toEqual(open);
  });
});

/** Each call gets the upload or photo that it names for itself, so that one caller's success is not the next one's precondition. */
async function requestBody(template: FunctionRow['data']): Promise<FunctionRow['data']> {
  const ownUpload = randomUUID();
  const photos: Record<string, string> = { '{photo}': randomUUID(), '{photo2}': randomUUID() };
  const named = Object.values(template).flat();
  for (const [, id] of Object.entries(photos).filter(([name]) => named.includes(name))) {
    const path = `images/${owner.uid}/${id}-attic.jpg`;
    await bucket.file(path).save(picture, { contentType: 'image/jpeg', resumable: false });
    await db.doc(`photos/${id}`).set({
      id,
      user_id: owner.uid,
      status: 'succeeded',
      tool: 'pureface',
      original_path: path,
      restored_path: path,
      created_at: new Date(),
    });
  }
  const upload = `images/${owner.uid}/${ownUpload}-attic.jpg`;
  if (named.includes('{upload}')) {
    await bucket.file(upload).save(picture, {
      contentType: 'image/jpeg',
      resumable: false,
      metadata: { metadata: { tool: 'pureface', firebaseStorageDownloadTokens: 'token' } },
    });
  }
  const values: Record<string, string> = {
    ...photos,
    '{upload}': `${suiteUrls.storage}/v0/b/${suiteUrls.bucket}/o/${encodeURIComponent(upload)}?alt=media&token=token`,
    '{uuid}': randomUUID(),
  };
  const filled = (value: FunctionRow['data'][string]): FunctionRow['data'][string] => {
    if (Array.isArray(value)) return value.map((one) => values[one] ?? fill(one));
    return typeof value === 'string' ? (values[value] ?? fill(value)) : value;
  };
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value)]));
}

describe('functions', () => {
  test.each(Object.entries(FUNCTION_ROWS))('%s', async (name, { data, open, letInCode }) => {
    const errors: Partial<Record<Caller, unknown>> = {};
    const attempt = async (_: 'call', caller: Caller) => {
      const body = await requestBody(data);
      // Somebody whose sign-ins are revoked asks for what would be their own.
      if (caller === 'revoked' && 'user_id_in' in body) body.user_id_in = revoked.uid;
      const { error, result } = await call(name, body, tokens[caller]);
      const isRefusedInBody = typeof result === 'object' && result !== null && 'error' in result;
      if (error) errors[caller] = error;
      return letInCode ? error?.status === letInCode : !error && !isRefusedInBody;
    };
    const allowed = await whoIsLetIn(name, ['call'], attempt, { startsFunctions: true });
    expect({ allowed: allowed.call ?? [], errors }).toEqual({ allowed: open, errors });
  });
});

describe('endpoints of machines refuse a valid user token without a valid signature', () => {
  test.each(SIGNED_ENDPOINTS)('%s', async (name) => {
    const statuses: number[] = [];
    const attempt = async (_: 'POST', caller: Caller) => {
      const token = tokens[caller];
      const response = await fetch(`${suiteUrls.functions}/${suiteUrls.projectId}/${suiteUrls.region}/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify({ id: 'x', status: 'succeeded', type: 'checkout.session.completed' }),
      });
      statuses.push(response.status);
      return response.ok;
    };
    const allowed = await whoIsLetIn(name, ['POST'], attempt, { startsFunctions: true });
    expect(allowed).toEqual({});
    for (const status of statuses) expect([400, 401, 403]).toContain(status);
  });
});

describe('nothing without a row', () => {
  test('every collection in the database has a row', async () => {
    const rows = new Set(FIRESTORE_ROWS.map(({ collection }) => collection.split('/').at(-1)));
    const top = await db.listCollections();
    const below = await db.doc(`users/${owner.uid}`).listCollections();
    const without = [...top, ...below].map(({ id }) => id).filter((id) => !rows.has(id));
    expect(without).toEqual([]);
  });

  test('every folder of the bucket has a row', async () => {
    const rows = new Set(STORAGE_ROWS.map(({ folder }) => `${folder.split('/')[0]}/`));
    const [, , response] = await bucket.getFiles({ delimiter: '/', autoPaginate: false });
    const { prefixes = [] } = response as { prefixes?: string[] };
    expect(prefixes.length).toBeGreaterThan(0);
    expect(prefixes.filter((prefix) => !rows.has(prefix))).toEqual([]);
  });

  test('every deployed function has a row', async () => {
    const response = await fetch(`${suiteUrls.functions}/backends`);
    const { backends } = (await response.json()) as {
      backends: { functionTriggers: { name: string; entryPoint: string }[] }[];
    };
    const deployed = backends.flatMap(({ functionTriggers }) =>
      functionTriggers.map(({ entryPoint }) => entryPoint.replaceAll('.', '-')),
    );
    const rows = new Set<string>([...Object.keys(FUNCTION_ROWS), ...SIGNED_ENDPOINTS, ...EVENT_FUNCTIONS]);
    const callables = Object.values(CALLABLES).map(({ name }) => name);
    const others = [WEBHOOK, EVENT, SCHEDULE, QUEUE].flatMap((names) => Object.values<string>(names));
    expect(deployed.sort()).toEqual([...callables, ...others].sort());
    expect(deployed.filter((name) => !rows.has(name))).toEqual([]);
  });
});
