// Why: docs/decisions/2026-11-23-an-account-for-each-function.md
import { type FunctionName, type QueueName, REGION } from '@heirlight/contract/callables';
import {
  ADDRESS_HASH_KEY,
  CONTENT_CREDENTIALS_KEY,
  REPLICATE_API_TOKEN,
  REPLICATE_WEBHOOK_SECRET,
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
} from './config';

/** Waits for databases and services, so one instance answers many requests at once. */
const LIGHT = { memory: '256MiB', cpu: 1, concurrency: 80, timeoutSeconds: 60 } as const;
/** Signed reports of a service that repeats what is not answered: many at once are the rule. */
const WEBHOOK = { ...LIGHT, memory: '512MiB' } as const;
/** Decodes pictures: 40 megapixels take room, and one picture at a time bounds it. */
const PICTURES = { memory: '2GiB', cpu: 1, concurrency: 1, timeoutSeconds: 300 } as const;
/** A run takes less than the pause between two, so one instance does. */
const SCHEDULE = { ...LIGHT, concurrency: 1, maxInstances: 1, timeoutSeconds: 300 } as const;
/** An account's files and photos go one by one. */
const DELETION = { ...LIGHT, timeoutSeconds: 540 } as const;

/** What a function's account may do: with the database, the bucket, and the sign-ins, or fill the queue of a name. */
export type Right = 'db' | 'files' | 'users.read' | 'users.remove' | QueueName;

interface RunOptions {
  memory: '256MiB' | '512MiB' | '2GiB';
  /** vCPUs of one instance. */
  cpu: number;
  /** Requests that one instance answers at once. */
  concurrency: number;
  /** Bounds what a flood costs. */
  maxInstances: number;
  timeoutSeconds: number;
  /** `liveDeps` refuses the rest here too, as Google does. Whatever reads another secret finds it blank. */
  rights: Right[];
  secrets: (typeof ADDRESS_HASH_KEY)[];
}

/** How each function runs. A busy instance costs about two dollars a day; index.test.ts bounds each function. */
const FUNCTIONS: Record<FunctionName, RunOptions> = {
  // Each page calls it after the sign-in; 800 at once.
  fetch_credits: { ...LIGHT, maxInstances: 10, rights: ['db', 'users.read'], secrets: [ADDRESS_HASH_KEY] },
  // Anybody may call it, and it answers from memory.
  'list-prices': { ...LIGHT, maxInstances: 2, rights: [], secrets: [] },
  // Waits for Stripe; each account has a rate limit.
  'create-checkout-session': {
    ...LIGHT,
    maxInstances: 3,
    rights: ['db', 'users.read'],
    secrets: [ADDRESS_HASH_KEY, STRIPE_SECRET_KEY],
  },
  // Waits for Stripe; rare, and each account has a rate limit.
  'request-withdrawal': { ...LIGHT, maxInstances: 2, rights: ['db', 'users.read'], secrets: [STRIPE_SECRET_KEY] },
  // Waits for Stripe; each account has a rate limit.
  'list-purchases': { ...LIGHT, maxInstances: 2, rights: ['db', 'users.read'], secrets: [STRIPE_SECRET_KEY] },
  // Copies two pictures of a few hundred kB; each account has a rate limit.
  'share-photo': { ...LIGHT, maxInstances: 1, rights: ['db', 'files', 'users.read'], secrets: [] },
  // Anybody may call it. It reads two documents, so its instances bound what a flood costs.
  'shared-photo': { ...LIGHT, maxInstances: 2, rights: ['db'], secrets: [] },
  // Decodes a result and holds the signed file beside it; each account has a rate limit.
  'sign-photo': {
    ...PICTURES,
    maxInstances: 3,
    rights: ['db', 'files', 'users.read'],
    secrets: [CONTENT_CREDENTIALS_KEY],
  },
  'delete-photo': { ...LIGHT, maxInstances: 3, rights: ['db', 'files', 'users.read'], secrets: [] },
  // Each writes the photos of one group; each account has a rate limit.
  'choose-favourite': { ...LIGHT, maxInstances: 2, rights: ['db', 'users.read'], secrets: [] },
  'describe-photo': { ...LIGHT, maxInstances: 2, rights: ['db', 'users.read'], secrets: [] },
  // About three restores a second start; an upload whose call finds no room starts by its queue.
  'replicate-restore': {
    ...PICTURES,
    maxInstances: 10,
    rights: ['db', 'files', 'users.read', 'submit-restore'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
  'restore-again': {
    ...PICTURES,
    maxInstances: 5,
    rights: ['db', 'files', 'users.read', 'submit-restore'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
  // Enqueues each upload.
  'photo-uploaded': { ...LIGHT, maxInstances: 2, rights: ['start-restore'], secrets: [] },
  // Uploads whose own call never came. Its queue dispatches as many tasks at once.
  'start-restore': {
    ...PICTURES,
    maxInstances: 5,
    rights: ['db', 'files', 'users.read', 'submit-restore'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
  // Each task waits for Replicate. One instance takes all that its queue dispatches at once.
  'submit-restore': { ...LIGHT, maxInstances: 2, rights: ['db', 'files'], secrets: [REPLICATE_API_TOKEN] },
  // Notes progress and enqueues ends; Replicate repeats a report that finds no room.
  'replicate-webhook': {
    ...WEBHOOK,
    maxInstances: 3,
    rights: ['db', 'finish-restore'],
    secrets: [REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET],
  },
  // Its queue dispatches as many tasks at once.
  'finish-restore': {
    ...PICTURES,
    maxInstances: 10,
    rights: ['db', 'files', 'submit-restore'],
    secrets: [REPLICATE_API_TOKEN],
  },
  // Verifies and enqueues; Stripe repeats for three days what finds no room.
  'stripe-webhook': { ...WEBHOOK, maxInstances: 3, rights: ['reconcile-payment'], secrets: [STRIPE_WEBHOOK_SECRET] },
  // Waits for Stripe.
  'reconcile-payment': { ...LIGHT, maxInstances: 3, rights: ['db'], secrets: [STRIPE_SECRET_KEY] },
  // Rare, and a person waits.
  'delete-account': {
    ...DELETION,
    maxInstances: 3,
    rights: ['db', 'files', 'users.read', 'users.remove'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  // Rare, and nobody waits.
  'user-deleted': {
    ...DELETION,
    maxInstances: 2,
    rights: ['db', 'files', 'users.read', 'users.remove'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  // What is left of a deletion.
  'remove-account': {
    ...DELETION,
    maxInstances: 1,
    rights: ['db', 'files', 'users.read', 'users.remove'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  'sweep-payments': { ...SCHEDULE, rights: ['db', 'reconcile-payment'], secrets: [] },
  'sweep-deletions': { ...SCHEDULE, rights: ['db', 'remove-account'], secrets: [] },
  // Gives up what takes too long, without a queue.
  'sweep-restores': {
    ...SCHEDULE,
    rights: ['db', 'files', 'submit-restore', 'finish-restore'],
    secrets: [REPLICATE_API_TOKEN],
  },
  'sweep-files': { ...SCHEDULE, rights: ['db', 'files', 'start-restore'], secrets: [] },
  // Rare. Restoring a photo again may decode it, and an account's files go one by one.
  'admin-requested': {
    ...PICTURES,
    timeoutSeconds: 540,
    maxInstances: 1,
    rights: ['db', 'files', 'users.read', 'users.remove', 'submit-restore'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  // Asks the database for figures, one after the other.
  'admin-stats': { ...SCHEDULE, rights: ['db', 'files'], secrets: [] },
};

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

function rowOf(name: FunctionName): RunOptions {
  const row = FUNCTIONS[name];
  // Only where the types were not checked.
  if (!row) throw new Error(`The function ${name} has no row in FUNCTIONS: functions/src/platform/functionOptions.ts`);
  return row;
}

export const rightsOf = (name: FunctionName): readonly Right[] => rowOf(name).rights;

/** The name of the service account that a function runs as: each has its own. */
export const accountOf = (name: FunctionName) => name.replaceAll('_', '-');

/**
 * How a function is deployed. firebase-functions takes `name@` for an account as well, but firebase-tools hands that on
 * as it is to Cloud Scheduler and to Secret Manager, which know whole addresses only.
 */
export function optionsOf(name: FunctionName) {
  const serviceAccount = `${accountOf(name)}@${process.env.GCLOUD_PROJECT}.iam.gserviceaccount.com`;
  const { rights, ...options } = rowOf(name);
  return { region: REGION, serviceAccount, ...options };
}
