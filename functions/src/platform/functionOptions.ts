import { type FunctionName, REGION } from '@heirlight/contract/callables';
import {
  ADDRESS_HASH_KEY,
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

/** What a function's account may do: with the database, the bucket, and the sign-ins. */
export type Right = 'db' | 'files' | 'users.read' | 'users.remove';

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

/** How each function runs. Every instance that is busy for a day costs about two dollars. */
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
  'delete-photo': { ...LIGHT, maxInstances: 3, rights: ['db', 'files', 'users.read'], secrets: [] },
  // About three restores a second start; an upload whose call is refused starts by the event below.
  'replicate-restore': {
    ...PICTURES,
    maxInstances: 10,
    rights: ['db', 'files', 'users.read'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
  'restore-again': {
    ...PICTURES,
    maxInstances: 5,
    rights: ['db', 'files', 'users.read'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
  // Nobody waits for it: a burst stays in the queue of events.
  'photo-uploaded': {
    ...PICTURES,
    maxInstances: 10,
    rights: ['db', 'files', 'users.read'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
  // Finishes results itself; Replicate repeats a report that finds no room.
  'replicate-webhook': {
    ...PICTURES,
    maxInstances: 10,
    rights: ['db', 'files'],
    secrets: [REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET],
  },
  // Stripe repeats a report for three days.
  'stripe-webhook': {
    ...WEBHOOK,
    maxInstances: 3,
    rights: ['db'],
    secrets: [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET],
  },
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
  'sweep-payments': { ...SCHEDULE, rights: ['db'], secrets: [STRIPE_SECRET_KEY] },
  'sweep-deletions': {
    ...SCHEDULE,
    rights: ['db', 'files', 'users.read', 'users.remove'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  // Rare. Restoring a photo again may decode it, and an account's files go one by one.
  'admin-requested': {
    ...PICTURES,
    timeoutSeconds: 540,
    maxInstances: 1,
    rights: ['db', 'files', 'users.read', 'users.remove'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN, STRIPE_SECRET_KEY],
  },
  // These two finish pictures.
  'sweep-restores': { ...PICTURES, maxInstances: 1, rights: ['db', 'files'], secrets: [REPLICATE_API_TOKEN] },
  'sweep-files': {
    ...PICTURES,
    maxInstances: 1,
    rights: ['db', 'files', 'users.read'],
    secrets: [ADDRESS_HASH_KEY, REPLICATE_API_TOKEN],
  },
};

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

export const rightsOf = (name: FunctionName): readonly Right[] => FUNCTIONS[name].rights;

/** The name of the service account that a function runs as: each has its own. */
export const accountOf = (name: FunctionName) => name.replaceAll('_', '-');

/**
 * How a function is deployed. firebase-functions takes `name@` for an account as well, but firebase-tools hands that on
 * as it is to Cloud Scheduler and to Secret Manager, which know whole addresses only.
 */
export function optionsOf(name: FunctionName) {
  const serviceAccount = `${accountOf(name)}@${process.env.GCLOUD_PROJECT}.iam.gserviceaccount.com`;
  const { rights, ...options } = FUNCTIONS[name];
  return { region: REGION, serviceAccount, ...options };
}
